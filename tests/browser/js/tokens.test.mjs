// Seats whose answers are lost on the way: the token is kept before it is sent, and sent again.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { keepSeats, seatsOf, tables } from "../../../src/expedition/web/static/js/api.js";
import { forgetEverything } from "../../../src/expedition/web/static/js/state.js";
import { comingOf, newToken, renewSeat, settled, takeSeat } from "../../../src/expedition/web/static/js/tokens.js";

const pauses = [];
const wait = async (ms) => pauses.push(ms);
/** A server of one table with one free seat; `lose` answers go missing after they took effect. */
const server = { holder: null, lose: 0, unheard: 0, requests: [] };

globalThis.fetch = async (url, { headers = {}, body = "{}" } = {}) => {
  if (server.unheard-- > 0) throw new TypeError("no network");
  const { token } = JSON.parse(body);
  const key = headers.Authorization?.slice(7);
  server.requests.push({ url, key, token, kept: comingOf("T1") });
  let refusal = null;
  if (url.endsWith("/join")) {
    if (server.holder !== null && server.holder !== token) refusal = [409, "full"];
    else server.holder = token;
  } else if (key !== server.holder) refusal = [403, "no-seat"];
  else server.holder = token;
  if (server.lose-- > 0) throw new TypeError("answer lost");
  if (refusal) return reply(refusal[0], { error: { code: refusal[1], message: "" } });
  return reply(200, { seat: 1, token });
};

function reply(status, data) {
  return { ok: status < 300, status, headers: new Headers({ "Content-Type": "application/json" }), json: async () => data };
}

beforeEach(() => {
  forgetEverything();
  pauses.length = 0;
  Object.assign(server, { holder: null, lose: 0, unheard: 0, requests: [] });
});

test("a token is 128 bits in 22 characters, never the same", () => {
  const made = new Set(Array.from({ length: 200 }, newToken));
  assert.equal(made.size, 200);
  for (const token of made) assert.match(token, /^[A-Za-z0-9_-]{22}$/);
});

test("the token is kept before it is sent, and then belongs to the seat", async () => {
  const { seat, token } = await takeSeat("T1", "invite", "Ida", wait);
  assert.equal(server.requests[0].kept, token);
  assert.deepEqual(seatsOf("T1"), [{ seat, token }]);
  assert.equal(comingOf("T1"), null);
});

test("a lost answer is asked for again with the same token", async () => {
  server.unheard = 1;
  server.lose = 2;
  const { token } = await takeSeat("T1", "invite", "Ida", wait);
  assert.deepEqual(server.requests.map((one) => one.token), [token, token, token]);
  assert.equal(pauses.length, 3);
  assert.equal(server.holder, token);
});

test("after the last try the token stays, for the next press of the button or the next visit", async () => {
  server.lose = 4;
  await assert.rejects(takeSeat("T1", "invite", "Ida", wait), { code: "offline" });
  const coming = comingOf("T1");
  assert.equal(coming, server.holder);
  const { token } = await takeSeat("T1", "invite", "Ida", wait);
  assert.equal(token, coming);
});

test("a refusal settles it at once", async () => {
  server.holder = "somebody";
  await assert.rejects(takeSeat("T1", "invite", "Ida", wait), { code: "full" });
  assert.equal(comingOf("T1"), null);
  assert.equal(pauses.length, 0);
  assert.deepEqual(tables(), {});
});

test("a renewal whose answer is lost goes on with the new token", async () => {
  server.holder = "old";
  keepSeats("T1", [{ seat: 1, token: "old" }]);
  server.lose = 1;
  const { token } = await renewSeat("T1", 1, wait);
  assert.deepEqual(server.requests.map(({ key }) => key), ["old", "old", token]);
  assert.deepEqual(seatsOf("T1"), [{ seat: 1, token }]);
  assert.equal(server.holder, token);
});

test("settling another token changes nothing", async () => {
  server.unheard = 99;
  await assert.rejects(takeSeat("T1", "invite", "Ida", wait));
  const coming = comingOf("T1");
  settled("T1", "another");
  assert.equal(comingOf("T1"), coming);
  settled("T1", coming);
  assert.equal(comingOf("T1"), null);
});

test("of 70 tables the running ones all stay, and the newest finished ones", () => {
  for (let at = 0; at < 70; at++) keepSeats(`T${at}`, [{ seat: 0, token: `k${at}` }], { over: at < 20 });
  const kept = Object.keys(tables());
  assert.equal(kept.length, 60);
  for (let at = 20; at < 70; at++) assert.ok(kept.includes(`T${at}`), `T${at}`);
  for (let at = 0; at < 65; at++) keepSeats(`U${at}`, [{ seat: 0, token: `u${at}` }]);
  assert.equal(Object.values(tables()).filter(({ over }) => !over).length, 115);
});
