// About the deal: the fingerprint that was made of it before the first turn, and what that is good for.

import { html, nothing } from "../../vendor/lit.js";
import { t } from "../words.js";

/** @typedef {import("./room.js").Room} Room */

/** As much of a fingerprint as two people read to each other, in fours. */
const SHORT = 16;

/** @param {Room} room */
export function dealView(room) {
  const { view, round } = room;
  if (!view || !round?.commitment) return nothing;
  const short = (round.commitment.slice(0, SHORT).match(/.{1,4}/g) ?? []).join(" ");
  return html`<p>${t(view.options.daily ? "deal.text.daily" : "deal.text")}</p>
    <p>${t("deal.label")}: <code data-fingerprint>${short} …</code></p>
    <details class="fingerprint"><summary>${t("deal.full")}</summary><p><code>${round.commitment}</code></p></details>
    ${round.salt ? html`<p>${t("deal.open")}</p>` : nothing}`;
}
