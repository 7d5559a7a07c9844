// What is going on, in words: one sentence an event, and one line for the turn at hand.

import { suitIndex } from "./cards.js";
import { handedOver } from "./select.js";
import { botName, cardName, hasWords, suitName, t, wagerWord } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Edition} Edition */
/** @typedef {import("./types.js").TableEvent} TableEvent */
/** @typedef {{edition: Edition, names: string[], me: number|null}} Sense  for whom a sentence is */

/** What each seat is called. @param {View} view @returns {string[]} */
export function seatNames(view) {
  const names = view.seats.map(({ name, bot }, seat) => name || (bot ? botName(bot) : t("table.seat", { n: seat + 1 })));
  // Two of one name are told apart by a number.
  return names.map((name, seat) => {
    const same = names.flatMap((other, at) => (other === name ? [at] : []));
    return same.length > 1 ? `${name} ${same.indexOf(seat) + 1}` : name;
  });
}

/**
 * A turn in a sentence: "Guest laid yellow 4 and drew from the deck."
 * @param {{seat: number|null, actions: string[], drawn?: string|null}} turn @param {Sense} sense
 */
export function turnSentence({ seat, actions, drawn = null }, { edition, names, me }) {
  const [first, then] = actions;
  const who = seat !== null && seat === me ? "you" : "other";
  const name = seat === null ? "" : names[seat];
  if (first.startsWith(">")) {
    const cards = handedOver(first)?.map((card) => cardName(card, edition, { inner: true }));
    return cards
      ? t(`said.${who}.hand`, { name, one: cards[0], other: cards[1] })
      : t(`said.${who}.hand.hidden`, { name });
  }
  const discarded = first.startsWith("x");
  const card = cardName(discarded ? first.slice(1) : first, edition, { inner: true });
  const params = { name, card, drawn: drawn ? cardName(drawn, edition, { inner: true }) : "", suit: "" };
  const kind = discarded ? "discard" : "lay";
  if (!then) return t(`said.${who}.${kind}.end`, params);
  if (then === ".") return t(`said.${who}.${kind}.${drawn ? "drew" : "deck"}`, params);
  const suit = edition.suits[suitIndex(then.slice(1), edition)];
  return t(`said.${who}.${kind}.pile`, { ...params, drawn: params.drawn || suitName(suit, { inner: true }) });
}

/**
 * An event in a sentence, or "" when there's nothing to say of it.
 * @param {TableEvent} event @param {Sense} sense
 */
export function eventSentence(event, sense) {
  const { names, me } = sense;
  const name = event.seat === null || event.seat === undefined ? "" : names[event.seat];
  const own = event.seat !== undefined && event.seat !== null && event.seat === me;
  switch (event.kind) {
    case "turn":
      return turnSentence(/** @type {any} */ (event), sense);
    case "sat":
      return own ? "" : t("said.sat", { name: event.name ?? name });
    case "bot-sat":
      return t("said.bot-sat", { name: botName(event.bot) });
    case "dealt":
      return event.round === 0 ? t("said.dealt.teaching") : t("said.dealt", { n: event.round });
    case "asked":
      return t(own ? `said.asked.you.${event.what}` : `said.asked.${event.what}`, { name });
    case "answered":
      return t(`said.${event.yes ? "agreed" : "declined"}${own ? ".you" : ""}`, { name });
    case "taken-back":
      return t("said.taken-back");
    case "restarted":
      return t("said.restarted");
    case "resigned":
      return t(own ? "said.resigned.you" : "said.resigned", { name });
    case "stopped":
      return t("said.stopped");
    case "greeted":
      return t("said.greeted", { name: own ? t("table.you") : name, words: t(`greet.${event.text}`) });
    case "rematched":
      return t("said.rematched");
    default:
      return "";
  }
}

/**
 * Whose turn it is and how far the round has come.
 * @param {View} view @param {Sense} sense @param {{brief?: boolean}} [how]  brief: after an event's own sentence
 */
