// The hand: a row of buttons within the thumb's reach.

import { html, nothing, repeat, svg } from "../vendor/lit.js";
import { face, rankOrder, suitIndex } from "./cards.js";
import { cardName, suitName, t } from "./words.js";

/** @typedef {import("./types.js").Edition} Edition */
/** @typedef {{card: string, copy: number}} Held  a card and which of its equals it is */

/**
 * The hand in the order it's shown in.
 * @param {string[]} hand @param {Edition} edition @param {"suit"|"rank"|"own"} sort
 * @param {string[]} own  one's own order; cards it lacks go to the end
 * @returns {Held[]}
 */
export function sortHand(hand, edition, sort, own = []) {
  const bySuit = (/** @type {string} */ a, /** @type {string} */ b) =>
    suitIndex(a, edition) - suitIndex(b, edition) || rankOrder(a) - rankOrder(b);
  const cards = [...hand].sort(bySuit);
  if (sort === "rank") cards.sort((a, b) => rankOrder(a) - rankOrder(b) || bySuit(a, b));
  const ordered = sort === "own" ? inOwnOrder(cards, own) : cards;
  /** @type {Map<string, number>} */
  const seen = new Map();
  return ordered.map((card) => {
    const copy = seen.get(card) ?? 0;
    seen.set(card, copy + 1);
    return { card, copy };
  });
}

/** @param {string[]} cards @param {string[]} own @returns {string[]} */
export function inOwnOrder(cards, own) {
  const rest = [...cards];
  const placed = own.filter((card) => {
    const at = rest.indexOf(card);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
  return [...placed, ...rest];
}

/**
 * @typedef {object} HandContext
 * @property {Edition} edition
 * @property {Held[]} held
 * @property {import("./select.js").Selection} selection
 * @property {boolean} active  whether the cards can be chosen now
 * @property {Set<string>} playable  cards that could be laid
 * @property {string[]} exposed  cards that the others know of
 * @property {(Held & {place?: string})|null} gone  the card that lies on the board, not yet sent or accepted, and where
 * @property {Held|null} fresh  the card just drawn
 * @property {(held: Held) => void} choose
 */

/** The hand. @param {HandContext} ctx */
export function handTemplate(ctx) {
  const exposed = [...ctx.exposed];
  const { selection, edition } = ctx;
  const classes = `hand ${ctx.active ? "" : "is-resting"} ${ctx.held.length > 8 ? "is-long" : ""}`;
  return html`<div class=${classes} role="group" aria-label=${t("table.hand", { n: ctx.held.length })} data-roving="hand">
    ${repeat(ctx.held, ({ card, copy }) => `${card}.${copy}`, (held) => {
      const { card, copy } = held;
      const chosen = is(selection.card, selection.copy, held) || is(selection.second, selection.secondCopy, held);
      const gone = ctx.gone !== null && is(ctx.gone.card, ctx.gone.copy, held);
      const at = exposed.indexOf(card);
      const known = at >= 0;
      if (known) exposed.splice(at, 1);
      const fresh = ctx.fresh !== null && is(ctx.fresh.card, ctx.fresh.copy, held);
      const playable = ctx.playable.has(card);
      const name = [
        gone ? goneWords(card, ctx.gone?.place, edition) : t(playable ? "table.card.playable" : "table.card.held", { card: cardName(card, edition) }),
        copy > 0 ? t("table.card.copy", { n: copy + 1 }) : "",
        known ? t("table.card.known") : "",
        fresh ? t("table.card.fresh") : "",
      ].filter(Boolean).join(", ");
      const marks = [chosen && "is-chosen", gone && "is-gone", fresh && "is-fresh", playable ? "is-playable" : "is-unplayable"];
      return html`<button type="button" class=${["hand-card", ...marks].filter(Boolean).join(" ")}
        data-card=${card} data-copy=${copy} data-move=${`hand:${card}:${copy}`}
        aria-label=${name} aria-pressed=${chosen ? "true" : "false"} @click=${() => ctx.choose(held)}>
        ${face(card, edition)}${known ? eye() : nothing}
      </button>`;
    })}
  </div>`;
}

// Where a card lies that has left the hand, but not for good.
/** @param {string} card @param {string|undefined} place @param {Edition} edition */
function goneWords(card, place, edition) {
  const suit = suitName(edition.suits[suitIndex(card, edition)], { inner: true });
  return t(place?.startsWith("discard") ? "table.card.discarded" : "table.card.placed", { card: cardName(card, edition), suit });
}

/** @param {string|null} card @param {number} copy @param {Held} held */
function is(card, copy, held) {
  return card === held.card && copy === held.copy;
}

// An open eye: the other side knows this card.
function eye() {
  return html`<svg class="known-mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    ${svg`<path d="M1 12C4 6.5 8 4 12 4s8 2.5 11 8c-3 5.5-7 8-11 8S4 17.5 1 12z" />`}<circle cx="12" cy="12" r="4" />
  </svg>`;
}
