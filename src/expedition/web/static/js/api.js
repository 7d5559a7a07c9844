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
 * Look at a table once, without sitting on the line: the first view of its stream.
 * @param {string} table
 * @param {string} [token]
 * @param {AbortSignal} [signal]
 * @returns {Promise<import("./types.js").View|null>}
 */
export async function peek(table, token, signal) {
  const stop = new AbortController();
  signal?.addEventListener("abort", () => stop.abort(), { once: true });
  const headers = { Accept: "application/x-ndjson", ...bearer(token) };
  const response = await fetch(`/api/tables/${table}/events`, { headers, signal: stop.signal });
  if (!response.ok || !response.body) {
    const error = (await response.json().catch(() => null))?.error ?? {};
    throw new ApiError(error.code ?? "unavailable", error.message ?? response.statusText, response.status);
  }
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return null;
      text += decoder.decode(value, { stream: true });
      const lines = text.split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) {
        const frame = line.trim() ? JSON.parse(line) : null;
        if (frame?.type === "view") return frame.view;
        if (frame?.type === "error") throw new ApiError(frame.code, frame.message, 404);
      }
    }
  } finally {
    stop.abort();
  }
}

const KEY = "expedition.seats";
// Finished tables are of no use for ever; the oldest go first.
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
  const ids = Object.keys(all).sort((a, b) => all[b].at - all[a].at);
  writeStored(KEY, Object.fromEntries(ids.slice(0, MOST_TABLES).map((id) => [id, all[id]])));
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
