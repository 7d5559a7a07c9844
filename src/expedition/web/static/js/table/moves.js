// From where the cards of newly told turns come, for the drawing that shows them move.

import { originsOf } from "../motion.js";
import { pending } from "./turn.js";

/** @typedef {import("./room.js").Room} Room */

/** Before the new view is drawn: by the place a card comes to, the place it comes from. @param {Room} room @param {{event: any}[]} events @returns {Record<string, string>} */
export function originsNow(room, events) {
  const { view, edition } = room;
  /** @type {Record<string, string>} */
  let origins = {};
  if (!view?.round || !edition) return origins;
  const { round, me } = view;
  const suits = edition.suits.map(({ letter }) => letter);
  for (const { event } of events) {
    if (event.kind !== "turn") continue;
    const put = pending(room);
    const suit = put ? suits.indexOf(put.card[0]) : 0;
    const side = (me ?? 0) % edition.sides;
    const placed = !put ? null : put.place.startsWith("discard")
      ? `pile:${put.card[0]}:${round.pile_sizes[suit] ?? 0}`
      : `laid:${side}:${put.card}:${round.expeditions[side][suit].length - 1}`;
    origins = { ...origins, ...originsOf(event, { me, sides: edition.sides, placed, expeditions: round.expeditions, suits, sizes: round.pile_sizes, hand: round.hand }) };
  }
  return origins;
}
