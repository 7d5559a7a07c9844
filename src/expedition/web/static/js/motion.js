// Things move from where they were to where they are: measured before and after the drawing, then
// played by the browser. Nothing waits for it, and the next event finishes what still moves.

import { getSettings } from "./state.js";

/** @typedef {{left: number, top: number, width: number, height: number}} Place */

const BASE = 190;
/** @type {Set<Animation>} */
const running = new Set();

/** How long a movement takes, in ms; 0 for none. */
export function duration() {
  const { motion } = getSettings();
  if (!motion || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return BASE / motion;
}

/** Where everything that can move is now. @param {ParentNode|null} root @returns {Map<string, Place>} */
export function measure(root) {
  /** @type {Map<string, Place>} */
  const places = new Map();
  for (const element of root?.querySelectorAll("[data-move]") ?? []) {
    const box = element.getBoundingClientRect();
    if (box.width > 0) places.set(/** @type {HTMLElement} */ (element).dataset.move ?? "", box);
  }
  return places;
}

/** End whatever still moves. */
export function finish() {
  for (const animation of running) animation.finish();
  running.clear();
}

/**
 * Play what changed between two drawings.
 * @param {ParentNode|null} root
 * @param {Map<string, Place>} before
 * @param {Record<string, string>} origins  where new things come from: their name -> a name in `before`
 */
export function play(root, before, origins = {}) {
  finish();
  const time = duration();
  if (!root || time === 0) return;
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-move]"))) {
    const name = element.dataset.move ?? "";
    const from = before.get(name) ?? before.get(origins[name] ?? "");
    if (!from) continue;
    const to = element.getBoundingClientRect();
    const [x, y] = [from.left - to.left, from.top - to.top];
    const known = before.has(name);
    if (to.width === 0 || (Math.abs(x) < 2 && Math.abs(y) < 2)) continue;
    // What only gives way a little does so without a scale, so that numbers don't wobble.
    const scale = known ? "" : ` scale(${from.width / to.width}, ${from.height / to.height})`;
    move(element, `translate(${x}px, ${y}px)${scale}`, time);
  }
}

/** @param {HTMLElement} element @param {string} start @param {number} time */
function move(element, start, time) {
  const animation = element.animate(
    [{ transform: start, transformOrigin: "0 0", zIndex: 5 }, { transform: "none", transformOrigin: "0 0", zIndex: 5 }],
    { duration: time, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" },
  );
  running.add(animation);
  animation.finished.then(() => running.delete(animation), () => running.delete(animation));
}

/**
 * Where the cards of a turn come from, as names of `data-move`.
 * @param {{seat: number|null, actions: string[], drawn?: string|null}} turn
 * @param {{me: number|null, sides: number, placed: string|null, expeditions: string[][][], suits: string[], sizes: number[], hand: string[]|null}} table  after the turn
 * @returns {Record<string, string>}
 */
export function originsOf(turn, table) {
  /** @type {Record<string, string>} */
  const origins = {};
  const [first, then] = turn.actions;
  const seat = turn.seat ?? 0;
  const own = seat === table.me;
  const source = own ? (table.placed ?? `hand:${first.replace("x", "")}:0`) : `seat:${seat}`;
  const card = first.startsWith("x") ? first.slice(1) : first;
  const suit = table.suits.indexOf(card[0]);
  if (first.startsWith("x")) origins[`pile:${card[0]}:${table.sizes[suit]}`] = source;
  else if (!first.startsWith(">")) {
    const laid = table.expeditions[seat % table.sides][suit];
    origins[`laid:${seat % table.sides}:${card}:${laid.length - 1}`] = source;
  }
  if (then && own && turn.drawn && table.hand) {
    const from = then === "." ? "deck" : `pile:${then[1]}:${table.sizes[table.suits.indexOf(then[1])] + 1}`;
    const copies = table.hand.filter((held) => held === turn.drawn).length;
    origins[`hand:${turn.drawn}:${copies - 1}`] = from;
  }
  if (then && !own) origins[`seat:${seat}`] = then === "." ? "deck" : `pile:${then[1]}:${table.sizes[table.suits.indexOf(then[1])] + 1}`;
  return origins;
}
