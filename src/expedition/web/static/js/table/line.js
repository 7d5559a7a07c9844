// The line between board and hand: what is going on, why something isn't possible, and the two or
// three buttons that a turn can need.

import { html, keyed, nothing } from "../../vendor/lit.js";
import { getSettings } from "../state.js";
import * as select from "../select.js";
import { t } from "../words.js";
import { lit, takeBack, tapPlace } from "./turn.js";

/** @typedef {import("./room.js").Room} Room */

/** @param {Room} room @param {{hints: () => void, command: ((event: Event) => void)|null, commandClosed: () => void}} on */
export function statusLine(room, on) {
  const { said, alert, selection, round } = room;
  const mayHandOver = lit(room).places.has("hand-over");
  const premove = round && select.isPremove(round);
  return html`<div class="line ${room.myTurn ? "is-mine" : ""} ${alert.text ? "has-alert" : ""}">
    <div class="line-words">
      <p role="status" class="status" data-focus tabindex="-1">${emphasized(said.text)}${said.n % 2 ? "\u00a0" : ""}</p>
      <div role="alert" class="alert">${alert.text ? keyed(alert.n, html`<p>${alert.text}</p>`) : nothing}</div>
    </div>
    <div class="line-buttons">
      ${mayHandOver
        ? html`<button type="button" class="button" data-place="hand-over" @click=${() => tapPlace(room, "hand-over")}>${t("table.hand-over")}</button>`
        : nothing}
      ${selection.stage === "whole" && getSettings().confirm && !room.sending && !premove
        ? html`<button type="button" class="button main" data-send @click=${() => room.send()}>${t("table.send")}</button>`
        : nothing}
      ${selection.stage !== "idle" && selection.stage !== "chosen" && !room.sending
        ? html`<button type="button" class="button" data-back @click=${() => takeBack(room)}>${t(premove && selection.stage === "whole" ? "table.premove.drop" : "table.back")}</button>`
        : nothing}
      ${room.sending ? html`<span class="sending">${t("table.sending")}</span>` : nothing}
      ${round?.hints?.length && selection.stage === "idle" ? html`<button type="button" class="button" data-hints @click=${on.hints}>${t("table.hints")}</button>` : nothing}
    </div>
    ${on.command
      ? html`<form class="command" @submit=${on.command}>
          <label class="hidden" for="command">${t("command.label")}</label>
          <input id="command" name="words" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder=${t("command.hint")}
            @keydown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && on.commandClosed()} />
        </form>`
      : nothing}
  </div>`;
}

// That it's one's turn is said with more weight than the rest.
/** @param {string} text */
function emphasized(text) {
  const lead = t("now.yours");
  const at = text.indexOf(lead);
  if (at < 0) return text;
  return html`${text.slice(0, at)}<strong>${lead}</strong>${text.slice(at + lead.length)}`;
}
