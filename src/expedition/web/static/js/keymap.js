// Which single key does what at the table: the keys there are to begin with, and one's own. No DOM.

/** The shortcuts in the order of the list under "?". Digits choose cards, suits' letters their piles; Escape is nobody's letter. */
export const SHORTCUTS = /** @type {const} */ ([
  { does: "lay", key: "l" },
  { does: "discard", key: "x" },
  { does: "deck", key: "d" },
  { does: "hand-over", key: "g" },
  { does: "hand", key: "h" },
  { does: "why", key: "w" },
  { does: "score", key: "s" },
  { does: "left", key: "[" },
  { does: "right", key: "]" },
  { does: "command", key: "/" },
  { does: "help", key: "?" },
]);

/** @typedef {typeof SHORTCUTS[number]["does"]} Does */
/** @typedef {Record<string, string>} OwnKeys  only what differs from the beginning; "" is no key */

/** The key of a shortcut, "" for none. @param {Does} does @param {OwnKeys} own @returns {string} */
export function keyOf(does, own) {
  const kept = own?.[does];
  return typeof kept === "string" ? kept : (SHORTCUTS.find((one) => one.does === does)?.key ?? "");
}

/** What a key does, or null. @param {string} key @param {OwnKeys} own @returns {Does|null} */
export function doneBy(key, own) {
  const wanted = plain(key);
  if (!wanted) return null;
  return SHORTCUTS.find(({ does }) => keyOf(does, own) === wanted)?.does ?? null;
}

/** The key of a suit's pile: its letter, but "i" for diamonds, whose letter is the deck's. @param {string} letter */
export function pileKey(letter) {
  return letter === "D" ? "i" : letter.toLowerCase();
}

/** A key as it is compared: capitals and small letters are one. @param {string} key */
export function plain(key) {
  return key.length === 1 ? key.toLowerCase() : key;
}

/** What a key is asked for before it may mean a pile. @type {Set<Does>} */
const BEFORE_PILES = new Set(["deck", "help", "command"]);

/**
 * Why a key can't be a shortcut's: "digit" (they choose cards), "suit" (it would hide
 * the letter of a pile), "space" (it presses buttons), the shortcut that has it
 * already, or null if it can.
 * @param {Does} does @param {string} key @param {OwnKeys} own @param {string[]} letters  of all suits
 * @returns {null|"digit"|"suit"|"space"|Does}
 */
export function clash(does, key, own, letters) {
  const wanted = plain(key);
  if (wanted === "") return null;
  if (/^\d$/.test(wanted)) return "digit";
  if (/^\s$/.test(wanted)) return "space";
  if (BEFORE_PILES.has(does) && letters.some((letter) => pileKey(letter) === wanted)) return "suit";
  return SHORTCUTS.find((one) => one.does !== does && keyOf(one.does, own) === wanted)?.does ?? null;
}

/** One's own keys with another one. @param {OwnKeys} own @param {Does} does @param {string} key @returns {OwnKeys} */
export function withKey(own, does, key) {
  const { [does]: _, ...others } = own;
  const wanted = plain(key);
  return wanted === keyOf(does, {}) ? others : { ...others, [does]: wanted };
}
