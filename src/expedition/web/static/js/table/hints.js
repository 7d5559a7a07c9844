// The reasons of a teaching round: of the choices that promise most, of the card that is chosen, and
// of each draw once it is placed. In full in the dialog and beside a wide board, and in short in a
// strip above the hand of a narrow one.

import { html, nothing } from "../../vendor/lit.js";
import { suitIndex } from "../cards.js";
import { actionOf, handedOver } from "../select.js";
import { botName, cardName, language, suitName, t } from "../words.js";

/** @typedef {import("./room.js").Room} Room */
/** @typedef {import("../types.js").Edition} Edition */
/** @typedef {import("../types.js").Reasons} Reasons */

/** How many choices are shown at once; the server names those that promise most first. */
const BEST = 3;

/** For and against what can be done now. @param {Room} room */
export function hintList(room) {
  const { round, edition } = room;
  if (!round?.hints?.length || !edition) return nothing;
  const { lead, reasons } = now(room);
  const best = reasons ?? round.hints.slice(0, BEST);
  const rest = round.hints.filter((one) => !best.includes(one));
  // Before anything fits, that nothing waits goes without saying.
  const remarks = (round.remarks ?? []).filter(({ params }) => params.n !== 0);
  // After the card there is nothing else to choose than a draw.
  const more = room.selection.stage === "placed" ? [] : rest;
  return html`
    ${remarks.length ? html`<ul class="hints-remarks">${remarks.map((one) => html`<li>${said(one, edition)}</li>`)}</ul>` : nothing}
    <p class="hints-lead">${lead || t("hinted.best", { bot: botName("careful") })}</p>
    ${listed(best, edition, !reasons)}
    ${more.length ? html`<details class="hints-more"><summary>${t(reasons ? "hinted.others" : "hinted.more", { n: more.length })}</summary>
      ${listed(more, edition, !reasons, reasons ? 1 : BEST + 1)}</details>` : nothing}`;
}

/** The same in short, in place. @param {Room} room @param {() => void} open  shows all of them */
export function hintsHere(room, open) {
  const { view, round, edition, selection } = room;
  if (!view || view.me === null || view.phase !== "playing" || !round?.hands || !edition) return nothing;
  const told = now(room);
  const first = told.reasons ?? (round.hints ?? []).slice(0, 1);
  const lead = told.lead || t(first.length ? "hinted.first" : "hinted.wait", { bot: botName("careful") });
  return html`<div class="hints-here">
    <div class="hints-here-words scrolls" role="group" tabindex="0" aria-label=${t("dialog.hints")}>
      <p class="hints-lead">${lead}</p>
      ${listed(first, edition, false)}
    </div>
    ${round.hints?.length && selection.stage !== "idle"
      ? html`<button type="button" class="button" data-hints @click=${open}>${t("table.hints")}</button>`
      : nothing}
  </div>`;
}

/** What the choice so far asks for: the reasons of its card, or of the draws after it; null at the start. @param {Room} room @returns {{lead: string, reasons: Reasons[]|null}} */
function now({ round, edition, selection }) {
  const { card, place, stage } = selection;
  if (!round?.hints || !edition || !card) return { lead: "", reasons: null };
  const name = cardName(card, edition, { inner: true });
  if (stage === "chosen") {
    const reasons = round.hints.filter(({ action }) => action === card || action === `x${card}`);
    return reasons.length ? { lead: t("hinted.card", { card: name }), reasons } : { lead: "", reasons: null };
  }
  const draws = round.hints.find(({ action }) => action === actionOf(card, place))?.draws;
  return draws?.length ? { lead: t("hinted.draws"), reasons: draws } : { lead: "", reasons: null };
}

/** @param {Reasons[]} reasons @param {Edition} edition @param {boolean} ordered  in an order of preference @param {number} [start] */
function listed(reasons, edition, ordered, start = 1) {
  const items = reasons.map(({ action, for: pros, against: cons }) => html`<li>
    <b>${capital(hinted(action, edition))}</b>
    <ul>${pros.map((one) => html`<li class="is-pro"><span aria-hidden="true">+</span> ${said(one, edition)}</li>`)}
      ${cons.map((one) => html`<li class="is-con"><span aria-hidden="true">−</span> ${said(one, edition)}</li>`)}</ul>
  </li>`);
  return ordered ? html`<ol class="hints" start=${start}>${items}</ol>` : html`<ul class="hints is-plain">${items}</ul>`;
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);
}

/** @param {string} action @param {Edition} edition */
function hinted(action, edition) {
  if (action === ".") return t("hinted.deck");
  if (action.startsWith("<")) return t("hinted.pile", { suit: suitName(edition.suits[suitIndex(action.slice(1), edition)], { inner: true }) });
  const pair = handedOver(action);
  if (pair) return t("hinted.hand", { one: cardName(pair[0], edition, { inner: true }), other: cardName(pair[1], edition, { inner: true }) });
  if (action.startsWith("x")) return t("hinted.discard", { card: cardName(action.slice(1), edition, { inner: true }) });
  return t("hinted.lay", { card: cardName(action, edition, { inner: true }) });
}

// Suits and cards among the parameters are said in words, as within a sentence.
/** @param {import("../types.js").Hint} reason @param {Edition} edition */
function said({ code, params }, edition) {
  const named = (/** @type {string} */ card) => cardName(card, edition, { inner: true });
  const worded = Object.entries(params ?? {}).map(([name, value]) => {
    if (name === "suit") return [name, suitName(edition.suits[suitIndex(value, edition)], { inner: true })];
    if (name === "card") return [name, named(value)];
    if (name === "cards") return [name, new Intl.ListFormat(language(), { type: "conjunction" }).format(value.map(named))];
    return [name, value];
  });
  return t(`hint.${code}`, Object.fromEntries(worded));
}
