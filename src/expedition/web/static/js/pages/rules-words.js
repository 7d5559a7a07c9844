// The rules as sentences: each is in the catalogue, its numbers come from the edition. No DOM.

import { hasWords, language, suitName, suitWord, t, wagerWord } from "../words.js";

/** @typedef {import("../types.js").Edition} Edition */
/** @typedef {{id: string, steps?: string[], lines: string[]}} Section */

/** The rules of an edition in sections. @param {Edition} edition @returns {Section[]} */
export function sections(edition) {
  return [
    { id: "aim", lines: [say(edition, "rules.aim.text"), say(edition, alone(edition) ? "rules.aim.solo" : "rules.aim.win")] },
    { id: "cards", lines: cards(edition) },
    { id: "turn", lines: turn(edition) },
    { id: "end", lines: end(edition) },
    {
      id: "scoring",
      steps: ["sum", "cost", "times", "bonus"].map((step) => say(edition, `rules.score.${step}`)),
      lines: [say(edition, "rules.score.rest")],
    },
    { id: "match", lines: match(edition) },
  ];
}

/** @param {Edition} edition */
function cards(edition) {
  const court = edition.wagers[0] !== "$";
  const players = alone(edition) ? 1 : partners(edition) ? 4 : 2;
  return paragraphs(edition, [
    ["rules.cards.pack", court ? "rules.cards.court" : "rules.cards.plain", court && "rules.cards.box"],
    ["rules.cards.worth", edition.doubled_ranks.length > 0 && "rules.cards.doubled"],
    [
      `rules.cards.players.${players}`,
      alone(edition) ? "rules.cards.deal.1" : "rules.cards.deal",
      edition.set_aside > 0 && "rules.cards.aside",
      "rules.cards.deck",
    ],
  ]);
}

/** @param {Edition} edition */
function turn(edition) {
  const court = edition.wagers[0] !== "$";
  const over = edition.hand_over;
  return paragraphs(edition, [
    [edition.play_out_hands ? "rules.turn.two.solo" : "rules.turn.two"],
    [partners(edition) ? "rules.turn.lay.side" : "rules.turn.lay", "rules.turn.gaps"],
    ["rules.turn.wagers", edition.wagers_ascend ? "rules.turn.ascend" : court && "rules.turn.any-order"],
    ["rules.turn.discard"],
    edition.draw_from_piles ? ["rules.turn.draw", "rules.turn.closed"] : ["rules.turn.draw.deck"],
    over ? ["rules.turn.hand-over", over.twice_running ? "rules.turn.often" : "rules.turn.not-twice", "rules.turn.unequal"] : [],
  ]);
}

/** @param {Edition} edition */
function end(edition) {
  if (edition.play_out_hands) return paragraphs(edition, [["rules.end.hands"]]);
  return paragraphs(edition, [["rules.end.deck"], [edition.stall_turns > 0 && "rules.end.stall"]]);
}

/** @param {Edition} edition */
function match(edition) {
  const rounds = edition.rounds.length > 1 ? "rules.match.rounds.or" : "rules.match.rounds";
  if (alone(edition)) return paragraphs(edition, [[rounds, "rules.match.solo"]]);
  const start = `rules.match.start.${edition.start_rule}`;
  const partner = partners(edition) && edition.start_rule !== "next-seat" && "rules.match.start.partners";
  return paragraphs(edition, [
    [rounds, "rules.match.total"],
    ["rules.match.first", start, partner, "rules.match.start.other"],
    ["rules.match.teaching"],
  ]);
}

/** Sentences that belong together, joined. @param {Edition} edition @param {(string|false)[][]} groups  what is false is left out */
function paragraphs(edition, groups) {
  const texts = groups.map((keys) => keys.flatMap((key) => (key ? [say(edition, key)] : [])).join(" "));
  return texts.filter(Boolean);
}

/** @param {Edition} edition @param {string} key */
function say(edition, key) {
  return capital(t(key, facts(edition)));
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);
}

