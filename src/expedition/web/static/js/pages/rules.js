// The rules of each edition, made from its data: what the edition does not have is not spoken of.

import { html, nothing } from "../../vendor/lit.js";
import { edition as editionOf, editions as allEditions } from "../api.js";
import { redraw } from "../app.js";
import { face } from "../cards.js";
import { ranksTemplate, worked } from "../sheet.js";
import { editionName, editionSummary, signed, t } from "../words.js";
import { styles } from "../styles.js";
import { differences, sections } from "./rules-words.js";

/** @typedef {import("../types.js").Edition} Edition */
/** @typedef {import("../types.js").Params} Params */

const wide = matchMedia("(min-width: 48rem)");

await styles("rules", "sheet");

/** @param {Params} params @returns {import("../types.js").Page} */
export function page(params) {
  const id = params.id || "classic";
  /** @type {Edition[]} */
  let all = [];
  /** @type {Edition|undefined} */
  let edition;
  let state = "loading";

  async function start() {
    state = "loading";
    try {
      all = await allEditions();
      edition = await editionOf(id);
      state = edition ? "ready" : "unknown";
    } catch {
      state = "offline";
    }
    redraw();
    // The place that the link names exists only now.
    if (edition && params.hash) requestAnimationFrame(() => document.getElementById(params.hash)?.scrollIntoView());
  }

  return {
    start,
    title: () => (edition ? t("rules.title", { edition: editionName(edition) }) : t("rules.head")),
    template: () => {
      if (edition) return editionTemplate(edition, all);
      return html`<div class="page narrow">
        <h1>${t("rules.head")}</h1>
        <p role="status">${t(`rules.${state}`, { id })}</p>
        ${state === "offline"
          ? html`<button class="button" type="button" @click=${start}>${t("rules.again")}</button>`
          : choice(all, undefined)}
      </div>`;
    },
  };
}

/** @param {Edition} edition @param {Edition[]} all */
function editionTemplate(edition, all) {
  const classic = all.find(({ id }) => id === "classic");
  const parts = sections(edition);
  const other = classic && edition.id !== "classic" ? differences(edition, classic) : [];
  const anchors = [...parts.map(({ id }) => id), ...(other.length ? ["differs"] : [])];
  return html`<article class="page rules">
    <header>
      <h1>${t("rules.title", { edition: editionName(edition) })}</h1>
      <p class="rules-summary">${editionSummary(edition)}</p>
    </header>
    ${choice(all, edition)}
    <nav class="rules-contents" aria-label=${t("rules.contents")}>
      <ul>
        ${anchors.map((id) => html`<li><a href="#${id}">${t(`rules.${id}`)}</a></li>`)}
      </ul>
    </nav>
    ${parts.map(
      ({ id, steps, lines }) => html`<section id=${id} class="rules-part">
        <h2>${t(`rules.${id}`)}</h2>
        ${steps ? html`<ol>${steps.map((line) => html`<li>${line}</li>`)}</ol>` : nothing}
        ${lines.map((line) => html`<p>${line}</p>`)}
        ${id === "cards" ? pictures(edition) : nothing} ${id === "scoring" ? examples(edition) : nothing}
      </section>`,
    )}
    ${other.length ? differsTemplate(other) : nothing}
    <p class="rules-on">
      <a class="button" href="/learn">${t("rules.learn")}</a>
      <a href="/">${t("rules.play")}</a>
    </p>
  </article>`;
}

/** @param {Edition[]} all @param {Edition|undefined} here */
function choice(all, here) {
  if (!all.length) return nothing;
  const list = html`<nav class="rules-editions" aria-label=${t("rules.editions")}>
    <ul>
      ${all.map(
        (one) => html`<li>
          <a href="/rules/${one.id}" aria-current=${one === here ? "page" : nothing}>${editionName(one)}</a>
        </li>`,
      )}
    </ul>
  </nav>`;
  if (!here) return list;
  // On a phone the list would fill the first screen.
  return html`<details ?open=${wide.matches}><summary>${t("rules.others")}</summary>${list}</details>`;
}

/** One suit from its first wager to its highest number. @param {Edition} edition */
function pictures(edition) {
  const { letter } = edition.suits[0];
  const marks = [...new Set(edition.wagers)];
  const row = [...marks, ...edition.ranks].map((rank) => `${letter}${rank}`);
  const each = edition.suits.map((suit) => `${suit.letter}${edition.ranks.at(-1)}`);
  return html`<div class="rules-cards" aria-hidden="true">
    <div class="mini-row">${row.map((card) => html`<span class="mini">${face(card, edition)}</span>`)}</div>
    <div class="mini-row">${each.map((card) => html`<span class="mini">${face(card, edition)}</span>`)}</div>
  </div>`;
}

/** @param {Edition} edition */
function examples(edition) {
  if (!edition.examples.length) return nothing;
  return html`<h3>${t("rules.examples")}</h3>
    <table class="sheet-table rules-examples">
      <caption class="hidden">${t("rules.examples")}</caption>
      <thead>
        <tr>
          <th scope="col">${t("rules.example.head")}</th>
          <th scope="col" class="sheet-number">${t("sheet.points")}</th>
        </tr>
      </thead>
      <tbody>
        ${edition.examples.map(
          ({ cards, score }) => html`<tr>
            <td>
              <span class="mini-row mini-fan" aria-hidden="true">
                ${cards.map((card) => html`<span class="mini">${face(card, edition)}</span>`)}
              </span>
              ${ranksTemplate(cards)}
              <span class="sheet-worked">${worked(score)}</span>
            </td>
            <td class="sheet-number">${signed(score.total)}</td>
          </tr>`,
        )}
      </tbody>
    </table>`;
}

/** @param {{name: string, here: string, there: string}[]} rows */
function differsTemplate(rows) {
  return html`<section id="differs" class="rules-part">
    <h2>${t("rules.differs")}</h2>
    <table class="rules-differs">
      <caption class="hidden">${t("rules.differs")}</caption>
      <thead>
        <tr>
          <th scope="col">${t("rules.differs.what")}</th>
          <th scope="col">${t("rules.differs.here")}</th>
          <th scope="col">${t("rules.differs.classic")}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(({ name, here, there }) => html`<tr><th scope="row">${name}</th><td>${here}</td><td>${there}</td></tr>`)}
      </tbody>
    </table>
  </section>`;
}
