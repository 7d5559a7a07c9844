// Which bots are offered in an edition, in which order, and who goes on for somebody who left.
import assert from "node:assert/strict";
import { test } from "node:test";

import { botsFor, substitutes } from "../../../src/expedition/web/static/js/api.js";

const bot = (id, mean, editions = ["classic", "standard"]) => ({
  id,
  title: id,
  style: "",
  thinks: false,
  editions,
  margin: { classic: mean === null ? null : { mean, se: 1, deals: 100, against: "careful" }, standard: null },
});
const all = [bot("careful", null), bot("guide", 4), bot("network", 12, ["classic"]), bot("new", null), bot("random", -190), bot("walker", -8)];
const ids = (bots) => bots.map(({ id }) => id);

test("the weakest comes first, the yardstick in its place, who was not measured last", () => {
  assert.deepEqual(ids(botsFor(all, "classic")), ["random", "walker", "careful", "guide", "network", "new"]);
});

test("where nobody was measured they keep their order, but for the one that plays by chance", () => {
  assert.deepEqual(ids(botsFor(all, "standard")), ["random", "careful", "guide", "new", "walker"]);
});

test("only bots that play the edition are offered", () => {
  assert.deepEqual(ids(botsFor(all, "five-suit")), []);
  assert.deepEqual(ids(all), ["careful", "guide", "network", "new", "random", "walker"], "the list itself stays as it was");
});

test("the strongest goes on for somebody who left, where nobody else is chosen", () => {
  const chosen = (edition, wanted, from = all) => substitutes(from, edition, wanted).chosen?.id;
  assert.equal(chosen("classic", ""), "network");
  assert.equal(chosen("classic", "walker"), "walker");
  assert.equal(chosen("standard", "network"), "careful");
  assert.equal(chosen("standard", "", [bot("new", null)]), "new");
  assert.equal(chosen("classic", "", []), undefined);
});
