// Choosing a turn, without a screen: idle -> a card chosen -> placed -> drawn, which is a whole turn.
// Before the draw everything can be taken back, and the server hears of nothing. The same steps
// gather a premove on another's turn. What may be done, now or ahead, comes from the server's view
// alone: no rule of the game is here.

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

/** What may be done now, or chosen ahead on another's turn. @param {Round} round */
function choices(round) {
  if (round.over) return [];
  return round.legal?.length ? round.legal : (round.early ?? []);
}

/**
 * Choose a card, or put it down again by choosing it twice; in a hand-over, choose the second card.
 * @param {Selection} selection @param {string} card @param {number} copy @param {Round} round
 * @returns {Selection}
 */
export function choose(selection, card, copy, round) {
  const same = selection.card === card && selection.copy === copy;
  if (selection.place === "hand-over") return chooseOfTwo(selection, card, copy);
  if (same && selection.stage !== "idle") return idle();
  if (round.over) return idle();
  return { ...idle(), stage: "chosen", card, copy };
}

// Of the two cards of a hand-over each can be put down again; a third one takes the second one's place.
/** @param {Selection} selection @param {string} card @param {number} copy @returns {Selection} */
function chooseOfTwo(selection, card, copy) {
  const { card: first, copy: firstCopy, second, secondCopy } = selection;
  const one = { ...selection, second: null, secondCopy: 0, stage: /** @type {const} */ ("pair") };
  if (second === card && secondCopy === copy) return one;
  if (first === card && firstCopy === copy) return { ...one, card: second, copy: secondCopy };
  if (!first) return { ...one, card, copy };
  return { ...selection, second: card, secondCopy: copy, stage: "whole" };
}

/** Begin a hand-over, with the card that is chosen or with none yet. @param {Selection} selection @returns {Selection} */
export function pair(selection) {
  const { card, copy } = selection.stage === "chosen" ? selection : idle();
  return { ...idle(), stage: "pair", place: "hand-over", card, copy };
}

/** Whether two cards of some kind may be handed over. @param {Round} round */
export function mayHandOver(round) {
  return choices(round).some(({ action }) => handedOver(action) !== null);
}

/** @param {string|null} card the action that a place makes of it @param {string|null} place */
export function actionOf(card, place) {
  if (!card || !place) return null;
  return place.startsWith("discard:") ? `x${card}` : card;
}

/**
 * The places that a card may go to now, or in a premove could go to as things stand.
 * @param {string|null} card @param {Round} round
 * @returns {Set<string>}
 */
export function placesFor(card, round) {
  /** @type {Set<string>} */
  const places = new Set();
  if (!card) return places;
  for (const { action } of choices(round)) {
    if (action === card) places.add(`lay:${card[0]}`);
    else if (action === `x${card}`) places.add(`discard:${card[0]}`);
    else if (handedOver(action)?.includes(card)) places.add("hand-over");
  }
  return places;
}

/** The two cards of a hand-over, or null. @param {string} action @returns {string[]|null} */
export function handedOver(action) {
  return action.startsWith(">") && action.includes("+") ? action.slice(1).split("+") : null;
}

/**
 * The hand-over of two cards as the server writes it, if it may be chosen, or null.
 * @param {string} one @param {string} other @param {Round} round
 */
export function handOverOf(one, other, round) {
  const wanted = [one, other].sort().join("+");
  const found = choices(round).find(({ action }) => handedOver(action)?.sort().join("+") === wanted);
  return found?.action ?? null;
}

/**
 * Put the chosen card somewhere; a place that it may not go to leaves it where it is and says why.
 * @param {Selection} selection @param {string} place @param {Round} round
 * @returns {Outcome}
 */
export function put(selection, place, round) {
  const { card } = selection;
  if (!card) return { selection, refusal: null };
  const target = place.includes(":") && place.split(":")[1] !== card[0] ? `${place.split(":")[0]}:${card[0]}` : place;
  if (target !== place) return { selection, refusal: { fault: "other-suit", card, message: "" } };
  if (!placesFor(card, round).has(place)) {
    const why = place.startsWith("lay:") ? round.refused?.[card] : null;
    return { selection, refusal: why ?? { fault: "not-here", card, message: "" } };
  }
  if (place === "hand-over") return { selection: { ...selection, place, stage: "pair" }, refusal: null };
  const placed = { ...selection, place, stage: /** @type {const} */ ("placed") };
  const ends = drawsFor(placed, round).size === 0;
  return { selection: ends ? { ...placed, stage: "whole" } : placed, refusal: null };
}

/**
 * The sources that may be drawn from once the card is placed.
 * @param {Selection} selection @param {Round} round
 * @returns {Set<string>}
 */
export function drawsFor(selection, round) {
  if (selection.stage !== "placed") return new Set();
  const action = actionOf(selection.card, selection.place);
  return new Set(choices(round).find((one) => one.action === action)?.draws ?? []);
}

/**
 * Choose where to draw from, which makes the turn whole.
 * @param {Selection} selection @param {string} draw @param {Round} round @param {Edition} edition
 * @returns {Outcome}
 */
export function draw(selection, draw, round, edition) {
  if (selection.stage !== "placed") return { selection, refusal: null };
  if (drawsFor(selection, round).has(draw)) {
    return { selection: { ...selection, draw, stage: "whole" }, refusal: null };
  }
  const action = actionOf(selection.card, selection.place) ?? "";
  // The server says why a pile with cards is closed; what is left is a pile that has none.
  const none = { fault: edition.draw_from_piles ? "pile-empty" : "piles-shut", card: draw.slice(1), message: "" };
  return { selection, refusal: round.refused_draws?.[action]?.[draw] ?? none };
}

/** One step back: the draw, then the place, then the card. @param {Selection} selection @returns {Selection} */
export function back(selection) {
  if (selection.draw) return { ...selection, draw: null, stage: "placed" };
  if (selection.second) return { ...selection, second: null, secondCopy: 0, stage: "pair" };
  if (selection.place && selection.card) return { ...idle(), stage: "chosen", card: selection.card, copy: selection.copy };
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
 * @param {Selection} selection @param {Round|null} round @returns {Selection}
 */
export function settle(selection, round) {
  const begun = selection.stage === "pair" && !selection.card && round && mayHandOver(round);
  if (begun) return selection;
  if (!selection.card || !round || round.over || !round.hand) return idle();
  const copies = round.hand.filter((card) => card === selection.card).length;
  if (copies === 0) return idle();
  const copy = Math.min(selection.copy, copies - 1);
  if (selection.stage === "chosen") return { ...selection, copy };
  if (!selection.place || !placesFor(selection.card, round).has(selection.place)) {
    return { ...idle(), stage: "chosen", card: selection.card, copy };
  }
  return { ...selection, copy };
}
