// Choosing a turn step by step: every way there, every way back, and what is chosen ahead.
import assert from "node:assert/strict";
import { test } from "node:test";

import * as select from "../../../src/expedition/web/static/js/select.js";

const edition = { suits: [{ letter: "R" }, { letter: "B" }], draw_from_piles: true };
const closed = { fault: "pile-closed", card: "R7", message: "" };
const choices = [
  { action: "R7", draws: [".", "<B"] },
  { action: "B2", draws: [".", "<B"] },
  { action: "xR7", draws: [".", "<B"] },
  { action: "xR3", draws: [".", "<B"] },
  { action: ">R3+R7", draws: [] },
  { action: ">R7+R7", draws: [] },
];
const table = {
  over: false, hand: ["R3", "R7", "R7", "B2"], legal: [], early: [],
  refused: { R3: { fault: "not-higher", card: "R3", top: "R5", message: "" } },
  refused_draws: { xR7: { "<R": closed } },
};
const mine = { ...table, legal: choices };
const theirs = { ...table, early: choices };
const chosen = (card, copy = 0, round = mine) => select.choose(select.idle(), card, copy, round);
const placed = (card, place, round = mine) => select.put(chosen(card, 0, round), place, round).selection;

for (const [when, round] of [["now", mine], ["ahead", theirs]]) {
  test(`${when}: the places and sources are those of the server's list`, () => {
    assert.equal(select.isPremove(round), when === "ahead");
    assert.deepEqual([...select.placesFor("R7", round)].sort(), ["discard:R", "hand-over", "lay:R"]);
    assert.deepEqual([...select.placesFor("R3", round)].sort(), ["discard:R", "hand-over"]);
    assert.deepEqual([...select.placesFor("B2", round)], ["lay:B"]);
    assert.deepEqual([...select.placesFor(null, round)], []);
    assert.deepEqual([...select.drawsFor(placed("R7", "discard:R", round), round)], [".", "<B"]);
    assert.deepEqual([...select.drawsFor(chosen("R7", 0, round), round)], []);
  });

  test(`${when}: card, place, draw make a whole turn`, () => {
    const put = placed("R7", "lay:R", round);
    assert.equal(put.stage, "placed");
    assert.equal(select.actions(put, round), null);
    const { selection, refusal } = select.draw(put, "<B", round, edition);
    assert.equal(refusal, null);
    assert.equal(selection.stage, "whole");
    assert.deepEqual(select.actions(selection, round), ["R7", "<B"]);
    assert.equal(select.stillLegal(selection, mine), true);
  });

  test(`${when}: two cards make a hand-over, in whatever order they are chosen`, () => {
    const pair = placed("R7", "hand-over", round);
    assert.equal(pair.stage, "pair");
    const whole = select.choose(pair, "R3", 0, round);
    assert.deepEqual(select.actions(whole, round), [">R3+R7"]);
    assert.equal(select.stillLegal(whole, mine), true);
    assert.deepEqual(select.actions(select.choose(pair, "R7", 1, round), round), [">R7+R7"]);
    assert.equal(select.actions(select.choose(pair, "B2", 0, round), round), null);
    // Each of the two can be put down again, and a hand-over begun with no card at all.
    const begun = select.pair(select.idle());
    assert.deepEqual(select.choose(pair, "R7", 0, round), begun);
    assert.deepEqual(select.choose(whole, "R7", 0, round), select.choose(begun, "R3", 0, round));
    assert.deepEqual(select.choose(whole, "R3", 0, round), pair);
    assert.deepEqual(select.back(whole), pair);
    assert.deepEqual(select.settle(begun, round), begun);
    assert.deepEqual(select.back(begun), select.idle());
    assert.equal(select.mayHandOver(round), true);
  });
}

test("no rule of the game is here: without the server's list nothing may be done", () => {
  for (const round of [table, { ...table, legal: undefined, early: undefined }, { ...theirs, over: true }]) {
    assert.equal(select.placesFor("R7", round).size, 0);
    assert.equal(select.put({ ...select.idle(), stage: "chosen", card: "R7" }, "lay:R", round).refusal?.fault, "not-here");
  }
});

