// Choosing a turn, without a screen: idle -> a card chosen -> placed -> drawn, which is a whole turn.
// Before the draw everything can be taken back, and the server hears of nothing. The same steps
// gather a premove on the other's turn. What is legal comes from the server's view alone.

/** @typedef {import("./types.js").Round} Round */
/** @typedef {import("./types.js").Edition} Edition */
/** @typedef {import("./types.js").Refusal} Refusal */

/**
 * @typedef {object} Selection
 * @property {"idle"|"chosen"|"pair"|"placed"|"whole"} stage  pair: the second card of a hand-over is awaited
 * @property {string|null} card
 * @property {number} copy  which of several equal cards of the hand, from 0
 * @property {string|null} second  the other card of a hand-over
 * @property {number} secondCopy
 * @property {string|null} place  "lay:R", "discard:R" or "hand-over"
 * @property {string|null} draw  "." or "<R"
 */
/** @typedef {{selection: Selection, refusal: Refusal|null}} Outcome */

/** Nothing chosen. @returns {Selection} */
export function idle() {
  return { stage: "idle", card: null, copy: 0, second: null, secondCopy: 0, place: null, draw: null };
}

/** Whether what is chosen now waits for the seat's turn. @param {Round} round */
export function isPremove(round) {
  return !round.over && !(round.legal?.length);
}

/**
 * Choose a card, or put it down again by choosing it twice; in a hand-over, choose the second card.
 * @param {Selection} selection @param {string} card @param {number} copy @param {Round} round
 * @returns {Selection}
 */
export function choose(selection, card, copy, round) {
  const same = selection.card === card && selection.copy === copy;
  if (selection.stage === "pair") {
    if (same) return { ...idle(), stage: "chosen", card, copy };
    return { ...selection, second: card, secondCopy: copy, stage: "whole" };
  }
  if (same && selection.stage !== "idle") return idle();
  if (round.over) return idle();
  return { ...idle(), stage: "chosen", card, copy };
}

/** @param {string|null} card the action that a place makes of it @param {string|null} place */
export function actionOf(card, place) {
  if (!card || !place) return null;
  return place.startsWith("discard:") ? `x${card}` : card;
}

/**
 * The places that a card may go to now, or in a premove could go to as things stand.
 * @param {string|null} card @param {Round} round @param {Edition} edition
 * @returns {Set<string>}
 */
export function placesFor(card, round, edition) {
  /** @type {Set<string>} */
  const places = new Set();
  if (!card || round.over) return places;
  const letter = card[0];
  if (isPremove(round)) {
    if (!round.refused?.[card]) places.add(`lay:${letter}`);
    if (edition.draw_from_piles || edition.sides > 0) places.add(`discard:${letter}`);
    return places;
  }
  for (const { action } of round.legal ?? []) {
    if (action === card) places.add(`lay:${letter}`);
    else if (action === `x${card}`) places.add(`discard:${letter}`);
    else if (handedOver(action)?.includes(card)) places.add("hand-over");
  }
  return places;
}

/** The two cards of a hand-over, or null. @param {string} action @returns {string[]|null} */
export function handedOver(action) {
  return action.startsWith(">") && action.includes("+") ? action.slice(1).split("+") : null;
}

/**
 * The legal hand-over of two cards, as the server writes it, or null.
 * @param {string} one @param {string} other @param {Round} round
 */
export function handOverOf(one, other, round) {
  const wanted = [one, other].sort().join("+");
  const found = round.legal?.find(({ action }) => handedOver(action)?.sort().join("+") === wanted);
  return found?.action ?? null;
}

/**
 * Put the chosen card somewhere; a place that it may not go to leaves it where it is and says why.
 * @param {Selection} selection @param {string} place @param {Round} round @param {Edition} edition
 * @returns {Outcome}
 */
