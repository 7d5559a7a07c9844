// Two languages, one set of keys: every sentence is in both, with the same parameters, and every key
// that the scripts name is there.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";

import { botName, botStrength, botStyle, cardName, editionName, errorText, language, setLanguage, signed, suitWord, t, wagerWord } from "../../../src/expedition/web/static/js/words.js";

const root = new URL("../../../src/expedition/web/static/js/", import.meta.url);
const en = (await import(new URL("words/en.js", root))).default;
const de = (await import(new URL("words/de.js", root))).default;

const classic = {
  suits: [{ letter: "B", name: "Blue", symbol: null }, { letter: "P", name: "Purple", symbol: null }],
  suit_word: "colour",
  wager_word: "wager",
};
const five = {
  suits: [{ letter: "H", name: "Hearts", symbol: "♥" }, { letter: "P", name: "Caps", symbol: "■" }],
  suit_word: "suit",
  wager_word: "investment",
};

function forms(entry) {
  return typeof entry === "string" ? [entry] : Object.values(entry);
}

// {wager} and {Wager} are one parameter: where it opens a sentence differs from language to language.
function placeholders(entry) {
  return [...new Set(forms(entry).flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name.toLowerCase())))].sort();
}

async function scripts(folder = root) {
  const found = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) {
      if (entry.name !== "words") found.push(...(await scripts(new URL(`${entry.name}/`, folder))));
    } else if (entry.name.endsWith(".js")) {
      found.push(new URL(entry.name, folder));
    }
  }
  return found;
}

test("both languages have the same keys", () => {
  assert.deepEqual(Object.keys(de).sort(), Object.keys(en).sort());
});

test("both languages have the same parameters", () => {
  // A form for one may say the number in a word, so a plural's forms count together.
  for (const key of Object.keys(en)) assert.deepEqual(placeholders(de[key] ?? ""), placeholders(en[key]), key);
});

test("no sentence is empty, and plurals have both forms", () => {
  for (const catalogue of [en, de]) {
    for (const [key, entry] of Object.entries(catalogue)) {
      if (typeof entry !== "string") assert.deepEqual(Object.keys(entry).sort(), ["one", "other"], key);
      for (const form of forms(entry)) assert.ok(form.trim(), key);
    }
  }
});

test("no key is given in two parts of a catalogue", async () => {
  for (const code of ["en", "de"]) {
    const index = await readFile(new URL(`words/${code}.js`, root), "utf8");
    const names = [...index.matchAll(/from "\.\/(\w+\/\w+\.js)"/g)].map(([, name]) => name);
    const parts = await Promise.all(names.map((name) => import(new URL(`words/${name}`, root))));
    const files = (await readdir(new URL(`words/${code}/`, root))).map((file) => `${code}/${file}`);
    assert.deepEqual(names.toSorted(), files.toSorted());
    const keys = parts.flatMap((part) => Object.keys(part.default));
    assert.deepEqual(keys.filter((key, place) => keys.indexOf(key) !== place), [], code);
  }
});

