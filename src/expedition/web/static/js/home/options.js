// How the match is set up: the fields of the first page.

import { html, live, nothing } from "../../vendor/lit.js";
import { botName, botStrength, botStyle, editionName, editionSummary, t } from "../words.js";
import { MOST_ROUNDS, editionFor, roundsFor } from "./order.js";

/** @typedef {import("../types.js").Edition} Edition */
/** @typedef {import("../types.js").BotInfo} BotInfo */
/** @typedef {import("./order.js").Choices} Choices */
/** @typedef {(change: Partial<Choices>) => void} Choose */

/** @param {Choices} choices @param {Choose} choose @param {Edition[]} editions @param {BotInfo[]} bots  those of the edition @param {BotInfo} [bot]  the one chosen */
export function optionsTemplate(choices, choose, editions, bots, bot) {
  const edition = editionFor("bot", choices, editions);
  return html`
    <div class="grid">
      ${nameField(choices.name, (name) => choose({ name }))}
      <label class="field">
        <span>${t("home.edition")}</span>
        <select .value=${live(edition.id)} @change=${picked((value) => choose({ edition: value }))}>
          ${editions.filter(({ seats }) => seats === 2).map((one) => html`<option value=${one.id} ?selected=${one === edition}>${editionName(one)}</option>`)}
        </select>
        <span class="muted">${editionSummary(edition)}</span>
      </label>
      <label class="field">
        <span>${t("home.bot")}</span>
        <select @change=${picked((value) => choose({ bot: value }))}>
          ${bots.map((one) => html`<option value=${one.id} .selected=${live(one === bot)}>${botName(one.id, one.title)}</option>`)}
        </select>
        <span class="muted">${bot ? `${botStyle(bot)} ${botStrength(bot, edition.id)}` : nothing}</span>
      </label>
      ${roundsField(choices, choose, edition)}
      ${radios("starts", t("home.starts"), choices.starts, [
        ["lot", t("home.starts.lot")],
        ["me", t("home.starts.me")],
        ["other", t("home.starts.other")],
      ], (value) => choose({ starts: /** @type {any} */ (value) }))}
      ${radios("next", t("home.next"), choices.next || edition.start_rule, [
        ["round-winner", t("home.next.round-winner")],
        ["next-seat", t("home.next.next-seat")],
        ["leader", t("home.next.leader")],
      ], (value) => choose({ next: /** @type {any} */ (value) }))}
    </div>
    ${tick("browse", t("home.browse"), t("home.browse.hint"), choices.browse, (browse) => choose({ browse }))}
    ${tick("listed", t("home.listed"), t("home.listed.hint"), choices.listed, (listed) => choose({ listed }))}
  `;
}

/** @param {Choices} choices @param {Choose} choose @param {Edition} edition */
function roundsField(choices, choose, edition) {
  const rounds = roundsFor("bot", choices, edition);
  const other = rounds !== 1 && rounds !== 3;
  return html`<div>
    ${radios("rounds", t("home.length"), other ? "other" : String(rounds), [
      ["1", t("home.length.1")],
      ["3", t("home.length.3")],
      ["other", t("home.length.other")],
    ], (value) => choose({ rounds: value === "other" ? 5 : Number(value) }))}
    ${other
      ? html`<label class="field short"><span class="hidden">${t("home.length")}</span>
          <input type="number" inputmode="numeric" min="1" max=${MOST_ROUNDS} .value=${live(String(rounds))}
            @change=${picked((value) => choose({ rounds: Number(value) || 3 }))} /></label>`
      : nothing}
  </div>`;
}

/** @param {string} name @param {(name: string) => void} choose @param {string} [label] @param {string} [hint] @param {"nickname"|"off"} [fill] */
export function nameField(name, choose, label = t("home.name"), hint = t("home.name.hint"), fill = "nickname") {
  return html`<label class="field">
    <span>${label}</span>
    <input type="text" maxlength="24" autocomplete=${fill} .value=${live(name)} @change=${picked(choose)} />
    ${hint ? html`<span class="muted">${hint}</span>` : nothing}
  </label>`;
}

/**
 * Radio buttons that look like one control.
 * @param {string} name @param {string} label @param {string} value
 * @param {[string, string][]} choices @param {(value: string) => void} choose @param {string} [hint]
 */
export function radios(name, label, value, choices, choose, hint = "") {
  return html`<fieldset aria-describedby=${hint ? `${name}-hint` : nothing}>
    <legend>${label}</legend>
    <div class="choices">
      ${choices.map(([key, words]) => html`<label>
        <input type="radio" name=${name} value=${key} .checked=${live(key === value)} @change=${() => choose(key)} />
        <span>${words}</span>
      </label>`)}
    </div>
    ${hint ? html`<p class="muted hint" id="${name}-hint">${hint}</p>` : nothing}
  </fieldset>`;
}

/** @param {string} name @param {string} label @param {string} hint @param {boolean} on @param {(on: boolean) => void} choose */
export function tick(name, label, hint, on, choose) {
  return html`<label class="tick">
    <input type="checkbox" name=${name} .checked=${live(on)} aria-describedby=${hint ? `${name}-hint` : nothing}
      @change=${(/** @type {Event} */ event) => choose(/** @type {HTMLInputElement} */ (event.target).checked)} />
    <span>${label}${hint ? html` <span class="muted" id="${name}-hint">${hint}</span>` : nothing}</span>
  </label>`;
}

/** @param {(value: string) => void} take */
export function picked(take) {
  return (/** @type {Event} */ event) => take(/** @type {HTMLInputElement} */ (event.target).value);
}
