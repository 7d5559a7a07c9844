// The guided round as a score sheet. Its scores are those that the rules gave.

import { t } from "../words.js";

/** @param {import("../types.js").Round} round @returns {import("../types.js").Sheet} */
export function lessonSheet(round) {
  const seat = (/** @type {string} */ name, /** @type {number} */ side) =>
    ({ name, bot: null, kind: /** @type {const} */ ("person"), side });
  return {
    edition: "classic",
    seats: [seat(t("learn.you"), 0), seat(t("learn.other"), 1)],
    start_rule: "round-winner",
    rounds: [
      {
        round: 1,
        counted: true,
        starter: round.starter,
        over: true,
        termination: round.termination,
        sides: round.expeditions.map((laid, side) => ({
          total: round.totals[side],
          expeditions: laid.map((cards, suit) => {
            const score = round.scores[side][suit];
            return score ? { cards, score } : null;
          }),
        })),
        commitment: "",
        salt: null,
        deal: null,
      },
    ],
    totals: round.totals,
    ending: null,
  };
}
