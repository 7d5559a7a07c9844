// The secrets of seats that this device makes itself. One is kept before it is sent and sent again
// until an answer comes, so that a lost answer loses no seat.

import { ApiError, keepSeats, post, seatsOf } from "./api.js";
import { readStored, writeStored } from "./state.js";

/** @typedef {import("./api.js").HeldSeat} HeldSeat */
/** @typedef {(ms: number) => Promise<unknown>} Wait */

const KEY = "expedition.coming";
/** Milliseconds before each further try of a request that got no answer. */
const WAITS = [500, 1500, 4000];

/** @type {Wait} */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** 128 random bits as 22 characters of base64url; needs no secure context. */
export function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The tokens that were sent and not answered yet, by table. @returns {Record<string, string>} */
function allComing() {
  const stored = readStored(KEY);
  if (typeof stored !== "object" || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, token]) => typeof token === "string"));
}

/** The token that may or may not open a seat of this table by now, or null. @param {string} table @returns {string|null} */
export function comingOf(table) {
  return allComing()[table] ?? null;
}

/** What came of a token is known. @param {string} table @param {string|null} token */
export function settled(table, token) {
  const { [table]: coming, ...others } = allComing();
  if (coming !== undefined && coming === token) writeStored(KEY, others);
}

/** @param {string} table */
function prepared(table) {
  const token = comingOf(table) ?? newToken();
  writeStored(KEY, { ...allComing(), [table]: token });
  return token;
}

/**
 * Take a free seat with an invitation, and keep it. Throws ApiError: a refusal, or no answer after
 * several tries; the next call then asks with the same token.
 * @param {string} table @param {string} invite @param {string} name @param {Wait} [wait]
 * @returns {Promise<HeldSeat>}
 */
export async function takeSeat(table, invite, name, wait = pause) {
  const token = prepared(table);
  const { seat } = await insist(table, token, () => post(`/tables/${table}/join`, { invite, name, token }), wait);
  keepSeats(table, [{ seat, token }]);
  settled(table, token);
  return { seat, token };
}

/**
 * Give a seat of this device a new token; with the old one nobody gets in any more. Throws ApiError.
 * @param {string} table @param {number} seat @param {Wait} [wait] @returns {Promise<HeldSeat>}
 */
export async function renewSeat(table, seat, wait = pause) {
  const old = seatsOf(table).find((one) => one.seat === seat)?.token ?? "";
  const token = prepared(table);
  const ask = (/** @type {string} */ key) => post(`/tables/${table}/token`, { token }, key);
  await insist(table, token, async () => {
    try {
      return await ask(old);
    } catch (error) {
      // An earlier try may have got through: then it's the new one that opens the seat.
      if (error instanceof ApiError && error.code === "no-seat") return ask(token);
      throw error;
    }
  }, wait);
  keepSeats(table, [{ seat, token }]);
  settled(table, token);
  return { seat, token };
}

/**
 * Send until there is an answer. A refusal settles the token: it opens nothing.
 * @param {string} table @param {string} token @param {() => Promise<any>} send @param {Wait} wait
 */
async function insist(table, token, send, wait) {
  for (const ms of [...WAITS, null]) {
    try {
      return await send();
    } catch (error) {
      const refused = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.code !== "too-fast";
      if (refused) settled(table, token);
      if (refused || ms === null) throw error;
      await wait(ms);
    }
  }
}