test("every key that a script names is in the catalogue", async () => {
  const lost = [];
  for (const file of await scripts()) {
    const text = await readFile(file, "utf8");
    for (const [, key] of text.matchAll(/\bt\(\s*"([^"]+)"/g)) if (!(key in en)) lost.push(`${file.pathname.split("/js/")[1]}: ${key}`);
  }
  assert.deepEqual(lost, []);
});

// The modules that a page loads, by following its imports.
async function closure(start) {
  const found = new Map();
  const open = [new URL(start, root)];
  for (let file; (file = open.pop()); ) {
    if (found.has(file.href)) continue;
    const text = await readFile(file, "utf8");
    found.set(file.href, text);
    for (const [, path] of text.matchAll(/^(?:import|export)[^;]*?from "(\.[^"]+)"/gm)) open.push(new URL(path, file));
  }
  return found;
}

test("each page loads every part of the catalogue that its modules speak with", async () => {
  const app = await readFile(new URL("app.js", root), "utf8");
  const routes = [...app.matchAll(/"(\w+)", \[([^\]]*)\], \(\) => import\("\.\/(pages\/\w+\.js)"\)/g)];
  assert.equal(routes.length, 8);
  const lost = [];
  for (const [, name, list, start] of routes) {
    const parts = ["shell", ...[...list.matchAll(/"(\w+)"/g)].map(([, part]) => part)];
    const has = Object.assign({}, ...(await Promise.all(parts.map((part) => import(new URL(`words/en/${part}.js`, root))))).map((part) => part.default));
    for (const [file, text] of await closure(start)) {
      // Keys in full, and the beginnings of keys that are put together.
      for (const [, key, open] of text.matchAll(/["`]([a-z][\w-]*\.[\w.-]*)(["`]|\$\{)/g)) {
        const fits = (known) => (open === "${" ? known.startsWith(key) : known === key);
        if (Object.keys(en).some(fits) && !Object.keys(has).some(fits)) lost.push(`${name}: ${key} in ${file.split("/js/")[1]}`);
      }
    }
  }
  assert.deepEqual(lost, []);
});

test("cards, suits and numbers in words, in both languages", async () => {
  assert.equal(await setLanguage("en"), "en");
  assert.equal(cardName("B5", classic), "Blue 5");
  assert.equal(cardName("B5", classic, { inner: true }), "blue 5");
  assert.equal(cardName("B$", classic), "Blue wager");
  assert.equal(cardName("P7", classic), "Purple 7");
  assert.equal(cardName("P7", five), "7 of caps");
  assert.equal(cardName("HJ", five), "Jack of hearts");
  assert.equal(cardName("X1", five), "X1");
  assert.equal(wagerWord(five, 2), "investments");
  assert.equal(suitWord(classic, 5), "colours");
  assert.equal(signed(-20), "−20");
  assert.equal(t("no.such.key"), "no.such.key");
  assert.equal(t("home.rounds", { n: 1 }), "one round");
  assert.equal(t("home.rounds", { n: 3 }), "3 rounds");
  assert.equal(t("home.side", {}), "Side {n}");
  assert.equal(editionName({ id: "of-another-package", name: "Theirs" }), "Theirs");
  assert.equal(errorText({ code: "odd", message: "Odd." }), "That did not work: Odd.");
  assert.equal(await setLanguage("de"), "de");
  assert.equal(language(), "de");
  assert.equal(cardName("HJ", five), "Herz Bube");
  assert.equal(cardName("B$", classic, { inner: true }), "blaue Wette");
  await setLanguage("xx");
});

const measured = (mean, se) => ({ margin: { classic: { mean, se, deals: 100, against: "careful" }, standard: null } });

test("a bot's strength in words, where it was measured", async () => {
  await setLanguage("en");
  assert.equal(botStrength(measured(12.4, 0.7), "classic"), "About 12 points a round ahead of Careful, give or take 2.");
  assert.equal(botStrength(measured(-1.2, 0.2), "classic"), "About 1 point a round behind Careful, give or take 1.");
  assert.equal(botStrength(measured(-193.8, 1.1), "classic"), "About 194 points a round behind Careful, give or take 3.");
  assert.equal(botStrength(measured(1.9, 1), "classic"), "About as strong as Careful, give or take 2 a round.");
  assert.equal(botStrength(measured(0.4, 0.1), "classic"), "About as strong as Careful, give or take 1 a round.");
  assert.equal(botStrength(measured(12.4, 0.7), "standard"), "");
  assert.equal(botStrength({ margin: {} }, "five-suit"), "");
  await setLanguage("de");
  assert.equal(botStrength(measured(-3, 0.4), "classic"), "Etwa 3 Punkte je Runde hinter Careful, auf 1 genau.");
  await setLanguage("xx");
});

test("our bots are named in the catalogue, those of others name themselves", async () => {
  await setLanguage("de");
  const theirs = { id: "hal", title: "HAL 9000", style: "Is afraid it can't do that." };
  assert.equal(botName(theirs.id, theirs.title), "HAL 9000");
  assert.equal(botName("hal"), "Hal");
  assert.equal(botStyle(theirs), "Is afraid it can't do that.");
  assert.equal(botName("walker", "Walker"), "Spaziergänger");
  assert.match(botStyle({ id: "walker", style: "Looks." }), /^Sieht /);
  await setLanguage("xx");
});
