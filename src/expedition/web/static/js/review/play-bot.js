// Setting up a table against the bot: the first match after the tutorial, or play on from a turn.

import { bots, botsFor, keepSeats, post } from "../api.js";
import { getSettings } from "../state.js";
import { botName, t } from "../words.js";

/**
 * Make a table where this device has one seat and bots the others. Throws ApiError.
 * @param {object} order
 * @param {string} order.edition
 * @param {number} [order.seats]
 * @param {number} [order.mine]  my seat
 * @param {string} [order.bot]  a bot wanted before others
 * @param {boolean} [order.openHands]  with a teaching round first
 * @param {object} [order.from]  the record, round and turn to play on from
 * @returns {Promise<string>} the table's id
 */
export async function playBot({ edition, seats = 2, mine = 0, bot = "", openHands = false, from }) {
  const all = botsFor(await bots(), edition).map(({ id }) => id);
  const { name: own, bot: usual } = getSettings();
  const name = own.trim() || t("home.guest", { n: mine + 1 });
  const other = [bot, usual, "careful"].find((id) => all.includes(id)) ?? all[0];
  if (!other && seats > 1) throw new Error(t("review.play-on.no-bot"));
  const made = await post("/tables", {
    edition,
    open_hands: openHands,
    seats: Array.from({ length: seats }, (_, seat) =>
      seat === mine ? { kind: "me", name } : { kind: "bot", bot: other },
    ),
    ...(from ? { from } : {}),
  });
  const names = Array.from({ length: seats }, (_, seat) => (seat === mine ? name : botName(other)));
  keepSeats(made.table, made.seats, { edition, names, invite: made.invite });
  return made.table;
}
