// The log's numbers: they are those of the review, whatever was taken back or dealt anew.
import assert from "node:assert/strict";
import { test } from "node:test";

// What the template library touches when it is loaded; nothing is drawn here.
globalThis.document = /** @type {any} */ ({ createTreeWalker: () => ({}), createComment: () => ({}) });
const { grow, sealedFrom } = await import("../../../src/expedition/web/static/js/log.js");

const turn = (...actions) => ({ kind: "turn", seat: 0, actions });
const told = (...events) => events.reduce((log, event, at) => grow(log, at + 1, event), []);
const numbers = (log) => log.filter(({ event }) => event.kind === "turn").map((entry) => (entry.undone ? "undone" : entry.turn));

test("turns count from 1 in each round", () => {
  const log = told({ kind: "dealt", round: 1 }, turn("R2", "."), turn("xB3", "."), { kind: "dealt", round: 2 }, turn("R4", "."));
  assert.deepEqual(numbers(log), [1, 2, 1]);
  assert.deepEqual(log.map(({ round }) => round), [1, 1, 1, 2, 2]);
});

test("an event heard twice is told once", () => {
  const log = told({ kind: "dealt", round: 1 }, turn("R2", "."));
  assert.equal(grow(log, 2, turn("R2", ".")), log);
});

test("what is taken back loses its number, and the next turn gets it", () => {
  const log = told({ kind: "dealt", round: 1 }, turn("R2", "."), turn("xB3", "."), { kind: "taken-back", to: 2 }, turn("B3", "."));
  assert.deepEqual(numbers(log), [1, "undone", 2]);
});

test("a turn of one action counts as one", () => {
  const log = told({ kind: "dealt", round: 1 }, turn(">R2+R3"), turn("xB3", "."), { kind: "taken-back", to: 1 });
  assert.deepEqual(numbers(log), [1, "undone"]);
});

test("a round dealt anew begins at 1", () => {
  const log = told({ kind: "dealt", round: 2 }, turn("R2", "."), { kind: "restarted" }, turn("R5", "."));
  assert.deepEqual(numbers(log), ["undone", 1]);
});

test("a round can be looked through once it is over", () => {
  const view = (phase, round, over) => ({ phase, standing: { round }, round: { over } });
  assert.equal(sealedFrom(view("playing", 2, false)), 2);
  assert.equal(sealedFrom(view("between", 2, true)), 3);
  assert.equal(sealedFrom(view("between", 0, true)), 1);
  assert.equal(sealedFrom(view("ended", 2, false)), 3);
  assert.equal(sealedFrom({ phase: "waiting", standing: { round: 1 }, round: null }), 1);
  assert.equal(sealedFrom(null), 0);
});
