// Talking to the server over HTTP, and the seats that this device holds.

import { readStored, writeStored } from "./state.js";

/** @typedef {import("./types.js").Edition} Edition */
/** @typedef {import("./types.js").BotInfo} BotInfo */

/** A request that failed. `code` is one of the server's codes, or "offline" when none answered. */
export class ApiError extends Error {
  /** @param {string} code @param {string} message @param {number} status */
  constructor(code, message, status) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.status = status;
  }
}

/** GET a path under /api. @param {string} path @param {string} [token] @returns {Promise<any>} */
export function get(path, token) {
  return request(path, { headers: bearer(token) });
}

/** POST JSON to a path under /api. @param {string} path @param {unknown} body @param {string} [token] @returns {Promise<any>} */
export function post(path, body, token) {
  return request(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...bearer(token) },
    body: JSON.stringify(body ?? {}),
  });
}

/** @param {string} path @param {RequestInit} options */
async function request(path, options) {
  let response;
  try {
    response = await fetch(`/api${path}`, options);
  } catch {
    throw new ApiError("offline", "The server does not answer.", 0);
  }
  const type = response.headers.get("Content-Type") ?? "";
  const data = type.includes("json") ? await response.json().catch(() => null) : await response.text();
  if (response.ok) return data;
  const error = data?.error ?? {};
  throw new ApiError(error.code ?? "unavailable", error.message ?? response.statusText, response.status);
}

/** @param {string} [token] @returns {Record<string, string>} */
function bearer(token) {
  return token ? { Authorization: `Bearer ${token}` } : {};
}

/** @type {Promise<Edition[]>|null} */
let allEditions = null;
/** @type {Promise<BotInfo[]>|null} */
let allBots = null;

/** Every edition, asked for once. @returns {Promise<Edition[]>} */
export function editions() {
  allEditions ??= get("/editions").catch((error) => {
    allEditions = null;
    throw error;
  });
  return allEditions;
}

/** One edition by its id. @param {string} id @returns {Promise<Edition|undefined>} */
export async function edition(id) {
  return (await editions()).find((one) => one.id === id || one.aliases.includes(id));
}

/** Every bot, asked for once. @returns {Promise<BotInfo[]>} */
export function bots() {
  allBots ??= get("/bots").catch((error) => {
    allBots = null;
    throw error;
  });
  return allBots;
}

/**
 * The bots of an edition, the weakest that was measured first; then those that were not.
 * @param {BotInfo[]} all @param {string} edition
 */
export function botsFor(all, edition) {
  const fitting = all.filter(({ editions }) => editions.includes(edition));
  const yardstick = fitting.map(({ margin }) => margin[edition]?.against).find(Boolean);
  const points = (/** @type {BotInfo} */ { id, margin }) =>
    margin[edition]?.mean ?? (id === yardstick ? 0 : id === "random" ? -1e9 : 1e9);
  return fitting.sort((a, b) => points(a) - points(b));
}

/**
 * The bots that may go on in an edition, and the one to go on: who was chosen, or the strongest.
 * @param {BotInfo[]} all @param {string} edition @param {string} wanted  an id
 */
export function substitutes(all, edition, wanted) {
  const fitting = botsFor(all, edition);
  const strongest = fitting.filter(({ margin }) => margin[edition]).pop();
  const named = (/** @type {string} */ bot) => fitting.find(({ id }) => id === bot);
  return { fitting, chosen: named(wanted) ?? strongest ?? named("careful") ?? fitting[0] };
}

/** Where a table stands, as everybody may know it; nobody there is told. @param {string} table @returns {Promise<import("./types.js").Summary>} */
export function summary(table) {
  return get(`/tables/${table}`);
}

const KEY = "expedition.seats";
// Finished tables are of no use for ever: the oldest go first. A running one never goes, for with it
// its seat would be lost.
const MOST_TABLES = 60;

/** @typedef {{seat: number, token: string}} HeldSeat */
/** @typedef {{seats: HeldSeat[], at: number, edition: string, names: string[], invite?: string|null, over?: boolean}} HeldTable */

/**
 * Keep seats of a table on this device; seats kept before stay, and the newest token wins.
 * @param {string} table
 * @param {HeldSeat[]} seats
 * @param {Partial<HeldTable>} [about]  edition, names, invite, over
 */
export function keepSeats(table, seats, about = {}) {
  const all = tables();
  if (!seats.length && !all[table]) return;
  const before = all[table] ?? { seats: [], at: 0, edition: "", names: [] };
  const kept = before.seats.filter(({ seat }) => !seats.some((one) => one.seat === seat));
  all[table] = {
    ...before,
    ...about,
    seats: [...kept, ...seats].sort((a, b) => a.seat - b.seat),
    at: Date.now(),
  };
  const ids = Object.keys(all).sort((a, b) => Number(all[a].over === true) - Number(all[b].over === true) || all[b].at - all[a].at);
  const running = ids.filter((id) => !all[id].over).length;
  writeStored(KEY, Object.fromEntries(ids.slice(0, Math.max(MOST_TABLES, running)).map((id) => [id, all[id]])));
}

/** The seats of a table that this device holds. @param {string} table @returns {HeldSeat[]} */
export function seatsOf(table) {
  return tables()[table]?.seats ?? [];
}

/** Forget a table. @param {string} table */
export function dropTable(table) {
  const all = tables();
  delete all[table];
  writeStored(KEY, all);
}

/** Every table that this device has a seat at, by id. @returns {Record<string, HeldTable>} */
export function tables() {
  const stored = readStored(KEY);
  if (typeof stored !== "object" || stored === null) return {};
  const sound = Object.entries(stored).filter(([, one]) => Array.isArray(one?.seats));
  return Object.fromEntries(sound);
}
