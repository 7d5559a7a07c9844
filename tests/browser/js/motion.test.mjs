// Where cards come from, how long they take, and that nothing moves where nothing should.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

globalThis.document = { hidden: false };
let reduced = false;
globalThis.matchMedia = () => ({ matches: reduced });
const { duration, finish, measure, originsOf, play } = await import("../../../src/expedition/web/static/js/motion.js");
const { setSetting } = await import("../../../src/expedition/web/static/js/state.js");

afterEach(() => {
  finish();
  reduced = false;
  document.hidden = false;
  setSetting("motion", 1);
});

/** Something on the screen that remembers how it was moved. */
function thing(name, left, top, width = 40, height = 60) {
  const moved = [];
  return {
    dataset: { move: name },
    moved,
    getBoundingClientRect: () => ({ left, top, width, height }),
    animate: (frames, options) => {
      const animation = { frames, options, ended: false, finished: new Promise(() => {}), finish: () => (animation.ended = true) };
      moved.push(animation);
      return animation;
    },
  };
}
const screen = (...things) => ({ querySelectorAll: () => things });

test("the speed is the setting's; the system's wish, a hidden page or 0 stop all movement", () => {
  const normal = duration();
  setSetting("motion", 2);
  assert.equal(duration(), normal / 2);
  setSetting("motion", 0.5);
  assert.equal(duration(), normal * 2);
  reduced = true;
  assert.equal(duration(), 0);
  reduced = false;
  document.hidden = true;
  assert.equal(duration(), 0);
  document.hidden = false;
  setSetting("motion", 0);
  assert.equal(duration(), 0);
});

test("only what can be seen is measured", () => {
  const places = measure(screen(thing("a", 1, 2), thing("b", 3, 4, 0)));
  assert.deepEqual([...places.keys()], ["a"]);
  assert.equal(measure(null).size, 0);
});

test("what changed its place moves from where it was, what is new from its origin", () => {
  const before = measure(screen(thing("kept", 0, 0), thing("still", 50, 50), thing("deck", 200, 100, 80, 120)));
  const [kept, still, drawn, strange] = [thing("kept", 10, 20), thing("still", 51, 50), thing("new", 100, 100), thing("strange", 0, 0)];
  play(screen(kept, still, drawn, strange), before, { new: "deck" });
  assert.equal(kept.moved[0].frames[0].transform, "translate(-10px, -20px)");
  assert.equal(drawn.moved[0].frames[0].transform, "translate(100px, 0px) scale(2, 2)");
  assert.equal(drawn.moved[0].options.duration, duration());
  assert.deepEqual([still.moved.length, strange.moved.length], [0, 0]);
});

test("the next drawing finishes what still moves", () => {
  const one = thing("a", 100, 0);
  play(screen(one), measure(screen(thing("a", 0, 0))));
  assert.equal(one.moved[0].ended, false);
  play(screen(one), measure(screen(thing("a", 100, 0))));
  assert.equal(one.moved[0].ended, true);
  assert.equal(one.moved.length, 1);
});

test("with no movement wanted, nothing is animated", () => {
  setSetting("motion", 0);
  const one = thing("a", 100, 0);
  play(screen(one), measure(screen(thing("a", 0, 0))));
  assert.equal(one.moved.length, 0);
});

const after = {
  me: 0, sides: 2, placed: null, suits: ["R", "B"], sizes: [2, 1], hand: ["R2", "B5", "B5"],
  expeditions: [[["R3", "R7"], []], [[], ["B2"]]],
};

test("my turn: off the hand, and the new card from deck or pile", () => {
  assert.deepEqual(originsOf({ seat: 0, actions: ["R7", "."], drawn: "B5" }, after), {
    "laid:0:R7:1": "hand:R7:0", "hand:B5:1": "deck",
  });
  assert.deepEqual(originsOf({ seat: 0, actions: ["xR2", "<B"], drawn: "B5" }, after), {
    "pile:R:2": "hand:R2:0", "hand:B5:1": "pile:B:2",
  });
  assert.equal(originsOf({ seat: 0, actions: ["R7", "."], drawn: "R2" }, { ...after, placed: "laid:0:R7:1" })["laid:0:R7:1"], "laid:0:R7:1");
});

test("another's turn: from their seat, and what they draw goes there", () => {
  assert.deepEqual(originsOf({ seat: 1, actions: ["B2", "."], drawn: null }, after), { "laid:1:B2:0": "seat:1", "seat:1": "deck" });
  assert.deepEqual(originsOf({ seat: 1, actions: ["xB9", "<R"], drawn: "R4" }, after), { "pile:B:1": "seat:1", "seat:1": "pile:R:3" });
  assert.deepEqual(originsOf({ seat: 3, actions: ["B2"] }, { ...after, sides: 2 }), { "laid:1:B2:0": "seat:3" });
});

test("a hand-over moves no card on the board", () => {
  assert.deepEqual(originsOf({ seat: 1, actions: [">?"] }, after), {});
  assert.deepEqual(originsOf({ seat: 0, actions: [">R3+R7"] }, after), {});
});
