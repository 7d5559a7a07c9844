// The command box: a word asks, the status line answers.

import { worthWords } from "../board.js";
import { getSettings } from "../state.js";
import { nowSentence, turnSentence } from "../status.js";
import { cardName, suitName, t } from "../words.js";

/** @typedef {import("./room.js").Room} Room */

/** The words there are, in every language the same in the catalogue's order. */
export const QUESTIONS = ["score", "last", "hand", "piles", "deck", "legal", "left", "turn", "help"];

/** Which question a word means, in this language or in English; a beginning of it will do. @param {string} word */
export function meant(word) {
  const asked = word.trim().replace(/^\//, "").toLowerCase();
  if (!asked) return "help";
  return QUESTIONS.find((one) => one.startsWith(asked) || t(`command.${one}`).toLowerCase().startsWith(asked)) ?? null;
}

/** The answer. @param {string} word @param {Room} room @returns {string} */
export function answer(word, room) {
  const { view, round, edition, sense } = room;
  const question = meant(word);
  const help = t("command.help.answer", { words: QUESTIONS.map((one) => t(`command.${one}`)).join(", ") });
  if (!view || !edition || !question) return `${t("command.unknown", { word })} ${help}`;
  if (question === "help") return help;
  if (question === "turn" || !round) return nowSentence(view, sense);
  const inner = (/** @type {string} */ card) => cardName(card, edition, { inner: true });
  if (question === "last") return round.last ? turnSentence(round.last, sense) : t("command.last.none");
  if (question === "deck") return t("table.deck", { n: round.deck });
  if (question === "left") {
    if (view.me === null) return t("table.deck", { n: round.deck });
    return `${t("now.turns", { n: round.turns_left[view.me] })} ${t("command.playable", { n: round.playable ?? 0 })}`;
  }
  if (question === "hand") return round.hand ? t("command.hand.answer", { cards: room.held.map(({ card }) => inner(card)).join(", ") }) : t("command.hand.none");
  if (question === "piles") {
    const tops = edition.suits.flatMap((suit, at) => {
      const top = round.piles[at].at(-1);
      const words = { suit: suitName(suit, { inner: true }), card: top ? cardName(top, edition) : "", n: round.pile_sizes[at] };
      return top ? [t("table.pile", words)] : [];
    });
    return tops.length ? tops.join(" ") : t("command.piles.none");
  }
  if (question === "legal") {
    if (!round.legal?.length) return t("command.legal.none");
    const laid = round.legal.filter(({ action }) => !/^[x>]/.test(action)).map(({ action }) => inner(action));
    return laid.length ? t("command.legal.answer", { cards: laid.join(", ") }) : t("command.legal.discard");
  }
  if (!getSettings().scores) return t("command.score.off");
  const called = (/** @type {number} */ side) => room.names.filter((_, seat) => view.seats[seat].side === side).join(t("table.and"));
  const totals = round.totals.map((total, side) => t("command.score.side", { name: called(side), n: total }));
  const mine = view.me === null ? 0 : view.seats[view.me].side;
  const each = edition.suits.flatMap((suit, at) => {
    const score = round.scores[mine][at];
    return score ? [`${suitName(suit)}: ${worthWords(score)}`] : [];
  });
  return [...totals, ...each].join(" ");
}
