// Shortcuts that can be changed, and arrow keys over groups of buttons.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { SHORTCUTS, clash, doneBy, keyOf, pileKey, withKey } from "../../../src/expedition/web/static/js/keymap.js";
import { arrows, focus, isWriting, remember, settle } from "../../../src/expedition/web/static/js/keys.js";
import { forgetEverything, getSettings, setSetting } from "../../../src/expedition/web/static/js/state.js";

const LETTERS = ["R", "G", "B", "Y", "W", "H", "D", "C", "S"];

test("to begin with every shortcut has a key of its own, and no digit or space", () => {
  const keys = SHORTCUTS.map(({ key }) => key);
  assert.equal(new Set(keys).size, keys.length);
  for (const { does, key } of SHORTCUTS) {
    assert.equal(clash(does, key, {}, LETTERS), null, does);
    assert.equal(doneBy(key, {}), does);
    assert.equal(doneBy(key.toUpperCase(), {}), does);
  }
});

test("another key takes the place of the first, none switches one off, the first again is forgotten", () => {
  let own = withKey({}, "lay", "P");
  assert.deepEqual(own, { lay: "p" });
  assert.equal(doneBy("p", own), "lay");
  assert.equal(doneBy("l", own), null);
  own = withKey(own, "score", "");
  assert.deepEqual([keyOf("score", own), doneBy("s", own), doneBy("", own)], ["", null, null]);
  own = withKey(withKey(own, "lay", "l"), "score", "s");
  assert.deepEqual(own, {});
});

test("a key that is taken, or means something else, is refused with what it is for", () => {
  assert.equal(clash("lay", "x", {}, LETTERS), "discard");
  assert.equal(clash("lay", "X", {}, LETTERS), "discard");
  assert.equal(clash("lay", "x", { discard: "k" }, LETTERS), null);
  assert.equal(clash("lay", "7", {}, LETTERS), "digit");
  assert.equal(clash("lay", " ", {}, LETTERS), "space");
  assert.equal(clash("lay", "", {}, LETTERS), null);
  assert.equal(clash("lay", "r", {}, LETTERS), null);
  for (const does of ["deck", "help", "command"]) assert.equal(clash(does, "r", {}, LETTERS), "suit");
  assert.equal(clash("deck", "d", { deck: "k" }, LETTERS), null);
  assert.equal(clash("deck", "i", {}, LETTERS), "suit");
  assert.equal(pileKey("D"), "i");
});

test("what is stored from elsewhere does no harm", () => {
  for (const own of [null, undefined, [], { lay: 3 }, { lay: null }, "x"]) {
    assert.equal(keyOf("lay", /** @type {any} */ (own)), "l");
    assert.equal(doneBy("x", /** @type {any} */ (own)), "discard");
  }
  setSetting("keys", { lay: "p" });
  assert.equal(doneBy("p", getSettings().keys), "lay");
  forgetEverything();
  assert.deepEqual(getSettings().keys, {});
});

/** As much of a page as the arrow keys look at. */
class Group {
  constructor(name, columns) {
    this.dataset = { roving: name };
    this.buttons = columns.map((left, at) => new Button(this, `${name}${at}`, left));
  }
  querySelectorAll() {
    return this.buttons;
  }
}
class Button {
  tabIndex = 0;
  offsetParent = {};
  constructor(group, name, left) {
    this.group = group;
    this.left = left;
    this.dataset = { place: name };
  }
  closest(selector) {
    return selector === "[data-roving]" ? this.group : selector === "button" ? this : null;
  }
  getBoundingClientRect() {
    return { left: this.left, width: 10 };
  }
  focus() {
    document.activeElement = this;
    remember({ target: this });
  }
}
const root = (...groups) => ({
  querySelectorAll: () => groups,
  querySelector: (selector) => groups.find(({ dataset }) => selector.includes(`"${dataset.roving}"`)) ?? null,
});
const press = (key, page, more = {}) => arrows({ key, target: document.activeElement, ...more }, page);
const at = () => document.activeElement.dataset.place;

let page, piles, mine, hand;
beforeEach(() => {
  globalThis.document = { activeElement: null, body: {} };
  piles = new Group("piles", [0, 20, 40]);
  mine = new Group("mine", [0, 20]);
  hand = new Group("hand", [0, 20, 40, 60]);
  page = root(piles, mine, hand);
});

test("each group is one tab stop, and keeps it over a drawing", () => {
  settle(page);
  for (const { buttons } of [piles, mine, hand]) assert.deepEqual(buttons.map(({ tabIndex }) => tabIndex), buttons.map((_, n) => (n ? -1 : 0)));
  focus(hand.buttons[2]);
  settle(page);
  assert.deepEqual(hand.buttons.map(({ tabIndex }) => tabIndex), [-1, -1, 0, -1]);
});

test("left and right go round within the group, Home and End to its ends", () => {
  focus(hand.buttons[0]);
  const way = ["ArrowRight", "ArrowLeft", "ArrowLeft", "Home", "End"].map((key) => (assert.ok(press(key, page)), at()));
  assert.deepEqual(way, ["hand1", "hand0", "hand3", "hand0", "hand3"]);
});

test("up and down go to the nearest of the next group, over groups that aren't there", () => {
  focus(hand.buttons[3]);
  const way = ["ArrowUp", "ArrowUp", "ArrowUp", "ArrowDown"].map((key) => (assert.ok(press(key, page)), at()));
  assert.deepEqual(way, ["mine1", "piles1", "piles1", "mine1"]);
  mine.buttons = [];
  focus(hand.buttons[2]);
  press("ArrowUp", page);
  assert.equal(at(), "piles2");
});

test("with Ctrl and the like, for other keys and outside the groups, the browser keeps the key", () => {
  focus(hand.buttons[0]);
  assert.equal(press("ArrowRight", page, { ctrlKey: true }), false);
  assert.equal(press("a", page), false);
  document.activeElement = { closest: () => null };
  assert.equal(press("ArrowRight", page), false);
});

test("when what had the focus is gone, the focus goes to what took its place", () => {
  focus(hand.buttons[3]);
  hand.buttons.pop();
  document.activeElement = document.body;
  settle(page);
  assert.equal(at(), "hand2");
  document.activeElement = { somewhere: "else" };
  settle(page);
  assert.deepEqual(document.activeElement, { somewhere: "else" });
});

test("keys pressed while writing are for writing", () => {
  assert.equal(isWriting({ target: { closest: () => ({}) } }), true);
  assert.equal(isWriting({ target: { closest: () => null } }), false);
  assert.equal(isWriting({ target: null }), false);
});
