// The bar above the board: who plays, what the round stands at, whose turn it is, and the menu.

import { html, nothing, svg } from "../../vendor/lit.js";
import { face } from "../cards.js";
import { getSettings } from "../state.js";
import { cardName, signed, t } from "../words.js";

/** @typedef {import("./room.js").Room} Room */
/** @typedef {import("../types.js").View} View */

const LINES = svg`<path d="M3 6h18M3 12h18M3 18h18" />`;
const HOME = svg`<path d="M3 11.5 12 4l9 7.5M6 10v9h12v-9" />`;
const GREET = svg`<path d="M4 5h16v11H10l-5 4v-4H4z" />`;

/** An icon of lines. @param {unknown} lines */
export function icon(lines) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${lines}</svg>`;
}

/** @param {Room} room @param {{menu: () => void, greet: () => void}} on */
export function topBar(room, on) {
  const view = /** @type {View} */ (room.view);
  const sides = [...new Set(view.seats.map(({ side }) => side))];
  const mine = view.me === null ? 0 : view.seats[view.me].side;
  const { standing } = view;
  return html`<div class="table-top">
    <a class="icon-button" href="/" aria-label=${t("table.leave")}>${icon(HOME)}</a>
    <div class="sides">${[...sides].sort((a, b) => Number(a === mine) - Number(b === mine)).map((side) => sideTag(room, view, side, side === mine))}</div>
    <p class="round-number">
      ${standing.teaching
        ? t("table.teaching")
        : !standing.round ? t("table.round.none") : html`<span class="hidden">${t("table.round", { n: standing.round, of: standing.rounds })}</span>
            <span aria-hidden="true">${standing.round}/${standing.rounds}</span>`}
    </p>
    ${view.can.greet ? html`<button type="button" class="icon-button" aria-label=${t("table.greet")} @click=${on.greet}>${icon(GREET)}</button>` : nothing}
    <button type="button" class="icon-button" data-menu aria-label=${t("table.menu")} @click=${on.menu}>${icon(LINES)}</button>
  </div>`;
}

/** @param {Room} room @param {View} view @param {number} side @param {boolean} own */
function sideTag(room, view, side, own) {
  const { round, standing } = view;
  const acts = round && !round.over && view.phase === "playing" && round.to_act !== null && view.seats[round.to_act].side === side;
  const seats = view.seats.flatMap((seat, number) => (seat.side === side ? [number] : []));
  const shown = getSettings().scores && round;
  const before = standing.totals[side] - (round?.over && !standing.teaching ? round.totals[side] : 0);
  return html`<div class="side-tag ${own ? "is-own" : ""} ${acts ? "is-acting" : ""}" data-move=${own ? "" : `seat:${seats[0]}`}>
    <span class="side-name">${seats.map((seat, place) => {
      const marked = acts && seats.length > 1 && round.to_act === seat;
      return html`${place ? " & " : ""}<span class=${marked ? "acts" : ""}>${room.names[seat]}</span>`;
    })}${away(room, seats)}<span class="hidden">: </span></span>
    <span class="side-score">
      ${shown ? html`<b>${signed(round.totals[side])}</b><span class="hidden"> ${t("table.this-round")}</span>` : nothing}
      ${standing.rounds > 1 && standing.scores.length ? html`${shown ? html`<span class="hidden">, </span>` : nothing}<span class="before">${t("table.before", { n: before })}</span>` : nothing}
      ${acts ? html`<span class="hidden">, ${t("table.acts")}</span>` : nothing}
    </span>
  </div>`;
}

/** @param {Room} room @param {number[]} seats */
function away(room, seats) {
  const gone = seats.some((seat) => room.view?.seats[seat].kind === "person" && room.eyes?.presence?.seats[seat]?.here === false);
  return gone ? html`<span class="away"> ${t("table.away")}</span>` : nothing;
}

/**
 * Beside a side's expeditions: cards held, turns left, and what is known of their hands.
 * @param {Room} room @param {boolean} own
 */
export function beside(room, own) {
  const view = /** @type {View} */ (room.view);
  const { round } = view;
  if (!round || !room.edition) return nothing;
  const { edition } = room;
  const side = view.me === null ? 0 : view.seats[view.me].side;
  const seats = view.seats.flatMap((seat, number) => ((seat.side === side) === own ? [number] : []));
  return html`${seats.map((seat) => {
    const self = seat === view.me;
    const open = round.hands?.[seat];
    const known = self || open ? [] : (round.known[seat] ?? []);
    return html`<div class="seat-note">
      ${seats.length > 1 ? seatName(self ? t("table.you") : room.names[seat]) : nothing}
      ${known.length
        ? html`<span class="known"><span class="hidden">${t("table.known", { name: room.names[seat] })}</span>${known.map((card) => html`
            <span class="known-card">${face(card, edition, { size: "chip" })}<span class="hidden">${cardName(card, edition, { inner: true })} </span></span>`)}</span>`
        : nothing}
      ${seats.length > 1 ? short(round.hand_sizes[seat], view.phase === "playing" ? round.turns_left[seat] : null) : nothing}
      ${self || seats.length > 1 ? nothing : note("table.cards", round.hand_sizes[seat])}
      ${view.phase === "playing" && seats.length === 1 ? note("table.turns", round.turns_left[seat]) : nothing}
      ${self && round.playable !== null && view.phase === "playing" ? note("table.playable", round.playable) : nothing}
    </div>`;
  })}`;
}

// Where there's little room, "Careful 2" is cut to "Ca… 2".
/** @param {string} name */
function seatName(name) {
  const [, start, end] = /^(.+?)( \S{1,3})?$/.exec(name) ?? ["", name, ""];
  return html`<span class="seat-name"><span>${start}</span>${end ? html`<span>${end}</span>` : nothing}</span>`;
}

/** A number with its word. @param {string} key @param {number} n */
function note(key, n) {
  return html`<span class="note"><span aria-hidden="true"><b>${n}</b> ${t(key, { n })}</span><span class="hidden">${t(`${key}.full`, { n })}. </span></span>`;
}

const CARD = svg`<path d="M7 3h10a1.5 1.5 0 0 1 1.5 1.5v15A1.5 1.5 0 0 1 17 21H7a1.5 1.5 0 0 1-1.5-1.5v-15A1.5 1.5 0 0 1 7 3z" />`;
const TURN = svg`<path d="M20 12a8 8 0 1 1-2.6-5.9M20 3v4.5h-4.5" />`;

// Where four share the room: signs for the eye, words for the ear.
/** @param {number} cards @param {number|null} turns */
function short(cards, turns) {
  return html`<span class="note is-short"><span>${icon(CARD)}<b aria-hidden="true">${cards}</b><span class="hidden">${t("table.cards.full", { n: cards })}, </span></span>${turns === null
    ? nothing
    : html` <span>${icon(TURN)}<b aria-hidden="true">${turns}</b><span class="hidden">${t("table.turns.full", { n: turns })}. </span></span>`}</span>`;
}

/** The others' open hands in a teaching round. @param {Room} room */
export function openHands(room) {
  const { round, me } = /** @type {View} */ (room.view);
  if (!round?.hands || !room.edition) return nothing;
  const edition = room.edition;
  return html`<div class="open-hands">${round.hands.map((hand, seat) => {
    if (seat === me || !hand) return nothing;
    const cards = hand.map((card) => cardName(card, edition, { inner: true })).join(", ");
    return html`<div class="open-hand" role="img" aria-label=${`${t("table.open-hand", { name: room.names[seat] })} ${cards}`}>
      ${hand.map((card) => face(card, edition, { size: "chip" }))}
    </div>`;
  })}</div>`;
}
