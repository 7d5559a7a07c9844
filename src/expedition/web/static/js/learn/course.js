// The tutorial as a course of steps: 0 the welcome, 1 to 10 the guided turns, 11 the end. Headless.
// Each turn is chosen as at a table; what the course wants of it is in lesson.js, and whatever else
// is tried gets its reason.

import { isWager, rankOrder } from "../cards.js";
import { doneBy } from "../keymap.js";
import { choose, draw, idle, put } from "../select.js";
import { getSettings } from "../state.js";
import { cardName, hasWords, suitName, t } from "../words.js";
import { steps } from "./lesson.js";

/** @typedef {import("../types.js").Edition} Edition */
/** @typedef {import("../types.js").Round} Round */
/** @typedef {{want: [string, string], before: Round, worth: Record<string, number>, drawn: string, after: Round}} Step */

export const YOU = 0;
export const LAST = steps.length + 1;

export class Course {
  /** @param {Edition} edition @param {number} at  where to begin; what is out of range begins anew */
  constructor(edition, at = 0) {
    this.edition = edition;
    this.at = Number.isInteger(at) && at > 0 && at < LAST ? at : 0;
    this.selection = idle();
    /** Whether the turn is made. */
    this.done = false;
    /** Why the last try was not it, or "". */
    this.note = "";
  }

  /** The guided turn, or null at the welcome and the end. @returns {Step|null} */
  get step() {
    return /** @type {any} */ (steps[this.at - 1] ?? null);
  }

  /** The position to show. @returns {Round} */
  get round() {
    const { step } = this;
    if (step) return this.done ? step.after : step.before;
    return /** @type {any} */ (this.at ? steps[steps.length - 1].after : steps[0].before);
  }

  /** The cards of the hand that could be laid. @returns {Set<string>} */
  get playable() {
    const { round, step } = this;
    if (step && !this.done) return new Set(Object.keys(step.worth));
    return new Set((round.hand ?? []).filter((card) => {
      const suit = this.edition.suits.findIndex(({ letter }) => letter === card[0]);
      const top = round.expeditions[YOU][suit].at(-1);
      return !top || rankOrder(card) > rankOrder(top) || (rankOrder(card) === rankOrder(top) && isWager(card));
    }));
  }

  /** The card that this turn is about, and the place for it. */
  get wanted() {
    const action = this.step?.want[0] ?? "";
    const card = action.replace(/^x/, "");
    return { card, place: `${action === card ? "lay" : "discard"}:${card[0]}`, draw: this.step?.want[1] ?? "" };
  }

  /** Go to another step. @param {number} at */
  go(at) {
    this.at = Math.max(0, Math.min(LAST, at));
    this.done = false;
    this.back();
  }

  /** A card of the hand was chosen. @param {string} card @param {number} copy */
  card(card, copy) {
    if (!this.step || this.done) return;
    this.selection = choose(this.selection, card, copy, this.step.before);
    this.note = this.selection.card && card !== this.wanted.card ? this.#whyNotCard(card) : "";
  }

  /** A place on the board was chosen for the card. @param {string} place */
  place(place) {
    if (!this.step || this.done) return;
    const { card } = this.selection;
    if (!card) return this.#say("learn.card-first");
    if (this.selection.stage === "placed") return this.#say("learn.now-draw");
    if (card !== this.wanted.card) return (this.note = this.#whyNotCard(card));
    const { selection, refusal } = put(this.selection, place, this.step.before);
    if (refusal) return this.#say("learn.not.place", { card: this.#inner(card) });
    if (place !== this.wanted.place) return (this.note = this.#whyNotPlace(card));
    this.selection = selection;
    this.note = "";
  }

  /** A source was chosen to draw from. @param {string} from */
  draw(from) {
    if (!this.step || this.done) return;
    if (this.selection.stage !== "placed") return this.#say("learn.card-first");
    const { refusal } = draw(this.selection, from, this.step.before, this.edition);
    if (refusal) return this.#say(`learn.fault.${refusal.fault}`, { suit: this.#suit(from[1]), card: this.#inner(refusal.card ?? "") });
    if (from !== this.wanted.draw) return (this.note = this.#whyNotDraw(from));
    this.selection = idle();
    this.note = "";
    this.done = true;
  }

  /** Take the placed card back. */
  back() {
    this.selection = idle();
    this.note = "";
  }

  /**
   * What a single key does, the same as at a table.
   * @param {string} key @param {boolean} letters  whether letters are keys, by the person's setting
   * @returns {(() => void)|undefined}
   */
  shortcut(key, letters) {
    const { card, stage } = this.selection;
    if (key === "Escape" && stage !== "idle") return () => this.back();
    if (!card || !letters) return undefined;
    const does = doneBy(key, getSettings().keys);
    if (stage === "chosen" && does === "lay") return () => this.place(`lay:${card[0]}`);
    if (stage === "chosen" && does === "discard") return () => this.place(`discard:${card[0]}`);
    if (stage !== "placed") return undefined;
    if (does === "deck") return () => this.draw(".");
    const suit = this.edition.suits.find(({ letter }) => letter === key.toUpperCase());
    return suit && (() => this.draw(`<${suit.letter}`));
  }

  /** @param {string} card */
  #whyNotCard(card) {
    const { step, wanted } = this;
    const refused = step?.before.refused?.[card];
    const want = this.#inner(wanted.card);
    if (refused) {
      const top = refused.top ? this.#inner(refused.top) : "";
      return t(`learn.fault.${refused.fault}`, { card: cardName(card, this.edition), top, want });
    }
    const own = `learn.${this.at}.not.${card}`;
    const name = cardName(card, this.edition);
    if (hasWords(own)) return t(own);
    const total = step?.worth[card] ?? 0;
    const suit = this.edition.suits.findIndex(({ letter }) => letter === card[0]);
    const starts = step?.before.expeditions[YOU][suit].length === 0;
    if (starts) return t("learn.not.start", { card: name, total, want });
    return t("learn.not.later", { card: name, want });
  }

  /** @param {string} card */
  #whyNotPlace(card) {
    const lay = this.wanted.place.startsWith("lay:");
    const total = this.step?.worth[card] ?? 0;
    return t(lay ? "learn.not.discard" : "learn.not.lay", { card: this.#inner(card), total, suit: this.#suit(card[0]) });
  }

  /** @param {string} from */
  #whyNotDraw(from) {
    const own = `learn.${this.at}.not.${from === "." ? "deck" : "pile"}`;
    return t(hasWords(own) ? own : "learn.not.pile", { suit: this.#suit(from[1]) });
  }

  /** @param {string} key @param {Record<string, string|number>} [params] */
  #say(key, params) {
    this.note = t(key, params);
  }

  /** @param {string} card */
  #inner(card) {
    return cardName(card, this.edition, { inner: true });
  }

  /** @param {string} [letter] */
  #suit(letter) {
    const suit = this.edition.suits.find((one) => one.letter === letter);
    return suit ? suitName(suit, { inner: true }) : "";
  }
}
