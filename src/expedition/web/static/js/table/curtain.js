// Two people and one device: nothing of the table is drawn until the next one has it in hand.

import { html } from "../../vendor/lit.js";
import { back } from "../cards.js";
import { t } from "../words.js";
import { lift } from "./passing.js";

/** @param {import("./room.js").Room} room */
export function curtain(room) {
  const name = room.curtain?.view ? room.names[room.curtain.view.me ?? 0] : "";
  return html`<div class="curtain">
    <div class="curtain-cards" aria-hidden="true">${back()}${back()}${back()}</div>
    <p class="curtain-words" role="status">${t("curtain.pass", { name })}</p>
    <button type="button" class="button main big" data-lift data-focus @click=${() => lift(room)}>${t("curtain.lift", { name })}</button>
  </div>`;
}
