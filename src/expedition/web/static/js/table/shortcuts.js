// Single keys at the table. They can be switched off, and never act while somebody writes.

import { doneBy, pileKey, plain } from "../keymap.js";
import { focus, isWriting } from "../keys.js";
import { getSettings } from "../state.js";
import { refusalSentence } from "../status.js";
import { t } from "../words.js";
import { answer } from "./answers.js";
import { aside, cancel, handOver, lit, partner, tapCard, tapDraw, tapPile, tapPlace, takeBack } from "./turn.js";

/** @typedef {import("./room.js").Room} Room */

/**
 * Do what a key is for. Returns whether it was for anything.
 * @param {KeyboardEvent} event @param {Room} room @param {HTMLElement} root
 * @param {{command: () => void, help: () => void}} on
 */
export function shortcut(event, room, root, on) {
  if (isWriting(event) || event.ctrlKey || event.metaKey || event.altKey) return false;
  const key = plain(event.key);
  if (key === "Escape") {
    if (room.selection.stage === "idle") return false;
    takeBack(room);
    focusCard(root, room);
    return true;
  }
  if (!getSettings().shortcuts || room.curtain || room.passing) return false;
  const does = doneBy(key, getSettings().keys);
  if (does === "help") return done(on.help());
  if (does === "command") return done(on.command());
  if (room.view?.phase !== "playing") return false;
  const { card } = room.selection;
  if (/^[0-9]$/.test(key)) {
    const held = room.held[key === "0" ? 9 : Number(key) - 1];
    if (!held) return done(room.held.length && room.warn(t("table.no-card", { n: key === "0" ? 10 : Number(key) })));
    tapCard(room, held);
    return focusOn(root, `[data-card="${held.card}"][data-copy="${held.copy}"]`);
  }
  // With a card placed, a suit's letter means its pile; else letters mean what the list says.
  if (room.selection.stage === "placed") {
    if (does === "deck" || key === ".") return done(tapDraw(room, ".")) && focusHand(root);
    const suit = room.edition?.suits.find(({ letter }) => pileKey(letter) === key);
    if (suit && lit(room).draws.has(`<${suit.letter}`)) return done(tapDraw(room, `<${suit.letter}`)) && focusHand(root);
    if (suit) return done(tapPile(room, `<${suit.letter}`));
  }
  if (room.selection.stage === "chosen" && card) {
    if (does === "lay") return done(tapPlace(room, `lay:${card[0]}`)) && focusOn(root, ".deck");
    if (does === "discard") return done(tapPlace(room, `discard:${card[0]}`)) && focusOn(root, ".deck");
  }
  if (does === "hand-over" && partner(room)) return done(handOver(room));
  if (does === "hand") return focusHand(root);
  if (does === "score") return tell(room, answer("score", room));
  if (does === "why") return why(room, root);
  if (does === "left" || does === "right") return shift(room, does === "left" ? -1 : 1);
  return false;
}

/** @param {unknown} _ */
function done(_) {
  return true;
}

/** @param {HTMLElement} root @param {string} selector */
function focusOn(root, selector) {
  const found = /** @type {HTMLElement|null} */ (root.querySelector(selector));
  if (found) focus(found);
  return true;
}

/** @param {HTMLElement} root */
function focusHand(root) {
  return focusOn(root, '[data-roving="hand"] [tabindex="0"]');
}

/** @param {HTMLElement} root @param {Room} room */
function focusCard(root, room) {
  const { card, copy } = room.selection;
  if (card) focusOn(root, `.hand [data-card="${card}"][data-copy="${copy}"]`);
}

/** @param {Room} room @param {string} words */
function tell(room, words) {
  aside(room, words);
  return true;
}

// Why the card in focus, or the chosen one, can't be laid.
/** @param {Room} room @param {HTMLElement} root */
function why(room, root) {
  const focused = /** @type {HTMLElement|null} */ (document.activeElement);
  const card = (root.contains(focused) ? focused?.dataset.card : null) ?? room.selection.card;
  if (!card || !room.edition) return tell(room, t("table.why.which"));
  const refusal = room.round?.refused?.[card];
  return tell(room, refusal ? refusalSentence(refusal, room.edition) : t("table.why.fits"));
}

/** @param {Room} room @param {number} step */
function shift(room, step) {
  const focused = /** @type {HTMLElement|null} */ (document.activeElement);
  const { card, copy } = focused?.dataset ?? {};
  if (!card) return false;
  const row = room.held;
  const at = row.findIndex((held) => held.card === card && held.copy === Number(copy));
  const other = row[at + step];
  if (at < 0 || !other) return false;
  cancel(room);
  room.reorder(row[at], other);
  return true;
}
