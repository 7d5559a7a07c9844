// The deal of the day: one deal for everyone on this server, and the best results so far.

import { html, nothing } from "../../vendor/lit.js";
import { get, keepSeats, post, summary } from "../api.js";
import { go, redraw } from "../app.js";
import { nameField } from "../home/options.js";
import { getSettings, readStored, setSetting, writeStored } from "../state.js";
import { errorText, locale, signed, t } from "../words.js";

/** @typedef {{day: string, edition: string, commitment: string, best: {name: string|null, total: number, at: number}[], closes_in: number}} Daily */
/** @typedef {{day: string, table: string, points: number|null}} Tried  this device's first try of a day; points null: not finished */

const KEY = "expedition.daily";

/** @type {Daily|null} */
let daily = null;
/** @type {Tried|null} */
let tried = null;
/** @type {unknown} */
let failure = null;
let starting = false;

/** @param {import("../types.js").Params} _params @returns {import("../types.js").Page} */
export function page(_params) {
  starting = false;
  failure = null;
  return { template, title: () => t("daily.title"), start: load };
}

async function load() {
  try {
    daily = await get("/daily");
    tried = daily && (await firstTry(daily.day));
    failure = null;
  } catch (error) {
    failure = error;
  }
  redraw();
}

/** What this device did with the deal of a day. @param {string} day @returns {Promise<Tried|null>} */
async function firstTry(day) {
  const kept = readStored(KEY);
  if (kept?.day !== day || typeof kept.table !== "string") return null;
  if (typeof kept.points === "number") return kept;
  try {
    const { phase, standing } = await summary(kept.table);
    if (phase !== "ended") return kept;
    // Given up before its end, it has no score, and was no try.
    if (!standing.scores.length) return null;
    const done = { ...kept, points: standing.totals[0] };
    writeStored(KEY, done);
    return done;
  } catch (error) {
    if (/** @type {any} */ (error).code === "no-table") return null;
    throw error;
  }
}

/** @param {boolean} listed  whether its result goes on the list */
async function play(listed) {
  if (starting || !daily) return;
  starting = true;
  redraw();
  try {
    const name = getSettings().name.trim();
    const seats = [{ kind: "me", name: name || t("daily.guest") }];
    const made = await post("/tables", { edition: daily.edition, rounds: 1, daily: true, listed, seats });
    keepSeats(made.table, made.seats, { edition: daily.edition, names: [name] });
    if (listed) writeStored(KEY, { day: daily.day, table: made.table, points: null });
    await go(`/t/${made.table}`);
  } catch (error) {
    failure = error;
  }
  starting = false;
  redraw();
}

function template() {
  return html`<div class="page narrow">
    <h1>${t("daily.title")}</h1>
    ${daily ? today(daily) : failure ? nothing : html`<p class="muted">${t("home.loading")}</p>`}
    <p role="alert" class="error">${failure ? errorText(failure) : nothing}</p>
    ${failure ? html`<p><button class="button" type="button" @click=${load}>${t("home.again")}</button></p>` : nothing}
  </div>`;
}

/** @param {Daily} daily */
function today({ day, best, commitment, closes_in: left }) {
  const hours = Math.floor(left / 3600);
  const minutes = Math.floor((left % 3600) / 60);
  return html`
    <p>${t("daily.lead", { day: date(day) })}</p>
    ${tried ? triedTemplate(tried) : html`
      ${nameField(getSettings().name, (name) => setSetting("name", name.trim()), t("daily.name"), t("daily.name.hint"))}
      <p class="act"><button class="button main big" type="button" aria-disabled=${starting ? "true" : "false"} @click=${() => play(true)}>${starting ? t("home.starting") : t("daily.play")}</button></p>`}
    <p class="muted">${t("daily.closes", { hours, minutes })}</p>
    <section class="panel" aria-labelledby="best">
      <h2 id="best">${t("daily.best")}</h2>
      ${best.length === 0
        ? html`<p class="muted">${t("daily.none")}</p>`
        : html`<table class="list">
            <thead><tr><th scope="col">${t("daily.place")}</th><th scope="col">${t("daily.player")}</th><th scope="col" class="number">${t("daily.points")}</th><th scope="col" class="number">${t("daily.at")}</th></tr></thead>
            <tbody>${best.map(({ name, total, at }, place) => html`<tr>
              <td>${place + 1}</td><td>${name || t("home.someone")}</td>
              <td class="number">${signed(total)}</td><td class="number">${time(at)}</td>
            </tr>`)}</tbody>
          </table>`}
      <p class="muted">${t("daily.trust")}</p>
    </section>
    <details>
      <summary>${t("daily.commitment")}</summary>
      <p>${t("daily.commitment.text")}</p>
      <p><code>${commitment}</code></p>
    </details>
  `;
}

/** @param {Tried} tried */
function triedTemplate({ table, points }) {
  if (points === null) {
    return html`<p>${t("daily.running")}</p>
      <p class="act"><a class="button main big" href="/t/${table}">${t("daily.on")}</a></p>`;
  }
  return html`<p><strong>${t("daily.done", { n: points })}</strong></p>
    <p class="act"><button class="button" type="button" aria-disabled=${starting ? "true" : "false"} @click=${() => play(false)}>${starting ? t("home.starting") : t("daily.again")}</button></p>`;
}

/** @param {string} day  "2026-11-30" */
function date(day) {
  // Noon, so that no time zone makes it the day before.
  const at = new Date(`${day}T12:00:00`);
  return Number.isNaN(at.getTime()) ? day : at.toLocaleDateString(locale(), { weekday: "long", day: "numeric", month: "long" });
}

/** The time on the person's own clock. @param {number} at  milliseconds since 1970 */
function time(at) {
  const when = new Date(at);
  return Number.isNaN(when.getTime()) ? "" : when.toLocaleTimeString(locale(), { timeStyle: "short" });
}
