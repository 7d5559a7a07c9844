// What tapping, dragging and keys do to a turn: every way of playing ends here.

import * as select from "../select.js";
import { sound } from "../sound.js";
import { getSettings } from "../state.js";
import { refusalSentence } from "../status.js";
import { worthWords } from "../board.js";
import { suitIndex } from "../cards.js";
import { cardName, language, suitName, t, wagerWord } from "../words.js";

/** @typedef {import("./room.js").Room} Room */
/** @typedef {import("../hand.js").Held} Held */

/** Whether cards may be chosen: in a running round, also before one's turn, but not while one is sent. @param {Room} room */
export function canChoose(room) {
  const { view, round } = room;
  return Boolean(view && view.me !== null && view.phase === "playing" && round && !round.over && round.hand && !room.sending && !room.curtain && !room.passing);
}

/** What may light up now. @param {Room} room */
export function lit(room) {
  const { selection, round, edition, sending } = room;
  if (!round || !edition || sending || room.view?.phase !== "playing") return { places: new Set(), draws: new Set(), card: null };
  const places = selection.stage === "chosen" ? select.placesFor(selection.card, round) : new Set();
  return { places, draws: select.drawsFor(selection, round), card: selection.card };
}

/** The card on the board that the server doesn't have yet. @param {Room} room */
export function pending(room) {
  const { card, place, draw, stage } = room.selection;
  if (!card || !place || place === "hand-over" || (stage !== "placed" && stage !== "whole")) return null;
  const state = room.sending ? "sent" : room.round && select.isPremove(room.round) ? "waiting" : "placed";
  return { card, place, draw, state: /** @type {"sent"|"waiting"|"placed"} */ (state) };
}

/** Whether the server is out of reach just now. @param {Room} room */
export function isOffline(room) {
  const state = room.eyes?.state.state;
  return state === "waiting" || state === "connecting";
}

/** The name of whom cards may be handed to now, or "". @param {Room} room */
export function partner(room) {
  const { view, round, selection } = room;
  if (!view || view.me === null || !round || !canChoose(room) || !select.mayHandOver(round)) return "";
  if (selection.stage === "idle" ? select.isPremove(round) : !(selection.stage === "chosen" && lit(room).places.has("hand-over"))) return "";
  return partnerName(view, room.names);
}

/** @param {import("../types.js").View} view @param {string[]} names */
function partnerName(view, names) {
  const { me, seats } = view;
  return names.find((_, seat) => me !== null && seat !== me && seats[seat].side === seats[me].side) ?? "";
}

/** Begin to hand two cards over, with the chosen card if there is one. @param {Room} room */
export function handOver(room) {
  if (!partner(room)) return;
  room.selection = select.pair(room.selection);
  sound("lift");
  guide(room);
}

/** Say something that leaves it one's turn, and say that too. @param {Room} room @param {string} words */
export function aside(room, words) {
  const turn = t("now.yours");
  room.say(room.myTurn && !words.includes(turn) ? `${words} ${turn}` : words);
  room.screen.draw();
}

/** Tap a card of the hand. @param {Room} room @param {Held} held */
export function tapCard(room, { card, copy }) {
  const { round, edition } = room;
  if (!canChoose(room) || !round || !edition) return;
  if (room.selection.place === "hand-over") {
    room.selection = select.choose(room.selection, card, copy, round);
    sound("lift");
    return room.selection.stage === "whole" ? whole(room) : guide(room);
  }
  // With a card placed, another card takes its place: the first goes back to the hand.
  const from = room.selection.stage === "placed" || room.selection.stage === "whole"
    ? (room.selection.card === card && room.selection.copy === copy ? { ...room.selection } : select.idle())
    : room.selection;
  room.selection = select.choose(from, card, copy, round);
  sound("lift");
  guide(room);
}

/** Tap one of one's own expeditions, or a pile to discard on. @param {Room} room @param {string} place */
export function tapPlace(room, place) {
  const { round, edition, selection } = room;
  if (!round || !edition) return;
  if (place === "hand-over") return handOver(room);
  if (place.startsWith("other:")) return inspect(room, Number(place.split(":")[1]), place.split(":")[2]);
  if (selection.stage !== "chosen" || !canChoose(room)) {
    if (selection.stage === "placed" && selection.place === place) return takeBack(room);
    if (place.startsWith("lay:")) inspect(room, (room.view?.me ?? 0) % edition.sides, place.slice(4));
    return;
  }
  const { selection: next, refusal } = select.put(selection, place, round);
  if (refusal) return room.refuse(refusal);
  room.selection = next;
  sound("place");
  if (next.stage === "whole") return whole(room);
  guide(room);
}

/** Draw off the deck "." or a pile "<R". @param {Room} room @param {string} source */
export function tapDraw(room, source) {
  const { round, edition, selection } = room;
  if (!round || !edition || !canChoose(room)) return;
  if (selection.stage !== "placed") {
    if (selection.stage === "chosen") room.warn(t("table.first-place"));
    else if (room.myTurn) room.warn(t("table.first-card"));
    else room.say(t("table.deck", { n: round.deck }));
    return room.screen.draw();
  }
  const { selection: next, refusal } = select.draw(selection, source, round, edition);
  if (refusal) return room.refuse(refusal);
  room.selection = next;
  sound("draw");
  whole(room);
}

