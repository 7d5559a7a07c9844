// early.js asks for exactly the modules that a page imports: one too few is a detour, one too many a
// download for nothing.
import assert from "node:assert/strict";
import { test } from "node:test";

import { presentList, wantedList } from "../../../tools/preload.mjs";

test("the list of modules in early.js is up to date (node tools/preload.mjs --write)", async () => {
  assert.equal(await presentList(), await wantedList());
});
