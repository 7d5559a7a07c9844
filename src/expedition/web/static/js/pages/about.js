// What this is, what is kept where, and why the deals can be trusted.

import { html, nothing } from "../../vendor/lit.js";
import { get } from "../api.js";
import { redraw } from "../app.js";
import { t } from "../words.js";

let version = "";

/** @param {import("../types.js").Params} _params @returns {import("../types.js").Page} */
export function page(_params) {
  return { template, title: () => t("about.title"), start };
}

async function start() {
  const health = await get("/health").catch(() => null);
  version = health?.version ?? "";
  redraw();
}

function template() {
  return html`<div class="page narrow">
    <h1>${t("about.title")}</h1>
    <p>${t("about.what")}</p>
    <p>${t("about.free")}</p>
    <h2>${t("about.kept")}</h2>
    <p>${t("about.kept.device")}</p>
    <p>${t("about.kept.server")}</p>
    <h2>${t("about.fair")}</h2>
    <p>${t("about.fair.deal")}</p>
    <p>${t("about.fair.bot")}</p>
    <h2>${t("about.parts")}</h2>
    <p>${t("about.parts.lit")} ${t("about.parts.colours")}</p>
    ${version ? html`<p class="muted">${t("about.version", { version })}</p>` : nothing}
  </div>`;
}