export function nowSentence(view, { edition, names, me }, { brief = false } = {}) {
  const { round, phase } = view;
  if (phase === "waiting") return t("now.waiting");
  if (phase === "ended") return endSentence(view, names, me);
  if (!round || phase === "between") return round ? t(`now.over.${round.termination ?? "deck-empty"}`) : "";
  const act = round.to_act;
  // Somebody's very first turn: what a turn is.
  const opening = act === me && act !== null && view.standing.round <= 1 && round.turn < view.seats.length && round.deck > 0;
  if (opening && !view.options.branched) return `${t("now.yours")} ${t("now.yours.first")}`;
  const whose = act === me && act !== null ? t("now.yours") : act === null ? "" : t("now.theirs", { name: names[act] });
  if (round.deck === 0) return `${whose} ${t("now.no-deck")}`;
  if (brief) return `${whose} ${t("now.left", { n: round.deck })}`;
  const own = me === null ? Math.max(...round.turns_left) : round.turns_left[me];
  const each = me === null || round.turns_left.every((turns) => turns === own);
  return `${whose} ${t("now.deck", { n: round.deck })} ${t(!edition.draw_from_piles ? "now.turns.plain" : each ? "now.turns.each" : "now.turns", { n: own })}`;
}

/** How the match ended. @param {View} view @param {string[]} names @param {number|null} me */
export function endSentence(view, names, me) {
  const { ending, seats, standing } = view;
  if (!ending) return "";
  const sides = [...new Set(seats.map(({ side }) => side))];
  const called = (/** @type {number} */ side) => names.filter((_, seat) => seats[seat].side === side).join(t("table.and"));
  const totals = sides.map((side) => standing.totals[side]);
  if (ending.why === "stopped") return t("end.stopped");
  if (sides.length === 1) return t("end.solo", { total: totals[0] });
  const mine = me === null ? null : seats[me].side;
  const [high, low] = [Math.max(...totals), Math.min(...totals)];
  if (ending.shared || ending.winners.length > 1) return t("end.shared", { total: totals[0] });
  const winner = ending.winners[0];
  const n = seats.filter(({ side }) => side === winner).length;
  if (ending.why === "resigned") {
    if (winner === mine) return t("end.resigned.won");
    return t(me !== null && ending.seat === me ? "end.resigned.you" : "end.resigned", { name: called(winner), n });
  }
  if (winner === mine) return t("end.won", { high, low });
  if (mine !== null) return t("end.lost", { name: called(winner), high, low, n });
  return t("end.other", { name: called(winner), high, low, n });
}

/**
 * Why something is not possible, in words.
 * @param {{fault: string, card?: string, top?: string, message?: string}} refusal @param {Edition} edition
 */
export function refusalSentence(refusal, edition) {
  const { fault, card = "", top = "" } = refusal;
  const same = fault === "not-higher" && card.slice(1) === top.slice(1);
  const key = `fault.${fault}${same ? ".same" : ""}`;
  if (!hasWords(key)) return refusal.message || t("fault.other");
  const suit = edition.suits[suitIndex(card || top, edition)];
  return t(key, {
    card: card.length > 1 ? cardName(card, edition) : "",
    top: top.length > 1 ? cardName(top, edition, { inner: true }) : "",
    suit: suit ? suitName(suit, { inner: true }) : "",
    wager: wagerWord(edition),
    n: edition.hand_over?.min_hand ?? 0,
  });
}

/** A command's rejection in words. @param {any} rej @param {Edition} edition */
export function rejectionSentence(rej, edition) {
  if (rej.code === "illegal" && rej.params?.fault) return refusalSentence({ message: rej.message, ...rej.params }, edition);
  return codeSentence(rej.code, rej.message);
}

/** A code of the server in words, else the sentence that came with it. @param {string} code @param {string} message */
export function codeSentence(code, message) {
  for (const key of [`rej.${code}`, `error.${code}`]) if (hasWords(key)) return t(key, { message });
  return message;
}
