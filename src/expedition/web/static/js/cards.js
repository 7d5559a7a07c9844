// Cards as pictures: faces, backs, suit shapes. What a card is called aloud is words.js's business.

import { html, nothing, svg } from "../vendor/lit.js";
import { COMPASS, CONTOURS, SHAPES, ridge } from "./table/shapes.js";
import { wagerWord } from "./words.js";

/** @typedef {import("./types.js").Edition} Edition */
/** @typedef {import("./types.js").Suit} Suit */

/**
 * The key of a suit's colour and shape: its letter, but "A" for caps, whose letter is purple's.
 * @param {string} letter @param {Edition} edition
 */
export function suitKey(letter, edition) {
  const suit = edition.suits.find((one) => one.letter === letter);
  return suit?.name.toLowerCase() === "caps" ? "A" : letter;
}

/** The place of a card's suit in the edition's order. @param {string} card @param {Edition} edition */
export function suitIndex(card, edition) {
  return edition.suits.findIndex((one) => one.letter === card[0]);
}

/** Whether a card is a wager. @param {string} card */
export function isWager(card) {
  return !/\d/.test(card);
}

/** Where a card stands in its suit: wagers first in their order. @param {string} card */
export function rankOrder(card) {
  return isWager(card) ? "$JQK".indexOf(card[1]) / 10 : Number(card.slice(1));
}

/**
 * A suit's shape.
 * @param {string} letter @param {Edition} edition @param {string} [className]
 */
export function suitShape(letter, edition, className = "") {
  return html`<svg class="shape ${className}" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=${SHAPES[suitKey(letter, edition)]} /></svg>`;
}

/** The compass rose of the wagers. @param {string} [className] */
export function compass(className = "") {
  return html`<svg class="shape ${className}" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path fill-rule="evenodd" d=${COMPASS} /></svg>`;
}

/**
 * The face of a card, hidden from assistive technology: whatever holds it has the name.
 * `size`: "hand" fills what holds it, "small" has a size of its own, "column" is a strip under others,
 * "chip" only number and shape.
 * @param {string} card @param {Edition} edition
 * @param {{size?: "hand"|"small"|"column"|"chip"}} [how]
 */
export function face(card, edition, { size = "hand" } = {}) {
  const letter = card[0];
  const key = suitKey(letter, edition);
  if (size === "chip") {
    return html`<span class="card chip suit-${key}" aria-hidden="true">${number(card)}${suitShape(letter, edition)}</span>`;
  }
  return html`<span class="card is-${size} suit-${key} ${isWager(card) ? "is-wager" : ""}" aria-hidden="true">
    ${scene(card, key, size)}
    <span class="edge at-head">${number(card)}<span class="letter">${letter}</span>${suitShape(letter, edition)}</span>
    <span class="edge at-foot">${suitShape(letter, edition)}${card[1] === "$" && size === "hand" ? html`<span class="word">${wagerWord(edition)}</span>` : nothing}${number(card)}</span>
  </span>`;
}

/** The back of a card: contour lines. @param {{size?: string}} [how] */
export function back({ size = "hand" } = {}) {
  return html`<span class="card back is-${size}" aria-hidden="true">
    <svg class="scene" viewBox="0 0 100 140" preserveAspectRatio="xMidYMid slice" focusable="false">
      ${CONTOURS.map((line) => svg`<path class="contour" d=${line} />`)}
    </svg>
  </span>`;
}

/** @param {string} card */
function number(card) {
  if (card[1] === "$") return html`<span class="number">${compass()}</span>`;
  return html`<span class="number ${card.length > 2 ? "is-ten" : ""}">${card.slice(1)}</span>`;
}

// In a column only a strip shows: the route goes on from card to card. A whole card has sky, emblem,
// three ridges, and the ground, which has the suit's colour again for the lower number.
/** @param {string} card @param {string} key @param {string} size */
function scene(card, key, size) {
  const place = isWager(card) ? 0 : Number(card.slice(1));
  if (size === "column") {
    const bend = [10, -7, 9, -11, 6][place % 5];
    return html`<svg class="scene route" viewBox="0 0 100 100" preserveAspectRatio="none" focusable="false">
      <path class="trail" d=${`M50 0C${50 + bend} 30 ${50 + bend} 70 50 100`} />
    </svg>`;
  }
  const emblem = isWager(card) ? COMPASS : SHAPES[key];
  return html`<svg class="scene" viewBox="0 0 100 140" preserveAspectRatio="none" focusable="false">
      <path class="land far" d=${ridge(key, place, 0)} />
      <path class="land middle" d=${ridge(key, place, 1)} />
      <path class="land near" d=${ridge(key, place, 2)} />
    </svg>
    <svg class="emblem" viewBox="0 0 24 24" focusable="false"><path fill-rule="evenodd" d=${emblem} /></svg>`;
}