/** Tap a pile that is neither lit to discard on nor to draw from. @param {Room} room @param {string} source */
export function tapPile(room, source) {
  const { selection, round, edition } = room;
  if (!round || !edition) return;
  if (selection.stage === "chosen") return tapPlace(room, `discard:${source[1]}`);
  if (selection.stage === "placed") {
    // The card just discarded doesn't come back by drawing it: the line says why, and has a button.
    const action = select.actionOf(selection.card, selection.place) ?? "";
    const own = selection.place === `discard:${source[1]}`;
    if (own) return room.refuse(round.refused_draws?.[action]?.[source] ?? { fault: "pile-closed", card: selection.card ?? "", message: "" });
    return tapDraw(room, source);
  }
  lookThrough(room, source[1]);
}

/** A card was let go over a place. @param {Room} room @param {string} card @param {number} copy @param {string} place */
export function drop(room, card, copy, place) {
  if (place.startsWith("other:")) return cancel(room);
  lift(room, card, copy);
  tapPlace(room, place);
  if (room.selection.stage === "chosen") {
    room.selection = select.idle();
    room.screen.draw();
  }
}

/** A card left the hand: its places light up. @param {Room} room @param {string} card @param {number} copy */
export function lift(room, card, copy) {
  if (!canChoose(room) || !room.round) return;
  room.selection = select.choose(select.idle(), card, copy, room.round);
  room.screen.draw();
}

/** Nothing was chosen after all. @param {Room} room */
export function cancel(room) {
  if (room.sending) return;
  room.selection = select.idle();
  room.screen.draw();
}

/** One step back. @param {Room} room */
export function takeBack(room) {
  if (room.sending || room.selection.stage === "idle") return;
  room.selection = select.back(room.selection);
  sound("lift");
  guide(room);
}

/** @param {Room} room */
function whole(room) {
  const { round } = room;
  if (!round) return;
  if (select.isPremove(round)) {
    room.say(t("table.premove.ready"));
    return room.screen.draw();
  }
  const { card, second, place } = room.selection;
  if (place === "hand-over" && room.edition && room.view) {
    if (!select.actions(room.selection, round)) {
      room.selection = select.back(room.selection);
      return room.refuse({ fault: "not-here", card: second ?? "", message: "" });
    }
    const name = (/** @type {string|null} */ one) => cardName(one ?? "", /** @type {any} */ (room.edition), { inner: true });
    room.say(t("table.pair.both", { one: name(card), other: name(second), name: partnerName(room.view, room.names) }));
    return room.screen.draw();
  }
  if (getSettings().confirm) {
    room.say(t("table.confirm"));
    return room.screen.draw();
  }
  void room.send();
}

/** Say what comes next. @param {Room} room */
export function guide(room) {
  const { selection, round, edition } = room;
  if (!round || !edition) return;
  const card = selection.card ? cardName(selection.card, edition) : "";
  if (selection.stage === "chosen") {
    const why = selection.card ? round.refused?.[selection.card] : null;
    const early = select.isPremove(round) ? "table.premove.chosen" : "table.chosen";
    room.say(why ? `${refusalSentence(why, edition)} ${t("table.chosen.discard")}` : t(early, { card }));
  } else if (selection.stage === "placed") {
    room.say(drawWords(room));
  } else if (selection.stage === "pair") {
    room.say(card ? t("table.pair", { card }) : t("table.pair.none", { name: room.view ? partnerName(room.view, room.names) : "" }));
  } else if (room.view) {
    room.say(t(room.myTurn ? "table.choose" : "table.choose.early"));
  }
  room.screen.draw();
}

// From where one may draw: the piles by their names, for whoever doesn't see which of them are lit.
/** @param {Room} room */
function drawWords(room) {
  const { selection, round, edition } = room;
  if (isOffline(room)) return t("table.now-draw.offline");
  const draws = round ? select.drawsFor(selection, round) : new Set();
  const open = edition?.suits.filter(({ letter }) => draws.has(`<${letter}`)).map((suit) => suitName(suit, { inner: true })) ?? [];
  if (!open.length) return t("table.now-draw.deck");
  return t("table.now-draw", { piles: new Intl.ListFormat(language(), { type: "disjunction" }).format(open) });
}

/** Say what a side's expedition is and what it's worth. @param {Room} room @param {number} side @param {string} letter */
function inspect(room, side, letter) {
  const { round, edition, view } = room;
  if (!round || !edition || !view) return;
  const suit = suitIndex(letter, edition);
  const cards = round.expeditions[side][suit];
  const score = round.scores[side][suit];
  const params = { suit: suitName(edition.suits[suit], { inner: true }), name: room.names.filter((_, seat) => seat % edition.sides === side).join(" & ") };
  const own = view.me !== null && view.me % edition.sides === side;
  const what = t(own ? "table.column.mine" : "table.column.theirs", params);
  if (!score) return aside(room, `${what}: ${t("table.column.empty")}.`);
  const list = cards.map((card) => (card[1] === "$" ? wagerWord(edition) : card.slice(1))).join(", ");
  const parts = t("table.worked", { sum: score.sum, cost: score.cost, times: score.multiplier, bonus: score.bonus });
  aside(room, `${what}: ${list}. ${getSettings().scores ? `${parts} ${worthWords(score)}` : ""}`.trim());
}

/** Say what lies in a pile. @param {Room} room @param {string} letter */
export function lookThrough(room, letter) {
  const { round, edition } = room;
  if (!round || !edition) return;
  const suit = suitIndex(letter, edition);
  const name = suitName(edition.suits[suit], { inner: true });
  const cards = [...round.piles[suit]].reverse();
  if (!cards.length) aside(room, t("table.pile.empty", { suit: name }));
  else if (cards.length < round.pile_sizes[suit]) aside(room, t("table.pile", { suit: name, card: cardName(cards[0], edition), n: round.pile_sizes[suit] }));
  else aside(room, t("table.pile.all", { suit: name, cards: cards.map((card) => (card[1] === "$" ? wagerWord(edition) : card.slice(1))).join(", ") }));
}
