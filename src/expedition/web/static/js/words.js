// Every sentence that a person reads comes through here, from one catalogue a language.
// English is always there and fills what another language lacks.

import shell from "./words/en/shell.js";

/** @typedef {string|{one: string, other: string}} Entry */
/** @typedef {Record<string, Entry>} Catalogue */
/** @typedef {import("./types.js").Edition} Edition */

/** The languages there are, by code, each in its own name. */
export const languages = { en: "English", de: "Deutsch" };

// A catalogue comes in parts, and a page loads those it names; "shell" is always there.
/** @type {Set<string>} */
const parts = new Set(["shell"]);
/** @type {Catalogue} */
let english = shell;
/** @type {Catalogue} */
let words = english;
let code = "en";
let plurals = new Intl.PluralRules("en");
/** @type {Set<string>} */
const missing = new Set();

/** The code of the language in use: "en" or "de". */
export function language() {
  return code;
}

/** How this person writes dates: the browser's own variety of the language, "en-GB". */
export function locale() {
  return globalThis.navigator?.languages?.find((tag) => tag.startsWith(code)) ?? code;
}

/**
 * Change the language; "" follows the browser's list, and what is unknown becomes English.
 * @param {string} wanted
 * @returns {Promise<string>} the code now in use
 */
export async function setLanguage(wanted) {
  code = wanted in languages ? wanted : preferred();
  await gather();
  return code;
}

/** Load these parts of the catalogue: "table", "asking", "hints", "learn", "review", "rules". @param {string[]} names */
export async function needWords(...names) {
  const before = parts.size;
  for (const name of names) parts.add(name);
  if (parts.size > before) await gather();
}

// Asked again while it loads, for another language or more parts, it loads on until all is there.
async function gather() {
  let wanted = "";
  while (wanted !== [code, ...parts].join()) {
    wanted = [code, ...parts].join();
    const [own, fallback] = await Promise.all([catalogue(code), catalogue("en")]);
    if (wanted === [code, ...parts].join()) [words, english, plurals] = [own, fallback, new Intl.PluralRules(code)];
  }
}

/** @param {string} language @returns {Promise<Catalogue>} */
async function catalogue(language) {
  const loaded = await Promise.all([...parts].map((part) => import(`./words/${language}/${part}.js`)));
  return Object.assign({}, ...loaded.map((one) => one.default));
}

/**
 * The sentence of a key. `{name}` takes the parameter of that name; an entry with forms for one
 * and for others goes by the parameter `n`.
 * @param {string} key
 * @param {Record<string, string|number>} [params]
 * @returns {string} the key itself when no catalogue has it
 */
export function t(key, params = {}) {
  const entry = words[key] ?? english[key];
  if (entry === undefined) {
    if (!missing.has(key)) console.warn(`No words for ${key}.`);
    missing.add(key);
    return key;
  }
  const form = typeof entry === "string" ? entry : entry[plurals.select(Number(params.n)) === "one" ? "one" : "other"];
  return form.replace(/\{(\w+)\}/g, (whole, name) =>
    name in params ? (typeof params[name] === "number" ? signed(params[name]) : String(params[name])) : whole,
  );
}

/** Whether a catalogue has this key. @param {string} key */
export function hasWords(key) {
  return key in words || key in english;
}

/** A number as people write it, with a true minus sign. @param {number} value */
export function signed(value) {
  return value < 0 ? `−${-value}` : String(value);
}

/**
 * A card in words: "Blue 5", "Blue wager", "7 of hearts", "Jack of clubs".
 * @param {string} card
 * @param {Edition} edition
 * @param {{inner?: boolean}} [how]  inner: as it stands within a sentence, "blue 5"
 */
export function cardName(card, edition, { inner = false } = {}) {
  const suit = edition.suits.find(({ letter }) => letter === card[0]);
  if (!suit) return card;
  const rank = card.slice(1);
  const name = suitName(suit, { inner: inner || suit.symbol !== null && suit.symbol !== "" });
  if (rank === "$") return t("card.wager", { suit: wagerSuit(suit, inner) ?? name, wager: wagerWord(edition) });
  const words = rank in RANKS ? t(RANKS[rank]) : rank;
  return t(suit.symbol ? "card.of" : "card.number", { suit: name, rank: words });
}

// A colour beside the word for a wager is an adjective, which some languages write otherwise.
/** @param {import("./types.js").Suit} suit @param {boolean} inner */
function wagerSuit(suit, inner) {
  const key = `suit.${suit.name.toLowerCase()}.wager${inner ? ".inner" : ""}`;
  return hasWords(key) ? t(key) : null;
}

/** @type {Record<string, string>} */
const RANKS = { J: "rank.J", Q: "rank.Q", K: "rank.K" };

/**
 * A suit in words.
 * @param {import("./types.js").Suit} suit
 * @param {{inner?: boolean}} [how]  inner: as within a sentence
 */
export function suitName(suit, { inner = false } = {}) {
  return t(`suit.${suit.name.toLowerCase()}${inner ? ".inner" : ""}`);
}

/** The edition's word for its multiplier cards: "wager", "investments". @param {Edition} edition @param {number} [n] */
export function wagerWord(edition, n = 1) {
  return t(edition.wager_word === "wager" ? "word.wager" : "word.investment", { n });
}

/** The edition's word for its suits: "colour", "suits". @param {Edition} edition @param {number} [n] */
export function suitWord(edition, n = 1) {
  return t(edition.suit_word === "suit" ? "word.suit" : "word.colour", { n });
}

/** An edition's name in this language. @param {{id: string, name: string}} edition */
export function editionName(edition) {
  const key = `edition.${edition.id}`;
  return hasWords(key) ? t(key) : edition.name;
}

/** What an edition is, in a sentence. @param {{id: string, summary: string}} edition */
export function editionSummary(edition) {
  const key = `edition.${edition.id}.summary`;
  return hasWords(key) ? t(key) : edition.summary;
}

/** A bot's name as shown: its title, or its id with a capital. @param {string} id @param {string} [title] */
export function botName(id, title = id.charAt(0).toUpperCase() + id.slice(1)) {
  const key = `bot.${id}`;
  return hasWords(key) ? t(key) : title;
}

/** How a bot plays, in a sentence, or "". @param {import("./types.js").BotInfo} bot */
export function botStyle({ id, style }) {
  const key = `bot.${id}.style`;
  return hasWords(key) ? t(key) : style;
}

/** How strong a bot is in an edition, in a sentence; "" where it was not measured. @param {import("./types.js").BotInfo} bot @param {string} edition */
export function botStrength({ margin }, edition) {
  const measured = margin[edition];
  if (!measured) return "";
  const { mean, se, against } = measured;
  const n = Math.round(Math.abs(mean));
  // Twice the standard error: the true margin lies within it 19 times of 20.
  const key = Math.abs(mean) < 2 * se || !n ? "even" : mean < 0 ? "behind" : "ahead";
  return t(`bot.${key}`, { n, error: Math.ceil(2 * se), against: botName(against) });
}

/** A failure in words: what happened and what to do. @param {unknown} failure  an ApiError, or a rej frame */
export function errorText(failure) {
  const { code = "", message = "" } = /** @type {any} */ (failure ?? {});
  return hasWords(`error.${code}`) ? t(`error.${code}`) : t("error.other", { message: message || String(failure) });
}

function preferred() {
  const wanted = globalThis.navigator?.languages ?? [];
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in languages) ?? "en";
}
