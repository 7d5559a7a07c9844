// A table as this device sees it: the seats it holds, whose eyes it has now, what was chosen but not
// yet sent, and what the status line says. No markup; pages/table.js draws it.

import { edition as findEdition, keepSeats, seatsOf, tables } from "../api.js";
import { inOwnOrder, sortHand } from "../hand.js";
import * as select from "../select.js";
import { sound } from "../sound.js";
import { getSettings, readStored, setSetting, writeStored } from "../state.js";
import { codeSentence, eventSentence, nowSentence, refusalSentence, rejectionSentence, seatNames } from "../status.js";
import { comingOf, renewSeat, settled } from "../tokens.js";
import { t } from "../words.js";
import { passOn } from "./passing.js";
import { SeatLink } from "./seat.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Edition} Edition */
/** @typedef {import("../hand.js").Held} Held */

/** Milliseconds for which nothing is said of a turn under way. */
export const PATIENCE = 400;

export class Room {
  /**
   * @param {string} table
   * @param {{draw: () => void, moved: (link: SeatLink, events: any[]) => void, rematch: () => void}} screen  draw again; note what moves, before drawing; go on to the rematch
   */
  constructor(table, screen) {
    this.table = table;
    this.screen = screen;
    /** @type {SeatLink[]} */
    this.links = [];
    /** Whose eyes the screen has. @type {SeatLink|null} */
    this.eyes = null;
    /** Who must take the device before anything is shown. @type {SeatLink|null} */
    this.curtain = null;
    /** Who is to have the device once whoever has it has seen what they drew. @type {SeatLink|null} */
    this.passing = null;
    /** Whether somebody of several people here has said who they are. */
    this.unveiled = false;
    /** @type {Edition|null} */
    this.edition = null;
    this.selection = select.idle();
    /** Whether the turn is under way to the server. */
    this.sending = false;
    /** Since when, in milliseconds. */
    this.sentAt = 0;
    /** What the status line said last, and the alert; `n` makes a repeated one new. */
    this.said = { text: "", n: 0 };
    this.alert = { text: "", n: 0 };
    /** @type {Held|null} */
    this.fresh = null;
    /** A token that this page has just asked for. */
    this.renewed = "";
    /** One's own order of the hand. @type {string[]} */
    this.order = readStored(`expedition.hand.${table}`) ?? [];
    /** @type {{code: string, message: string}|null} */
    this.lost = null;
  }

  /** Sit down with these tokens, or watch with none. @param {string[]} tokens */
  open(tokens) {
    this.close();
    this.lost = null;
    const wanted = tokens.length ? tokens : [null];
    this.links = wanted.map((token) => new SeatLink(this.table, token, {
      view: (link, events, first) => void this.look(link, events, first),
      change: (link) => this.change(link),
    }));
    this.eyes = this.links[0];
    for (const link of this.links) link.client.connect();
  }

  close() {
    for (const link of this.links) link.client.close();
  }

  /** @returns {View|null} */
  get view() {
    return this.eyes?.view ?? null;
  }

  get round() {
    return this.view?.round ?? null;
  }

  get names() {
    return this.view ? seatNames(this.view) : [];
  }

  /** Whether there is not enough to draw a table yet; with several people, not before all their views are in. */
  get loading() {
    return !this.view || !this.edition || (!this.unveiled && this.links.some((link) => !link.view));
  }

  /** @returns {import("../status.js").Sense} */
  get sense() {
    return { edition: /** @type {Edition} */ (this.edition), names: this.names, me: this.view?.me ?? null };
  }

  get myTurn() {
    return Boolean(this.view?.can.turn && this.round?.legal?.length && !this.sending);
  }

  /** The hand as it lies. @returns {Held[]} */
  get held() {
    if (!this.round?.hand || !this.edition) return [];
    return sortHand(this.round.hand, this.edition, getSettings().sort, this.order);
  }

  /** The link that holds a seat, or null. @param {number|null|undefined} seat */
  holder(seat) {
    return this.links.find((link) => link.token !== null && link.seat === seat) ?? null;
  }

  /** @param {SeatLink} link @param {{seq: number, event: any}[]} events @param {boolean} first */
  async look(link, events, first) {
    const view = /** @type {View} */ (link.view);
    this.edition ??= (await findEdition(view.edition)) ?? null;
    if (first && link.token !== null && view.me !== null) {
      keepSeats(this.table, [{ seat: view.me, token: link.token }], { edition: view.edition, names: seatNames(view) });
      settled(this.table, link.token);
    }
    if (link === this.eyes) {
      this.screen.moved(link, first ? [] : events);
      this.arrive(view, events, first);
    }
    passOn(this);
    this.screen.draw();
  }

