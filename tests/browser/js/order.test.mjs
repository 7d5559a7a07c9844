// From the first page's choices to the table asked for; links that people paste; what is remembered.
import assert from "node:assert/strict";
import { test } from "node:test";

import { order, pasted, start } from "../../../src/expedition/web/static/js/home/order.js";
import { defaults, forgetEverything, getSettings, onSettings, setSetting } from "../../../src/expedition/web/static/js/state.js";

const editions = [
  { id: "classic", seats: 2, rounds: [3, 1], start_rule: "round-winner" },
  { id: "five-suit", seats: 2, rounds: [1], start_rule: "round-winner" },
  { id: "classic-partners", seats: 4, rounds: [3, 1], start_rule: "round-winner" },
  { id: "standard-solo", seats: 1, rounds: [1, 3], start_rule: "next-seat" },
];

const guest = (seat) => `Guest ${seat + 1}`;

test("the main action needs no choice at all", () => {
  assert.deepEqual(order("bot", start, editions, "careful", guest), {
    edition: "classic", rounds: 3, browse: true, listed: false,
    seats: [{ kind: "me", name: "Guest 1" }, { kind: "bot", bot: "careful" }],
    start_rule: "round-winner", first_starter: null,
  });
});

test("each way has its seats", () => {
  const kinds = (way, choices = {}) => order(way, { ...start, name: " Ida ", ...choices }, editions, "careful", guest).seats;
  assert.deepEqual(kinds("friend"), [{ kind: "me", name: "Ida" }, { kind: "friend" }]);
  assert.deepEqual(kinds("here"), [{ kind: "me", name: "Ida" }, { kind: "here", name: "Guest 2" }]);
  assert.deepEqual(kinds("solo"), [{ kind: "me", name: "Ida" }]);
  assert.deepEqual(kinds("partners", { seats: ["friend", "me", "bot:", "bot:random"] }), [
    { kind: "friend" }, { kind: "me", name: "Ida" }, { kind: "bot", bot: "careful" }, { kind: "bot", bot: "random" },
  ]);
  assert.equal(order("teach", start, editions, "careful", guest).open_hands, true);
  assert.equal("first_starter" in order("solo", start, editions, "careful", guest), false);
});

test("who starts is a seat, wherever I sit", () => {
  const first = (starts, seats = start.seats, way = "partners") => order(way, { ...start, starts, seats }, editions, "careful", guest).first_starter;
  assert.equal(first("lot"), null);
  assert.equal(first("me", ["bot:", "bot:", "bot:", "me"]), 3);
  assert.equal(first("other", ["bot:", "bot:", "bot:", "me"]), 0);
  assert.equal(first("other", start.seats, "bot"), 1);
});

test("rounds stay between 1 and 20, and default to the edition's", () => {
  const rounds = (wanted, edition = "classic") => order("bot", { ...start, edition, rounds: wanted }, editions, "careful", guest).rounds;
  assert.deepEqual([rounds(0), rounds(1), rounds(7), rounds(999), rounds(-4), rounds(NaN)], [3, 1, 7, 20, 1, 3]);
  assert.equal(rounds(0, "five-suit"), 1);
  assert.equal(rounds(0, "an-edition-that-left"), 3);
});

test("a pasted link is followed here, named when elsewhere, and else refused", () => {
  const here = "http://192.168.1.7:8000";
  assert.deepEqual(pasted(" http://192.168.1.7:8000/t/AbC_-9#i.x ", here), { path: "/t/AbC_-9#i.x" });
  assert.deepEqual(pasted("/t/AbC9", here), { path: "/t/AbC9" });
  assert.deepEqual(pasted("abcdef12", here), { path: "/t/abcdef12" });
  assert.deepEqual(pasted("https://example.org/t/AbC9", here), { elsewhere: "https://example.org/t/AbC9" });
  for (const wrong of ["", "hello there", "javascript:alert(1)//t/abcdef", "http://192.168.1.7:8000/settings", "/t/", "/t/a/b"]) {
    assert.equal(pasted(wrong, here), null, wrong);
  }
});

test("settings are remembered, told to whoever asked, and forgotten", () => {
  const kept = new Map();
  globalThis.localStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => kept.set(key, text),
    removeItem: (key) => kept.delete(key),
    key: (place) => [...kept.keys()][place],
    get length() {
      return kept.size;
    },
  };
  kept.set("expedition.settings", '{"palette":"clear","motion":"fast","unheard":1}');
  kept.set("of.another.app", "1");
  assert.equal(getSettings().palette, "clear");
  assert.equal(getSettings().motion, 1, "a value of the wrong type is not believed");
  const heard = [];
  const stop = onSettings(({ theme }) => heard.push(theme));
  setSetting("theme", "dark");
  setSetting("theme", "dark");
  assert.equal(JSON.parse(kept.get("expedition.settings")).theme, "dark");
  forgetEverything();
  stop();
  setSetting("theme", "light");
  assert.deepEqual(heard, ["dark", "auto"]);
  setSetting("theme", defaults.theme);
  assert.equal(kept.get("of.another.app"), "1");
});
