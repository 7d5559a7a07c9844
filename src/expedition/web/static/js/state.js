// What this device remembers of how a person likes to play. No DOM, no account, nothing leaves.
// Kept in localStorage; where that is forbidden it lasts as long as the page.

/** Everything that can be set, with what it starts as. */
export const defaults = {
  /** "" follows the browser; else a code of words.js. */
  language: "",
  /** @type {"auto"|"light"|"dark"} */
  theme: "auto",
  /** @type {"classic"|"clear"|"soft"|"mono"} */
  palette: "classic",
  /** How fast cards move: 0 not at all, 0.5 slow, 1, 2 fast. Reduced motion in the system wins. */
  motion: 1,
  sounds: false,
  /** Show what each expedition is worth now. */
  scores: true,
  /** How the hand lies: by suit, by rank, or as I put it. @type {"suit"|"rank"|"own"} */
  sort: "suit",
  /** Ask once more before a turn is sent. */
  confirm: false,
  /** The suit's letter on each card. */
  letters: true,
  /** Single keys as shortcuts at the table. */
  shortcuts: true,
  /** Shortcuts with another key than at first (keymap.js); "" is none. @type {Record<string, string>} */
  keys: {},
  /** A box at the table that answers words like "score" and "last". */
  commands: false,
  /** What others at a table call me; "" is nobody in particular. */
  name: "",
  /** Who else plays on this device, by their seat from 0. @type {Record<string, string>} */
  others: {},
  /** What the first page offers: the last choices made there. */
  edition: "classic",
  bot: "",
  rounds: 0,
  /** Whether the tutorial was finished or put aside. */
  taught: false,
};

/** @typedef {typeof defaults} Settings */

const KEY = "expedition.settings";
/** @type {Set<(settings: Settings) => void>} */
const listeners = new Set();
/** @type {Settings|null} */
let current = null;

/** The settings as they are now. Treat as read-only. @returns {Settings} */
export function getSettings() {
  current ??= { ...defaults, ...sound(readStored(KEY)) };
  return current;
}

/**
 * Change one setting, keep it, and tell everyone who asked.
 * @template {keyof Settings} K
 * @param {K} name
 * @param {Settings[K]} value
 */
export function setSetting(name, value) {
  if (getSettings()[name] === value) return;
  current = { ...getSettings(), [name]: value };
  writeStored(KEY, current);
  tell();
}

/**
 * Be told of each change. @param {(settings: Settings) => void} listener
 * @returns {() => void} call it to be told no more
 */
export function onSettings(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Forget everything that this app keeps on this device: settings, names, seats. */
export function forgetEverything() {
  const store = storage();
  if (store) {
    const keys = Array.from({ length: store.length }, (_, place) => store.key(place));
    for (const key of keys) if (key?.startsWith("expedition.")) store.removeItem(key);
  }
  memory.clear();
  current = { ...defaults };
  tell();
}

/** Read what is kept under a key, or null; never throws. @param {string} key @returns {any} */
export function readStored(key) {
  try {
    return JSON.parse(storage()?.getItem(key) ?? memory.get(key) ?? "null");
  } catch {
    return null;
  }
}

/** Keep a value under a key, in memory where storage is full or forbidden. @param {string} key @param {unknown} value */
export function writeStored(key, value) {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    storage()?.setItem(key, text);
  } catch {
    // Full or forbidden: memory has it.
  }
}

/** @type {Map<string, string>} */
const memory = new Map();

/** @returns {Storage|null} */
function storage() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

// A stored value of the wrong type, from an older version or another hand, falls back.
/** @param {any} stored @returns {Partial<Settings>} */
function sound(stored) {
  if (typeof stored !== "object" || stored === null) return {};
  const known = Object.entries(defaults).filter(([name, start]) => typeof stored[name] === typeof start && stored[name] !== null);
  return Object.fromEntries(known.map(([name]) => [name, stored[name]]));
}

function tell() {
  for (const listener of listeners) listener(getSettings());
}

// Another tab of this app changed something: follow it.
globalThis.addEventListener?.("storage", (event) => {
  const { key } = /** @type {StorageEvent} */ (event);
  if (key !== KEY && key !== null) return;
  memory.delete(KEY);
  current = null;
  tell();
});
