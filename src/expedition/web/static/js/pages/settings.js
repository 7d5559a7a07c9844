// Settings: how it looks, how it plays, and what this device keeps.

import { html, live, nothing } from "../../vendor/lit.js";
import { editions } from "../api.js";
import { redraw } from "../app.js";
import { face } from "../cards.js";
import { nameField, picked, radios, tick } from "../home/options.js";
import { forgetEverything, getSettings, setSetting } from "../state.js";
import { languages, t } from "../words.js";
import { keysTemplate } from "./settings-keys.js";

/** @type {import("../types.js").Edition|null} */
let classic = null;
/** The letters of all suits. @type {string[]} */
let letters = [];
/** @type {"no"|"asked"|"done"} */
let forgetting = "no";

/** @param {import("../types.js").Params} _params @returns {import("../types.js").Page} */
export function page(_params) {
  forgetting = "no";
  return { template, title: () => t("settings.title"), start };
}

async function start() {
  // Only for the sample cards and the letters of suits; the settings work without a server.
  const all = await editions().catch(() => []);
  classic = all.find(({ id }) => id === "classic-sixth") ?? null;
  letters = [...new Set(all.flatMap(({ suits }) => suits.map(({ letter }) => letter)))];
  redraw();
}

function template() {
  const settings = getSettings();
  return html`<div class="page narrow settings">
    <h1>${t("settings.title")}</h1>
    <p class="muted">${t("settings.kept")}</p>

    <section class="panel" aria-labelledby="look">
      <h2 id="look">${t("settings.look")}</h2>
      <label class="field short">
        <span>${t("settings.language")}</span>
        <select .value=${live(settings.language)} @change=${picked((code) => setSetting("language", code))}>
          <option value="" ?selected=${settings.language === ""}>${t("settings.language.auto")}</option>
          ${Object.entries(languages).map(([code, name]) => html`<option value=${code} lang=${code} ?selected=${settings.language === code}>${name}</option>`)}
        </select>
      </label>
      ${radios("theme", t("settings.theme"), settings.theme, [
        ["auto", t("settings.theme.auto")],
        ["light", t("settings.theme.light")],
        ["dark", t("settings.theme.dark")],
      ], (value) => setSetting("theme", /** @type {any} */ (value)))}
      ${radios("palette", t("settings.palette"), settings.palette, [
        ["classic", t("settings.palette.classic")],
        ["clear", t("settings.palette.clear")],
        ["soft", t("settings.palette.soft")],
        ["mono", t("settings.palette.mono")],
      ], (value) => setSetting("palette", /** @type {any} */ (value)), t("settings.palette.hint"))}
      ${sample()}
      ${tick("letters", t("settings.letters"), "", settings.letters, (on) => setSetting("letters", on))}
      ${radios("motion", t("settings.motion"), String(settings.motion), [
        ["0", t("settings.motion.0")],
        ["0.5", t("settings.motion.0.5")],
        ["1", t("settings.motion.1")],
        ["2", t("settings.motion.2")],
      ], (value) => setSetting("motion", Number(value)), t("settings.motion.hint"))}
      ${tick("sounds", t("settings.sounds"), "", settings.sounds, (on) => setSetting("sounds", on))}
    </section>

    <section class="panel" aria-labelledby="play">
      <h2 id="play">${t("settings.play")}</h2>
      ${nameField(settings.name, (name) => setSetting("name", name.trim()), t("settings.name"))}
      ${tick("scores", t("settings.scores"), "", settings.scores, (on) => setSetting("scores", on))}
      ${radios("sort", t("settings.sort"), settings.sort, [
        ["suit", t("settings.sort.suit")],
        ["rank", t("settings.sort.rank")],
        ["own", t("settings.sort.own")],
      ], (value) => setSetting("sort", /** @type {any} */ (value)))}
      ${tick("confirm", t("settings.confirm"), "", settings.confirm, (on) => setSetting("confirm", on))}
      ${tick("shortcuts", t("settings.shortcuts"), "", settings.shortcuts, (on) => setSetting("shortcuts", on))}
      ${settings.shortcuts ? keysTemplate(letters) : nothing}
      ${tick("commands", t("settings.commands"), t("settings.commands.hint"), settings.commands, (on) => setSetting("commands", on))}
    </section>

    <section class="panel" aria-labelledby="device">
      <h2 id="device">${t("settings.device")}</h2>
      <p class="muted">${t("settings.forget.text")}</p>
      ${forgetting === "asked"
        ? html`<p>${t("settings.forget.sure")}</p>
            <p class="row">
              <button class="button danger" type="button" @click=${forget}>${t("settings.forget.yes")}</button>
              <button class="button keep" type="button" @click=${() => step("no")}>${t("settings.forget.no")}</button>
            </p>`
        : html`<p><button class="button danger" type="button" @click=${() => step("asked")}>${t("settings.forget")}</button></p>`}
      <p role="status">${forgetting === "done" ? t("settings.forgotten") : nothing}</p>
    </section>
  </div>`;
}

function sample() {
  const edition = classic;
  if (!edition) return nothing;
  return html`<div class="sample" aria-hidden="true">
    ${edition.suits.map(({ letter }, place) => face(`${letter}${place + 4}`, edition, { size: "small" }))}
  </div>`;
}

/** @param {"no"|"asked"} next */
function step(next) {
  forgetting = next;
  redraw();
  // The button that was pressed is gone. The focus goes to the harmless one of those in its place.
  const successor = next === "asked" ? ".settings .keep" : ".settings .danger";
  queueMicrotask(() => /** @type {HTMLElement|null} */ (document.querySelector(successor))?.focus());
}

function forget() {
  forgetEverything();
  forgetting = "done";
  redraw();
  queueMicrotask(() => document.getElementById("main")?.focus({ preventScroll: true }));
}