  /** @param {View} view @param {{seq: number, event: any}[]} events @param {boolean} first */
  arrive(view, events, first) {
    const sense = this.sense;
    const own = events.some(({ event }) => event.kind === "turn" && event.seat === view.me);
    const turned = events.some(({ event }) => ["turn", "taken-back", "restarted", "dealt"].includes(event.kind));
    this.fresh = null;
    for (const { event } of events) {
      if (event.kind === "turn" && event.seat === view.me && event.drawn) {
        const copies = view.round?.hand?.filter((card) => card === event.drawn).length ?? 1;
        this.fresh = { card: event.drawn, copy: Math.max(0, copies - 1) };
      }
    }
    if (own) {
      this.sending = false;
      this.selection = select.idle();
    }
    if (view.round?.hand) this.keepOrder(inOwnOrder(view.round.hand, this.order));
    if (view.phase === "ended") keepSeats(this.table, [], { over: true });
    // How a match ended is said once, by the sentence about where it stands.
    const news = events.filter(({ event }) => view.phase !== "ended" || !["stopped", "resigned"].includes(event.kind));
    const told = first ? [] : news.map(({ event }) => eventSentence(event, sense)).filter(Boolean);
    let premove = "";
    if (!this.sending) premove = this.premoveArrives();
    if (first || events.length > news.length || told.length || turned) {
      this.say([...told, premove, nowSentence(view, sense, { brief: told.length > 0 })].filter(Boolean).join(" "));
    }
    // Everybody in a seat has agreed to it, so nobody is taken by surprise.
    if (!first && view.me !== null && events.some(({ event }) => event.kind === "rematched")) this.screen.rematch();
    if (!first && turned) sound(view.phase !== "playing" ? "end" : view.can.turn ? "turn" : "place");
    if (!this.sending) this.selection = view.phase === "playing" ? select.settle(this.selection, view.round) : select.idle();
  }

  /** A turn chosen on the other's turn: sent, or dropped with a word. @returns {string} */
  premoveArrives() {
    const round = this.round;
    if (!this.myTurn || !round || this.selection.stage !== "whole") return "";
    if (select.stillLegal(this.selection, round)) {
      void this.send();
      return t("table.premove.sent");
    }
    this.selection = select.idle();
    return t("table.premove.dropped");
  }

  /** @param {SeatLink} link */
  change(link) {
    if (link.state.state === "closed" && link.state.code !== "left") {
      // A key that is no longer any good doesn't keep the other seats of this device from playing.
      const others = this.links.filter((one) => one !== link);
      if (others.length && !link.view) {
        this.links = others;
        if (this.eyes === link) this.eyes = others[0];
        passOn(this);
      } else if (link === this.eyes) {
        this.lost = { code: link.state.code ?? "unavailable", message: link.state.message ?? "" };
      }
    }
    this.screen.draw();
  }

  /** Say something in the status line. @param {string} text */
  say(text) {
    this.said = { text, n: this.said.n + 1 };
    this.alert = { text: "", n: this.alert.n };
  }

  /** Say why something is not possible. @param {string} text */
  warn(text) {
    this.alert = { text, n: this.alert.n + 1 };
    sound("refuse");
    this.screen.draw();
  }

  /** @param {import("../types.js").Refusal} refusal */
  refuse(refusal) {
    if (this.edition) this.warn(refusalSentence(refusal, this.edition));
  }

  /** Send the chosen turn. */
  async send() {
    const { view, round, eyes } = this;
    const actions = round ? select.actions(this.selection, round) : null;
    if (!view || !actions || !eyes || this.sending) return;
    this.sending = true;
    this.sentAt = Date.now();
    setTimeout(() => this.screen.draw(), PATIENCE);
    this.screen.draw();
    const answer = await eyes.send({ type: "turn", base: view.seq, actions });
    if (answer.type === "rej") {
      this.sending = false;
      this.selection = select.idle();
      if (this.view) this.say(nowSentence(this.view, this.sense));
      if (this.edition) this.warn(rejectionSentence(answer, this.edition));
    } else if (this.sending && this.eyes === eyes && (this.view?.seq ?? 0) >= answer.seq) {
      this.sending = false;
      this.selection = select.idle();
      this.screen.draw();
    }
  }

  /** Send anything that is not a turn. @param {import("../types.js").Command} command @param {SeatLink|null} [link] */
  async command(command, link = this.eyes) {
    const answer = await link?.send(command);
    if (answer?.type === "rej" && this.edition) this.warn(rejectionSentence(answer, this.edition));
    return answer;
  }

  /** Give the seat on the screen a new secret: everybody else who has the old one is out. */
  async renew() {
    const { eyes } = this;
    if (!eyes || eyes.seat === null) return;
    eyes.client.close();
    try {
      this.renewed = (await renewSeat(this.table, eyes.seat)).token;
    } catch (error) {
      const { code = "unavailable", message } = /** @type {any} */ (error);
      this.warn(codeSentence(code, message));
    }
    const coming = comingOf(this.table);
    this.unveiled = false;
    this.open([...this.tokens, ...(coming ? [coming] : [])]);
    this.screen.draw();
  }

  /** @param {string[]} order */
  keepOrder(order) {
    if (order.join() === this.order.join()) return;
    this.order = order;
    if (getSettings().sort === "own") writeStored(`expedition.hand.${this.table}`, order);
  }

  /** Put a card of the hand before another; from now on the hand lies as one puts it. @param {Held} held @param {Held} before */
  reorder(held, before) {
    const row = this.held;
    const from = row.findIndex(({ card, copy }) => card === held.card && copy === held.copy);
    const to = row.findIndex(({ card, copy }) => card === before.card && copy === before.copy);
    if (from < 0 || to < 0) return;
    const [moved] = row.splice(from, 1);
    row.splice(to, 0, moved);
    setSetting("sort", "own");
    this.keepOrder(row.map(({ card }) => card));
    this.say(t("table.reordered", { n: to + 1 }));
    this.screen.draw();
  }

  /** What is kept of this table on this device. */
  get kept() {
    return tables()[this.table] ?? null;
  }

  /** The tokens that this device holds. */
  get tokens() {
    return seatsOf(this.table).map(({ token }) => token);
  }
}