/** Everything that a sentence may want to know. @param {Edition} edition @returns {Record<string, string|number>} */
function facts(edition) {
  const [low, high] = [edition.ranks[0], edition.ranks[edition.ranks.length - 1]];
  return {
    suit: suitWord(edition), suits: suitWord(edition, 2),
    wager: wagerWord(edition), wagers: wagerWord(edition, 2), Wagers: capital(wagerWord(edition, 2)),
    suit_count: edition.suits.length, suit_list: suitList(edition),
    low, high, marks: markList(edition), rising: rising(edition), wager_count: edition.wagers.length,
    times: timesList(edition), starters: starters(edition),
    pack: edition.pack, deck: edition.deck, hand: edition.hand_size, aside: edition.set_aside,
    seats: edition.seats, doubled: listed(edition.doubled_ranks), min_hand: edition.hand_over?.min_hand ?? 0,
    stall: edition.stall_turns, stall_all: edition.stall_turns * edition.seats,
    cost: edition.cost, bonus: edition.bonus, bonus_cards: edition.bonus_cards,
    rounds: edition.rounds[0], n: edition.rounds[0], others: listed(edition.rounds.slice(1), "disjunction"),
  };
}

/** What a score is multiplied by, for each count of wagers. @param {Edition} edition */
function timesList(edition) {
  const counts = Array.from({ length: edition.wagers.length + 1 }, (_, count) => count);
  return counts
    .map((count) => t(count > 3 ? "rules.times.more" : `rules.times.${count}`, { count, times: count + 1, wager: wagerWord(edition) }))
    .join(", ");
}

/** Who else may start the next round, if the table agrees on it. @param {Edition} edition */
function starters(edition) {
  const others = ["round-winner", "leader", "next-seat"].filter((rule) => rule !== edition.start_rule);
  return listed(others.map((rule) => t(`rules.value.${rule}`)), "disjunction");
}

/**
 * The rows of what differs from classic.
 * @param {Edition} edition @param {Edition} classic
 * @returns {{name: string, here: string, there: string}[]}
 */
export function differences(edition, classic) {
  return edition.differs
    .filter((field) => hasWords(`rules.field.${field}`))
    .map((field) => ({ name: t(`rules.field.${field}`), here: value(edition, field), there: value(classic, field) }));
}

/** @param {Edition} edition @param {string} field @returns {string} */
function value(edition, field) {
  switch (field) {
    case "suits":
      return suitList(edition);
    case "wagers":
      return markList(edition);
    case "rounds":
      return listed(edition.rounds, "disjunction");
    case "start_rule":
      return t(`rules.value.${edition.start_rule}`);
    case "hand_over":
      return handOver(edition);
    case "suit_word":
      return suitWord(edition);
    case "wager_word":
      return wagerWord(edition);
  }
  const found = /** @type {any} */ (edition)[field];
  if (typeof found === "boolean") return t(found ? "rules.value.yes" : "rules.value.no");
  if (Array.isArray(found)) return found.length ? listed(found) : t("rules.value.none");
  return found ? String(found) : t("rules.value.none");
}

/** @param {Edition} edition */
function handOver({ hand_over: rule }) {
  if (!rule) return t("rules.value.no");
  return t(rule.twice_running ? "rules.value.often" : "rules.value.not-twice", { min_hand: rule.min_hand });
}

/** @param {Edition} edition */
function suitList(edition) {
  return listed(edition.suits.map((suit) => suitName(suit, { inner: true })));
}

/** @param {Edition} edition */
function markList(edition) {
  if (edition.wagers[0] === "$") return t("rules.value.equal-wagers", { n: edition.wagers.length });
  return listed(edition.wagers.map((mark) => t(`rank.${mark}`)));
}

/** @param {Edition} edition */
function rising(edition) {
  return edition.wagers_ascend ? edition.wagers.map((mark) => t(`rank.${mark}`)).join(t("rules.value.then")) : "";
}

/** @param {(string|number)[]} items @param {"conjunction"|"disjunction"} [type] */
function listed(items, type = "conjunction") {
  // British English has no comma before "and".
  const locale = language() === "en" ? "en-GB" : language();
  return new Intl.ListFormat(locale, { type }).format(items.map(String));
}

/** @param {Edition} edition */
function alone(edition) {
  return edition.seats === 1;
}

/** @param {Edition} edition */
function partners(edition) {
  return edition.seats > edition.sides;
}
