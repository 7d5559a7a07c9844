// Several people on one device: nothing is shown until the one whose turn it is has it, and nobody's
// hand goes before its owner has seen what came into it.

import * as select from "../select.js";
import { eventSentence, nowSentence, turnSentence } from "../status.js";
import { cardName, t } from "../words.js";

/** @typedef {import("./room.js").Room} Room */

/** After each view: who is to have the device next, and whether that waits for who has it now. @param {Room} room */
export function passOn(room) {
  const { view, links, eyes } = room;
  if (!view || links.length < 2 || links.some((link) => !link.view)) return;
  const next = view.phase === "playing" ? room.holder(view.round?.to_act) : null;
  if (view.phase !== "playing" || next === eyes) room.passing = null;
  if (view.phase !== "playing") return;
  const wanted = next ?? (room.unveiled ? null : eyes);
  if (!wanted || (wanted === eyes && room.unveiled)) return;
  // In the middle of a round whoever has just moved still has the device; between deals nobody knows.
  if (room.unveiled && !room.curtain && view.round?.turn) {
    if (room.passing !== wanted) tell(room);
    room.passing = wanted;
  } else {
    room.passing = null;
    room.curtain = wanted;
  }
}

// What came into the hand, in one line, before it is hidden.
/** @param {Room} room */
function tell(room) {
  const { view, edition, sense } = room;
  const own = room.eyes?.log.filter(({ event, undone }) => event.kind === "turn" && event.seat === view?.me && !undone).at(-1)?.event;
  if (!own || !edition) return;
  if (own.drawn) {
    const copies = view?.round?.hand?.filter((card) => card === own.drawn).length ?? 1;
    room.fresh = { card: own.drawn, copy: Math.max(0, copies - 1) };
  }
  room.say(own.drawn ? t("table.drew", { card: cardName(own.drawn, edition, { inner: true }) }) : turnSentence(/** @type {any} */ (own), sense));
}

/** The one who moved has seen enough: down comes the curtain. @param {Room} room */
export function hide(room) {
  if (!room.passing) return;
  room.curtain = room.passing;
  room.passing = null;
  room.screen.draw();
}

/** The device has been passed on. @param {Room} room */
export function lift(room) {
  if (!room.curtain) return;
  room.eyes = room.curtain;
  room.curtain = null;
  room.passing = null;
  room.unveiled = true;
  room.selection = select.idle();
  room.sending = false;
  room.fresh = null;
  const { view } = room;
  if (view) {
    const last = room.eyes.log.filter(({ event }) => event.kind === "turn").at(-1);
    room.say([last ? eventSentence(last.event, room.sense) : "", nowSentence(view, room.sense, { brief: true })].join(" ").trim());
  }
  room.screen.draw();
}
