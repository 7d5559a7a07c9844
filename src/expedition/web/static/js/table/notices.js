// What asks for an answer while a round goes on: requests, somebody gone, the connection. Each is a
// strip above the board's lower edge, never in the way of a turn.

import { html, nothing } from "../../vendor/lit.js";
import { bots, substitutes } from "../api.js";
import { codeSentence } from "../status.js";
import { botName, t } from "../words.js";

/** @typedef {import("./room.js").Room} Room */
/** @typedef {import("../types.js").BotInfo} BotInfo */

const PATIENCE = 30;

/** @param {Room} room */
export function notices(room) {
  return html`<div class="notices">${connection(room)}${request(room)}${gone(room)}${back(room)}</div>`;
}

/** @param {Room} room */
function connection(room) {
  const { state } = room.eyes?.state ?? { state: "idle" };
  if (room.lost) {
    return html`<div class="notice is-offline" role="alert"><p>${codeSentence(room.lost.code, room.lost.message)}</p>
      <button type="button" class="button" @click=${() => location.reload()}>${t("table.reload")}</button></div>`;
  }
  if (state !== "waiting" && !(state === "connecting" && room.view)) return nothing;
  return html`<div class="notice is-offline" role="status"><p>${t("table.offline")}</p></div>`;
}

/** @param {Room} room */
function request(room) {
  const asked = room.view?.request;
  if (!asked) return nothing;
  const name = room.names[asked.seat];
  const answering = room.links.find((link) => link.seat !== null && asked.waits_for.includes(link.seat));
  const own = room.holder(asked.seat);
  const what = `${asked.what}${asked.what === "rematch" && asked.swap ? ".swap" : ""}`;
  if (answering) {
    return html`<div class="notice" role="group" aria-label=${t("request.title")}>
      <p>${t(`request.${what}`, { name })}${room.links.length > 1 ? ` ${t("request.whom", { name: room.names[answering.seat ?? 0] })}` : ""}</p>
      <span class="notice-buttons"><button type="button" class="button main" @click=${() => room.command({ type: "answer", yes: true }, answering)}>${t("request.yes")}</button>
      <button type="button" class="button" @click=${() => room.command({ type: "answer", yes: false }, answering)}>${t("request.no")}</button></span>
    </div>`;
  }
  if (!own) return nothing;
  return html`<div class="notice"><p>${t(`request.sent.${asked.what}`, { names: asked.waits_for.map((seat) => room.names[seat]).join(t("table.and")) })}</p>
    <button type="button" class="button" @click=${() => room.command({ type: "answer", yes: false }, own)}>${t("request.withdraw")}</button></div>`;
}

/** Seconds that a seat's person has been away, or null. @param {Room} room @param {number} seat */
export function awayFor(room, seat) {
  const presence = room.eyes?.presence?.seats[seat];
  if (!presence || presence.here || presence.gone === null) return null;
  return Math.floor(presence.gone + (Date.now() - (room.eyes?.presenceAt ?? 0)) / 1000);
}

/** Whether the clock of somebody's absence must go on on the screen. @param {Room} room */
export function isCounting(room) {
  const view = room.view;
  if (!view || view.phase === "ended" || view.phase === "waiting") return false;
  return view.seats.some(({ kind }, seat) => kind === "person" && (awayFor(room, seat) ?? PATIENCE + 1) <= PATIENCE);
}

/** @param {Room} room */
function gone(room) {
  const view = room.view;
  if (!view || view.me === null || view.phase === "ended" || view.phase === "waiting") return nothing;
  return view.seats.map(({ kind }, seat) => {
    const away = kind === "person" && !room.holder(seat) ? awayFor(room, seat) : null;
    if (away === null) return nothing;
    const name = room.names[seat];
    const free = view.can.replace.includes(seat) || away >= PATIENCE;
    if (!free) return html`<div class="notice is-gone"><p>${t("gone.soon", { name, n: Math.max(0, PATIENCE - away) })}</p></div>`;
    return html`<div class="notice is-gone" role="group" aria-label=${t("gone.title", { name })}>
      <p>${t("gone.now", { name })}</p>
      <span class="notice-buttons">${choice(room)}<button type="button" class="button main" @click=${() => replace(room, seat)}>${t("gone.replace")}</button>
      <button type="button" class="button" @click=${() => room.command({ type: "stop" })}>${t("gone.stop")}</button></span>
    </div>`;
  });
}

/** The bots that there are; asked for when somebody is gone. @type {BotInfo[]|null} */
let offered = null;
/** Who was chosen among them. */
let preferred = "";

/** @param {Room} room */
async function offer(room) {
  offered = [];
  offered = await bots().catch(() => []);
  room.screen.draw();
}

/** Which bot, where there are several. @param {Room} room */
function choice(room) {
  if (!offered) void offer(room);
  const { fitting, chosen } = substitutes(offered ?? [], room.view?.edition ?? "", preferred);
  if (fitting.length < 2) return nothing;
  return html`<select class="which-bot" aria-label=${t("gone.bot")}
    @change=${(/** @type {Event} */ event) => (preferred = /** @type {HTMLSelectElement} */ (event.target).value)}>
    ${fitting.map((bot) => html`<option value=${bot.id} ?selected=${bot === chosen}>${botName(bot.id, bot.title)}</option>`)}
  </select>`;
}

/** @param {Room} room @param {number} seat */
async function replace(room, seat) {
  const { chosen } = substitutes(await bots().catch(() => []), room.view?.edition ?? "", preferred);
  if (chosen) await room.command({ type: "replace", seat, bot: chosen.id });
}

/** @param {Room} room */
function back(room) {
  const view = room.view;
  if (!view?.can.return) return nothing;
  return html`<div class="notice"><p>${t("gone.yours")}</p>
    <button type="button" class="button main" @click=${() => room.command({ type: "return" })}>${t("gone.return")}</button></div>`;
}
