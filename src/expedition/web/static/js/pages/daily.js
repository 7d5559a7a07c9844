// The deal of the day: one deal for everyone on this server, and the best results so far.

import { html, nothing } from "../../vendor/lit.js";
import { get, keepSeats, post } from "../api.js";
import { go, redraw } from "../app.js";
import { nameField } from "../home/options.js";
import { getSettings, setSetting } from "../state.js";
import { errorText, locale, signed, t } from "../words.js";

/** @typedef {{day: string, edition: string, commitment: string, best: {name: string|null, total: number, at: string|number}[], closes_in: number}} Daily */

/** @type {Daily|null} */
let daily = null;
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
    failure = null;
  } catch (error) {
    failure = error;
  }
  redraw();
}

async function play() {
  if (starting || !daily) return;
  starting = true;
  redraw();
  try {
    const name = getSettings().name.trim();
    const seats = [{ kind: "me", name: name || t("home.guest", { n: 1 }) }];
    const made = await post("/tables", { edition: daily.edition, rounds: 1, daily: true, seats });
    keepSeats(made.table, made.seats, { edition: daily.edition, names: [name] });
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
    ${nameField(getSettings().name, (name) => setSetting("name", name.trim()), t("daily.name"), t("daily.name.hint"))}
    <p class="act"><button class="button main big" type="button" aria-disabled=${starting ? "true" : "false"} @click=${play}>${starting ? t("home.starting") : t("daily.play")}</button></p>
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
    </section>
    <details>
      <summary>${t("daily.commitment")}</summary>
      <p>${t("daily.commitment.text")}</p>
      <p><code>${commitment}</code></p>
    </details>
  `;
}

/** @param {string} day  "2026-11-30" */
function date(day) {
  // Noon, so that no time zone makes it the day before.
  const at = new Date(`${day}T12:00:00`);
  return Number.isNaN(at.getTime()) ? day : at.toLocaleDateString(locale(), { weekday: "long", day: "numeric", month: "long" });
}

/** @param {string|number} at  a time as ISO text, or seconds since 1970 */
function time(at) {
  const when = new Date(typeof at === "number" ? at * 1000 : at);
  return Number.isNaN(when.getTime()) ? "" : when.toLocaleTimeString(locale(), { hour: "2-digit", minute: "2-digit" });
}
