// "Your tables": those that this device has a seat at, whose turn it is there, and the cards left.

import { html, nothing, repeat } from "../../vendor/lit.js";
import { ApiError, dropTable, keepSeats, summary, tables } from "../api.js";
import { botName, editionName, locale, t } from "../words.js";

/** @typedef {import("../types.js").Summary} Summary */
/** @typedef {import("../types.js").Edition} Edition */
/** @typedef {import("../api.js").HeldTable} HeldTable */
/** @typedef {Summary|"gone"|null} News */

const MOST = 6;

/** What is known of each table; asked for once a visit. @type {Map<string, News>} */
const news = new Map();
/** @type {AbortController|null} */
let asking = null;

/** Ask about each table, one after the other, and redraw as answers come. @param {() => void} redraw */
export async function askAround(redraw) {
  asking?.abort();
  const mine = (asking = new AbortController());
  for (const [id] of running()) {
    try {
      const told = await summary(id);
      if (mine.signal.aborted) return;
      news.set(id, told);
      if (told.phase === "ended") keepSeats(id, [], { over: true });
    } catch (error) {
      if (mine.signal.aborted) return;
      const gone = error instanceof ApiError && ["no-table", "not-found", "no-seat"].includes(error.code);
      news.set(id, gone ? "gone" : null);
    }
    redraw();
  }
}

/** Ask no more. */
export function stopAsking() {
  asking?.abort();
}

/** @param {Edition[]} editions @param {() => void} redraw */
export function yoursTemplate(editions, redraw) {
  const rows = running();
  if (!rows.length) return nothing;
  return html`<section class="panel yours" aria-labelledby="yours">
    <h2 id="yours">${t("home.yours")}</h2>
    <ul class="rows">
      ${repeat(rows, ([id]) => id, ([id, held]) => row(id, held, news.get(id) ?? null, editions, redraw))}
    </ul>
  </section>`;
}

/** Matches that were played to their end on this device, to look back on. @param {Edition[]} editions */
export function finishedTemplate(editions) {
  const rows = newest(({ over }) => over === true);
  if (!rows.length) return nothing;
  return html`<details class="panel finished">
    <summary>${t("home.finished")}</summary>
    <ul class="rows">
      ${rows.map(([id, held]) => html`<li><a href="/review/${id}">
        <strong>${titleOf(held, null, editions)}</strong>
        <span class="muted">${new Date(held.at).toLocaleDateString(locale(), { dateStyle: "medium" })}</span>
      </a></li>`)}
    </ul>
  </details>`;
}

/** @param {HeldTable} held @param {Summary|null} view @param {Edition[]} editions */
function titleOf(held, view, editions) {
  const names = view ? namesOf(view, held) : held.names.map((name, place) => nameOf(name, place, held));
  if (names.length > 1) return names.join(", ");
  const edition = editions.find((one) => one.id === held.edition);
  return edition ? editionName(edition) : held.edition;
}

/** @param {string} id @param {HeldTable} held @param {News} told @param {Edition[]} editions @param {() => void} redraw */
function row(id, held, told, editions, redraw) {
  const edition = editions.find((one) => one.id === held.edition);
  const view = told === "gone" ? null : told;
  const mine = view !== null && isMine(view, held);
  return html`<li class=${mine ? "mine" : ""}>
    <a href="/t/${id}">
      <strong>${titleOf(held, view, editions)}</strong>
      <span class="muted">${[edition && edition.seats > 1 ? editionName(edition) : "", ...about(view)].filter(Boolean).join(" · ")}</span>
    </a>
    <span class="whose">${told === "gone" ? t("home.yours.gone") : view ? whose(view, held) : nothing}</span>
    ${told === "gone"
      ? html`<button class="plain" type="button" @click=${() => { dropTable(id); redraw(); }}>${t("home.yours.forget")}</button>`
      : nothing}
  </li>`;
}

/** @param {Summary|null} view */
function about(view) {
  if (!view || view.deck === null || view.standing.teaching) return [];
  const { round, rounds } = view.standing;
  return [t("home.yours.round", { round, rounds }), t("home.yours.left", { n: view.deck })];
}

/** @param {Summary} view @param {HeldTable} held */
function isMine(view, held) {
  return view.phase === "playing" && held.seats.some(({ seat }) => seat === view.to_act);
}

/** @param {Summary} view @param {HeldTable} held */
function whose(view, held) {
  if (view.phase === "waiting") return t("home.yours.waiting");
  if (view.phase === "between") return t("home.yours.between");
  if (view.phase === "ended") return t("home.yours.ended");
  if (isMine(view, held)) return t("home.yours.turn");
  const acting = view.to_act;
  return acting === null ? "" : t("home.yours.theirs", { name: namesOf(view, held)[acting] });
}

/** @param {Summary} view @param {HeldTable} held @returns {string[]} */
function namesOf(view, held) {
  return view.seats.map(({ bot, name }, place) => (bot ? botName(bot) : nameOf(name, place, held)));
}

/** @param {string|null} name @param {number} place @param {HeldTable} held */
function nameOf(name, place, held) {
  return held.seats[0]?.seat === place ? t("home.you") : name || t("home.someone");
}

function running() {
  return newest(({ over, seats }) => !over && seats.length > 0);
}

/** @param {(held: HeldTable) => boolean} wanted @returns {[string, HeldTable][]} */
function newest(wanted) {
  return Object.entries(tables())
    .filter(([, held]) => wanted(held))
    .sort(([, a], [, b]) => b.at - a.at)
    .slice(0, MOST);
}