test("a place that isn't the card's says why and changes nothing", () => {
  const low = chosen("R3");
  assert.deepEqual(select.put(low, "lay:R", mine), { selection: low, refusal: mine.refused.R3 });
  assert.equal(select.put(low, "lay:B", mine).refusal.fault, "other-suit");
  assert.equal(select.put(low, "discard:B", mine).refusal.fault, "other-suit");
  assert.equal(select.put(chosen("B2"), "hand-over", mine).refusal.fault, "not-here");
  assert.equal(select.put(select.idle(), "lay:R", mine).refusal, null);
});

test("a draw that isn't possible says why: the server's reason, else that nothing lies there", () => {
  const put = placed("R7", "discard:R");
  assert.deepEqual(select.draw(put, "<R", mine, edition), { selection: put, refusal: closed });
  assert.deepEqual(select.draw(placed("R7", "discard:R", theirs), "<R", theirs, edition).refusal, closed);
  assert.deepEqual(select.draw(put, "<X", mine, edition).refusal, { fault: "pile-empty", card: "X", message: "" });
  assert.equal(select.draw(put, "<X", mine, { ...edition, draw_from_piles: false }).refusal.fault, "piles-shut");
  assert.deepEqual(select.draw(chosen("R7"), ".", mine, edition), { selection: chosen("R7"), refusal: null });
});

test("where no draw follows, placing makes the turn whole", () => {
  const last = { ...table, legal: [{ action: "R7", draws: [] }] };
  const { selection } = select.put(chosen("R7", 0, last), "lay:R", last);
  assert.equal(selection.stage, "whole");
  assert.deepEqual(select.actions(selection, last), ["R7"]);
  assert.equal(select.stillLegal(selection, last), true);
  assert.equal(select.stillLegal(selection, mine), false);
});

test("choosing twice puts a card down; of two equal cards each is its own", () => {
  assert.deepEqual(select.choose(chosen("R7"), "R7", 0, mine), select.idle());
  assert.equal(select.choose(chosen("R7"), "R7", 1, mine).copy, 1);
  assert.deepEqual(select.choose(select.idle(), "R7", 0, { ...mine, over: true }), select.idle());
});

test("one step back at a time: the draw, the place, the card", () => {
  const whole = select.draw(placed("R7", "lay:R"), ".", mine, edition).selection;
  const steps = [];
  for (let now = whole; now.stage !== "idle"; now = select.back(now)) steps.push(now.stage);
  assert.deepEqual(steps, ["whole", "placed", "chosen"]);
});

test("what was chosen ahead and doesn't fit any more is not sent", () => {
  const whole = select.draw(placed("R7", "lay:R", theirs), "<B", theirs, edition).selection;
  assert.equal(select.stillLegal(whole, { ...mine, legal: [{ action: "R7", draws: ["."] }] }), false);
  assert.equal(select.stillLegal(whole, { ...mine, legal: [{ action: "xR7", draws: [".", "<B"] }] }), false);
  assert.equal(select.stillLegal(select.idle(), mine), false);
});

test("a new view keeps what still holds", () => {
  const put = placed("R7", "lay:R", theirs);
  assert.deepEqual(select.settle(put, mine), put);
  assert.deepEqual(select.settle(chosen("R7", 1), { ...mine, hand: ["R3", "R7"] }), chosen("R7", 0));
  assert.deepEqual(select.settle(put, { ...mine, legal: [{ action: "xR7", draws: ["."] }] }), chosen("R7"));
  for (const gone of [null, { ...mine, over: true }, { ...mine, hand: null }, { ...mine, hand: ["B2"] }]) {
    assert.deepEqual(select.settle(put, gone), select.idle());
  }
});

test("actions are read and made", () => {
  assert.equal(select.actionOf("R7", "discard:R"), "xR7");
  assert.equal(select.actionOf("R7", "lay:R"), "R7");
  assert.equal(select.actionOf(null, "lay:R"), null);
  assert.deepEqual(select.handedOver(">R3+R7"), ["R3", "R7"]);
  assert.equal(select.handedOver(">?"), null);
});