export function put(selection, place, round, edition) {
  const { card } = selection;
  if (!card) return { selection, refusal: null };
  const target = place.includes(":") && place.split(":")[1] !== card[0] ? `${place.split(":")[0]}:${card[0]}` : place;
  if (target !== place) return { selection, refusal: { fault: "other-suit", card, message: "" } };
  if (!placesFor(card, round, edition).has(place)) {
    const why = place.startsWith("lay:") ? round.refused?.[card] : null;
    return { selection, refusal: why ?? { fault: "not-here", card, message: "" } };
  }
  if (place === "hand-over") return { selection: { ...selection, place, stage: "pair" }, refusal: null };
  const placed = { ...selection, place, stage: /** @type {const} */ ("placed") };
  const ends = !isPremove(round) && drawsFor(placed, round, edition).size === 0;
  return { selection: ends ? { ...placed, stage: "whole" } : placed, refusal: null };
}

/**
 * The sources that may be drawn from once the card is placed.
 * @param {Selection} selection @param {Round} round @param {Edition} edition
 * @returns {Set<string>}
 */
export function drawsFor(selection, round, edition) {
  if (selection.stage !== "placed") return new Set();
  const action = actionOf(selection.card, selection.place);
  if (!isPremove(round)) {
    return new Set(round.legal?.find((one) => one.action === action)?.draws ?? []);
  }
  const draws = new Set(round.deck > 0 ? ["."] : []);
  if (!edition.draw_from_piles) return draws;
  edition.suits.forEach(({ letter }, suit) => {
    if (round.pile_sizes[suit] > 0 && selection.place !== `discard:${letter}`) draws.add(`<${letter}`);
  });
  return draws;
}

/**
 * Choose where to draw from, which makes the turn whole.
 * @param {Selection} selection @param {string} draw @param {Round} round @param {Edition} edition
 * @returns {Outcome}
 */
export function draw(selection, draw, round, edition) {
  if (selection.stage !== "placed") return { selection, refusal: null };
  if (drawsFor(selection, round, edition).has(draw)) {
    return { selection: { ...selection, draw, stage: "whole" }, refusal: null };
  }
  const action = actionOf(selection.card, selection.place) ?? "";
  const why = round.refused_draws?.[action]?.[draw];
  const closed = selection.place === `discard:${draw[1]}`;
  const fault = !edition.draw_from_piles ? "piles-shut" : closed ? "pile-closed" : "pile-empty";
  return {
    selection,
    refusal: why ?? { fault, card: closed ? selection.card ?? "" : `${draw[1]}`, message: "" },
  };
}

/** One step back: the draw, then the place, then the card. @param {Selection} selection @returns {Selection} */
export function back(selection) {
  if (selection.draw) return { ...selection, draw: null, stage: "placed" };
  if (selection.place) return { ...idle(), stage: "chosen", card: selection.card, copy: selection.copy };
  return idle();
}

/**
 * The actions of a whole turn, or null.
 * @param {Selection} selection @param {Round} round @returns {string[]|null}
 */
export function actions(selection, round) {
  if (selection.stage !== "whole") return null;
  if (selection.place === "hand-over") {
    const action = handOverOf(selection.card ?? "", selection.second ?? "", round);
    return action ? [action] : null;
  }
  const action = actionOf(selection.card, selection.place);
  return action ? [action, ...(selection.draw ? [selection.draw] : [])] : null;
}

/**
 * Whether a turn chosen earlier may be sent now that it's the seat's turn.
 * @param {Selection} selection @param {Round} round
 */
export function stillLegal(selection, round) {
  const turn = actions(selection, round);
  if (!turn) return false;
  const found = round.legal?.find(({ action }) => action === turn[0]);
  if (!found) return false;
  return turn.length === 1 ? found.draws.length === 0 : found.draws.includes(turn[1]);
}

/**
 * The selection after a new view: what no longer holds is dropped.
 * @param {Selection} selection @param {Round|null} round @param {Edition} edition @returns {Selection}
 */
export function settle(selection, round, edition) {
  if (!selection.card || !round || round.over || !round.hand) return idle();
  const copies = round.hand.filter((card) => card === selection.card).length;
  if (copies === 0) return idle();
  const copy = Math.min(selection.copy, copies - 1);
  if (selection.stage === "chosen") return { ...selection, copy };
  if (!selection.place || !placesFor(selection.card, round, edition).has(selection.place)) {
    return { ...idle(), stage: "chosen", card: selection.card, copy };
  }
  if (selection.stage === "placed") {
    // A solo turn after the last deck card needs no draw; that is for the next click to find out.
    return { ...selection, copy };
  }
  return { ...selection, copy };
}
