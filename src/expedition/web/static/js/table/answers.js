// The command box: a word asks, the status line answers.

import { worthWords } from "../board.js";
import { isWager, suitIndex } from "../cards.js";
import { getSettings } from "../state.js";
import { nowSentence, refusalSentence, turnSentence } from "../status.js";
import { cardName, suitName, t, wagerWord } from "../words.js";

/** @typedef {import("./room.js").Room} Room */
/** @typedef {import("../types.js").Edition} Edition */
/** @typedef {{room: Room, view: import("../types.js").View, round: import("../types.js").Round, edition: Edition, rest: string}} Asked */

/** The words there are, in every language the same in the catalogue's order. */
export const QUESTIONS = ["score", "board", "mine", "theirs", "piles", "hand", "last", "turn", "turns", "deck", "legal", "left", "why", "help"];

/** Which question a word means, in this language or in English; a beginning of it will do. @param {string} word */
export function meant(word) {
  const asked = word.trim().replace(/^\//, "").toLowerCase();
  if (!asked) return "help";
  const called = (/** @type {string} */ one) => [t(`command.${one}`).toLowerCase(), one];
  return QUESTIONS.find((one) => called(one).includes(asked)) ?? QUESTIONS.find((one) => called(one).some((name) => name.startsWith(asked))) ?? null;
}

/** The answer. @param {string} words @param {Room} room @returns {string} */
export function answer(words, room) {
  const { view, round, edition, sense } = room;
  const [word, ...rest] = words.trim().split(/\s+/);
  const question = meant(word);
  const example = edition ? `${t("command.why")} ${cardName(`${edition.suits.at(-1)?.letter}4`, edition, { inner: true })}` : "";
  const known = QUESTIONS.filter((one) => one !== "why").map((one) => t(`command.${one}`)).join(", ");
  const help = t("command.help.answer", { words: known, why: example });
  if (!view || !edition || !question) return `${t("command.unknown", { word })} ${help}`;
  if (question === "help") return help;
  if (question === "turn" || !round) return nowSentence(view, sense);
  return ANSWERS[question]({ room, view, round, edition, rest: rest.join(" ") });
}

/** @type {Record<string, (asked: Asked) => string>} */
const ANSWERS = {
  last: ({ round, room }) => (round.last ? turnSentence(round.last, room.sense) : t("command.last.none")),
  deck: ({ round }) => t("table.deck", { n: round.deck }),
  left: ({ view, round }) =>
    view.me === null ? t("table.deck", { n: round.deck }) : `${t("now.turns", { n: round.turns_left[view.me] })} ${t("command.playable", { n: round.playable ?? 0 })}`,
  turns: ({ view, round, room }) =>
    round.turns_left.map((n, seat) => (seat === view.me ? t("command.turns.you", { n }) : t("command.turns.other", { name: room.names[seat], n }))).join(" "),
  hand: ({ round, room, edition }) =>
    round.hand ? t("command.hand.answer", { cards: room.held.map(({ card }) => cardName(card, edition, { inner: true })).join(", ") }) : t("command.hand.none"),
  piles,
  board: (asked) => [ANSWERS.mine(asked), asked.edition.sides > 1 ? ANSWERS.theirs(asked) : "", piles(asked)].filter(Boolean).join(" "),
  mine: (asked) => expeditions(asked, mySide(asked)),
  theirs: (asked) => (asked.edition.sides > 1 ? expeditions(asked, 1 - mySide(asked)) : t("command.alone")),
  legal: ({ round, edition }) => {
    if (!round.legal?.length) return t("command.legal.none");
    const laid = round.legal.filter(({ action }) => !/^[x>]/.test(action)).map(({ action }) => cardName(action, edition, { inner: true }));
    return laid.length ? t("command.legal.answer", { cards: laid.join(", ") }) : t("command.legal.discard");
  },
  why,
  score,
};

/** @param {Asked} asked */
function mySide({ view }) {
  return view.me === null ? 0 : view.seats[view.me].side;
}

/** @param {Asked} asked @param {number} side */
function sideName({ room, view }, side) {
  return room.names.filter((_, seat) => view.seats[seat].side === side).join(t("table.and"));
}

/** A side's expeditions in words. @param {Asked} asked @param {number} side */
function expeditions(asked, side) {
  const { view, round, edition } = asked;
  const own = view.me !== null && side === mySide(asked);
  const name = sideName(asked, side);
  const each = edition.suits.flatMap((suit, at) => {
    const cards = round.expeditions[side][at].map((card) => rankWords(card, edition));
    const score = round.scores[side][at];
    if (!cards.length || !score) return [];
    const what = t(own ? "table.column.mine" : "table.column.theirs", { suit: suitName(suit, { inner: true }), name });
    return [`${what}: ${cards.join(", ")}.${getSettings().scores ? ` ${worthWords(score)}` : ""}`];
  });
  if (each.length) return each.join(" ");
  return own ? t("command.none.mine") : t("command.none.theirs", { name });
}

/** @param {string} card @param {Edition} edition */
function rankWords(card, edition) {
  return card[1] === "$" ? wagerWord(edition) : isWager(card) ? t(`rank.${card[1]}`) : card.slice(1);
}

/** @param {Asked} asked */
function piles({ round, edition }) {
  const tops = edition.suits.flatMap((suit, at) => {
    const top = round.piles[at].at(-1);
    const words = { suit: suitName(suit, { inner: true }), card: top ? cardName(top, edition, { inner: true }) : "", n: round.pile_sizes[at] };
    return top ? [t("table.pile", words)] : [];
  });
  return tops.length ? tops.join(" ") : t("command.piles.none");
}

/** @param {Asked} asked */
function score(asked) {
  const { round, edition } = asked;
  if (!getSettings().scores) return t("command.score.off");
  const totals = round.totals.map((total, side) => t("command.score.side", { name: sideName(asked, side), n: total }));
  const each = edition.suits.flatMap((suit, at) => {
    const worth = round.scores[mySide(asked)][at];
    return worth ? [`${suitName(suit)}: ${worthWords(worth)}`] : [];
  });
  return [...totals, ...each].join(" ");
}

/** Why a card can't be laid: the one that is named, or the one that is chosen. @param {Asked} asked */
function why({ room, round, edition, rest }) {
  const card = rest ? cardMeant(rest, edition) : room.selection.card;
  if (!card) return rest ? t("command.why.unknown", { card: rest }) : t("table.why.which");
  if (!round.hand?.includes(card)) return t("command.why.held", { card: cardName(card, edition, { inner: true }) });
  const refusal = round.refused?.[card];
  return refusal ? refusalSentence(refusal, edition) : t("table.why.fits");
}

/**
 * The card that somebody names: "red 4", "4 of hearts", "R4", "rot Wette", in this language or in English.
 * @param {string} text @param {Edition} edition @returns {string|null}
 */
export function cardMeant(text, edition) {
  const words = text.toLowerCase().split(/[\s,.]+/).flatMap((word) => /^([a-z])(\d+|[$jqk])$/.exec(word)?.slice(1) ?? [word]);
  const suit = edition.suits.find((one) => [one.letter, one.name, suitName(one), suitName(one, { inner: true })].some((name) => words.includes(name.toLowerCase())));
  if (!suit) return null;
  const marks = [...new Set(edition.wagers)];
  const names = (/** @type {string} */ mark) => (mark === "$" ? ["$", "wager", "investment", wagerWord(edition)] : [mark, ENGLISH[mark], t(`rank.${mark}`)]);
  const mark = edition.ranks.map(String).find((rank) => words.includes(rank)) ?? marks.find((one) => names(one).some((name) => words.includes(name.toLowerCase())));
  return mark && suitIndex(suit.letter, edition) >= 0 ? suit.letter + mark : null;
}

/** @type {Record<string, string>} */
const ENGLISH = { J: "Jack", Q: "Queen", K: "King" };
