// The line between board and hand: what is going on, why something isn't possible, and the two or
// three buttons that a turn can need.

import { html, keyed, nothing } from "../../vendor/lit.js";
import { getSettings } from "../state.js";
import * as select from "../select.js";
import { t } from "../words.js";
import { hide } from "./passing.js";
import { PATIENCE } from "./room.js";
import { cancel, handOver, isOffline, partner, takeBack } from "./turn.js";

/** @typedef {import("./room.js").Room} Room */

/** @param {Room} room @param {{hints: () => void, command: ((event: Event) => void)|null, commandClosed: () => void}} on */
export function statusLine(room, on) {
  const { said, alert } = room;
  return html`<div class="line ${room.myTurn ? "is-mine" : ""} ${alert.text ? "has-alert" : ""}">
    <div class="line-words">
      <p role="status" class="status" data-focus tabindex="-1">${emphasized(words(room))}${said.n % 2 ? "\u00a0" : ""}</p>
      <div role="alert" class="alert">${alert.text ? keyed(alert.n, html`<p>${alert.text}</p>`) : nothing}</div>
    </div>
    <div class="line-buttons">${room.passing ? pass(room) : buttons(room, on.hints)}</div>
    ${on.command
      ? html`<form class="command" @submit=${on.command}>
          <label class="hidden" for="command">${t("command.label")}</label>
          <input id="command" name="words" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder=${t("command.hint")}
            @keydown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && on.commandClosed()} />
        </form>`
      : nothing}
  </div>`;
}

// While a turn is under way there is nothing more to do than what the line said before it was sent;
// where the way is long, that is said instead.
/** @param {Room} room */
function words(room) {
  if (!room.sending) return room.said.text;
  if (isOffline(room)) return t("table.kept");
  return Date.now() - room.sentAt < PATIENCE ? "" : t("table.sending");
}

/** @param {Room} room */
function pass(room) {
  const name = room.names[room.passing?.seat ?? 0];
  return html`<button type="button" class="button main" data-pass @click=${() => hide(room)}>${t("table.pass", { name })}</button>`;
}

/** @param {Room} room @param {() => void} hints */
function buttons(room, hints) {
  const { selection, round, sending } = room;
  const { stage } = selection;
  const premove = round !== null && select.isPremove(round);
  const pairing = selection.place === "hand-over" && !sending;
  const name = partner(room);
  // A premove needs no word more: it goes out when its time comes.
  const ask = stage === "whole" && (getSettings().confirm || pairing) && !sending && !premove;
  const back = premove && stage === "whole" ? "table.premove.drop" : room.alert.text ? "table.back.card" : "table.back";
  return html`
    ${name ? html`<button type="button" class="button is-wide" data-place="hand-over" @click=${() => handOver(room)}>${t("table.hand-over", { name })}</button>` : nothing}
    ${ask ? html`<button type="button" class="button main" data-send @click=${() => room.send()}>${t(pairing ? "table.hand-over.send" : "table.send")}</button>` : nothing}
    ${pairing && !(premove && stage === "whole") ? html`<button type="button" class="button" data-cancel @click=${() => giveUp(room)}>${t("table.hand-over.cancel")}</button>` : nothing}
    ${(stage === "placed" || stage === "whole") && !sending && (!pairing || premove)
      ? html`<button type="button" class="button is-wide" data-back @click=${() => takeBack(room)}>${t(back)}</button>` : nothing}
    ${round?.hints?.length && stage === "idle" ? html`<button type="button" class="button" data-hints @click=${hints}>${t("table.hints")}</button>` : nothing}`;
}

/** @param {Room} room */
function giveUp(room) {
  cancel(room);
  room.say(t(room.myTurn ? "now.yours" : "table.choose.early"));
  room.screen.draw();
}

// That it's one's turn is said with more weight than the rest.
/** @param {string} text */
function emphasized(text) {
  const lead = t("now.yours");
  const at = text.indexOf(lead);
  if (at < 0) return text;
  return html`${text.slice(0, at)}<strong>${lead}</strong>${text.slice(at + lead.length)}`;
}
