// Turns and positions in words. Headless: text in, text out.

import { seatName, sideName } from "../sheet.js";
import { turnSentence } from "../status.js";
import { cardName, suitName, t } from "../words.js";

/** @typedef {import("../types.js").Edition} Edition */
/** @typedef {import("../types.js").ReviewStep} ReviewStep */
/** @typedef {import("../types.js").Round} Round */
/** @typedef {import("../types.js").SeatView} SeatView */

/**
 * A turn as a sentence: "Anna laid blue 5 and drew from the deck."; at the deal, who is to start.
 * @param {ReviewStep} step @param {SeatView[]} seats @param {Edition} edition
 */
export function turnWords({ seat, actions, drawn, position }, seats, edition) {
  if (seat === null) return t("review.dealt", { name: seatName(seats, position.starter) });
  const names = seats.map((_, at) => seatName(seats, at));
  return turnSentence({ seat, actions, drawn }, { edition, names, me: null });
}

/**
 * What is said when a step is reached, in one line.
 * @param {ReviewStep} step @param {SeatView[]} seats @param {Edition} edition
 */
export function stepWords(step, seats, edition) {
  const { position } = step;
  const totals = position.totals.map((total, side) => t("review.side-total", { name: sideName(seats, side), total }));
  return [
    step.turn ? t("review.turn", { n: step.turn }) : "",
    turnWords(step, seats, edition),
    `${totals.join(", ")}.`,
    position.over ? t(`sheet.end.${position.termination}`) : t("review.deck", { n: position.deck }),
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * What the record says about a step. Its comments count actions, two to most turns.
 * @param {import("../types.js").Review} review @param {number} at @returns {string[]}
 */
export function commentsOf(review, at) {
  /** @type {{round: number, after: number, text: string}[]} */
  const comments = /** @type {any} */ (review).meta?.comments ?? [];
  const made = (/** @type {number} */ step) =>
    review.steps.slice(0, step + 1).reduce((sum, { actions }) => sum + actions.length, 0);
  const [from, to] = [at ? made(at - 1) : -1, made(at)];
  return comments.flatMap(({ round, after, text }) => (round === review.round && after > from && after <= to ? [text] : []));
}

/**
 * The position as a list of sentences, for eyes and ears alike.
 * @param {Round} position @param {SeatView[]} seats @param {Edition} edition
 * @returns {{head: string, lines: string[]}[]}
 */
export function positionWords(position, seats, edition) {
  const parts = position.expeditions.map((laid, side) => ({
    head: t("review.words.expeditions", { name: sideName(seats, side) }),
    lines: edition.suits.flatMap((suit, at) => expeditionWords(suitName(suit), laid[at], position.scores[side][at])),
  }));
  parts.push({ head: t("review.words.piles"), lines: pileLines(position, edition) });
  parts.push({ head: t("review.words.hands"), lines: handLines(position, seats, edition) });
  return parts.map((part) => (part.lines.length ? part : { ...part, lines: [t("review.words.nothing")] }));
}

/** @param {string} suit @param {string[]} cards @param {import("../types.js").Score|null} score */
function expeditionWords(suit, cards, score) {
  if (!score) return [];
  const even = score.to_even && score.total < 0 ? ` ${t("review.to-even", { n: score.to_even })}` : "";
  return [`${t("review.words.expedition", { suit, cards: ranks(cards), total: score.total })}${even}`];
}

/** @param {Round} position @param {Edition} edition */
function pileLines(position, edition) {
  return edition.suits.flatMap((suit, at) => {
    const top = position.piles[at].at(-1);
    const n = position.pile_sizes[at];
    return top ? [t("review.words.pile", { suit: suitName(suit), top: rank(top), n })] : [];
  });
}

/** @param {Round} position @param {SeatView[]} seats @param {Edition} edition */
function handLines(position, seats, edition) {
  return seats.map((_, seat) => {
    const name = seatName(seats, seat);
    const hand = handOf(position, seat);
    if (hand) return t("review.words.hand", { name, cards: hand.map((card) => inner(card, edition)).join(", ") });
    const known = position.known[seat] ?? [];
    const n = position.hand_sizes[seat];
    if (!known.length) return t("review.words.hidden", { name, n });
    return t("review.words.known", { name, n, cards: known.map((card) => inner(card, edition)).join(", ") });
  });
}

/**
 * The cards of a seat where these eyes see them. `position.hand` has no seat, so the review gives one.
 * @param {Round & {hand_seat?: number}} position @param {number} seat @returns {string[]|null}
 */
export function handOf(position, seat) {
  if (position.hands) return position.hands[seat] ?? null;
  return position.hand_seat === seat ? position.hand : null;
}

/** @param {string[]} cards */
function ranks(cards) {
  return cards.map(rank).join(" ");
}

/** @param {string} card */
function rank(card) {
  const mark = card.slice(1);
  if (mark === "$") return t("review.words.wager");
  return mark in COURT ? t(`rank.${mark}`) : mark;
}

const COURT = { J: 1, Q: 1, K: 1 };

/** @param {string} card @param {Edition} edition */
function inner(card, edition) {
  return cardName(card, edition, { inner: true });
}
