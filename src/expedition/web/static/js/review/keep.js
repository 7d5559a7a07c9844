// What to do with a turn: copy its link, play on from it, save the record.

import { html, nothing } from "../../vendor/lit.js";
import { go, redraw } from "../app.js";
import { seatName } from "../sheet.js";
import { errorText, t } from "../words.js";
import { playBot } from "./play-bot.js";

/** @typedef {import("../types.js").Review} Review */
/** @typedef {import("./session.js").ReviewSession} ReviewSession */

export class Keep {
  /** @param {ReviewSession} session */
  constructor(session) {
    this.session = session;
    /** The link shown to be copied by hand, or "". */
    this.byHand = "";
    this.said = "";
    this.problem = "";
    this.making = false;
  }

  /** What was said belongs to the turn that is left. */
  moved() {
    this.byHand = this.said = this.problem = "";
  }

  /** @param {string} path */
  async copy(path) {
    const link = new URL(path, location.origin).href;
    this.moved();
    try {
      // Missing where the page comes over plain http from another machine.
      await navigator.clipboard.writeText(link);
      this.said = t("review.link.copied");
    } catch {
      this.byHand = link;
    }
    redraw();
    if (this.byHand) queueMicrotask(copyField);
  }

  /** @param {Review} review @param {number} turn @param {number} seat */
  async playOn(review, turn, seat) {
    if (this.making) return;
    this.making = true;
    this.moved();
    redraw();
    try {
      const bot = review.seats.find((one, at) => at !== seat && one.bot)?.bot ?? "";
      const from = this.session.branch(review.round, turn);
      await go(`/t/${await playBot({ edition: review.edition, seats: review.seats.length, mine: seat, bot, from })}`);
    } catch (error) {
      this.problem = errorText(error);
    }
    this.making = false;
    redraw();
  }

  /**
   * @param {Review} review @param {number} at
   * @param {string} path  of this turn
   * @param {boolean} isOpen  whether the deal may be seen
   */
  template(review, at, path, isOpen) {
    const { table } = this.session;
    const { position } = review.steps[at];
    const seat = /^\d+$/.test(String(review.eyes)) ? Number(review.eyes) : (position.to_act ?? 0);
    return html`<section class="review-keep">
      <p class="review-acts">
        ${table
          ? html`<button class="button" type="button" @click=${() => this.copy(path)}>${t("review.link")}</button>`
          : nothing}
        ${position.over || !isOpen
          ? nothing
          : html`<button class="button" type="button" aria-describedby="play-on-why" aria-disabled=${this.making ? "true" : "false"}
              @click=${() => this.playOn(review, review.steps[at].turn, seat)}>
              ${this.making ? t("review.play-on.making") : `${t("review.play-on")} ${t("review.play-on.as", { name: seatName(review.seats, seat) })}`}
            </button>`}
      </p>
      <p role="status">${this.said || nothing}</p>
      ${this.byHand
        ? html`<label class="field"><span>${t("review.link.by-hand")}</span>
            <input id="link-field" type="text" readonly .value=${this.byHand} @focus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()} /></label>`
        : nothing}
      <p class="error" role="alert">${this.problem || nothing}</p>
      ${isOpen ? html`<p class="muted" id="play-on-why">${t(position.over ? "review.play-on.over" : "review.play-on.why")}</p>` : nothing}
      ${table ? nothing : html`<p class="muted">${t("review.link.imported")}</p>`}
    </section>`;
  }
}

/** The record to save, in either form. @param {string} table */
export function saveTemplate(table) {
  return html`<section class="review-save">
    <h2>${t("review.save")}</h2>
    <p class="review-acts">
      <a class="button" href="/api/tables/${table}/record" download="expedition-${table}.json">${t("review.save.json")}</a>
      <a class="button" href="/api/tables/${table}/record?form=text" download="expedition-${table}.txt">${t("review.save.text")}</a>
    </p>
  </section>`;
}

// The old way to copy, which needs no secure context; where it fails the link stands selected.
function copyField() {
  const field = /** @type {HTMLInputElement|null} */ (document.getElementById("link-field"));
  field?.focus();
  field?.select();
  try {
    document.execCommand("copy");
  } catch {
    // Selected is good enough.
  }
}
