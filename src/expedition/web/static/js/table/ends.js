// Between two rounds, and after the last: what came of it and what may follow, in place of the hand.

import { html, nothing } from "../../vendor/lit.js";
import { endSentence } from "../status.js";
import { signed, t } from "../words.js";

/** @typedef {import("./room.js").Room} Room */
/** @typedef {import("../types.js").View} View */

/** @param {Room} room @param {{sheet: () => void, rematch: () => void}} on */
export function ends(room, on) {
  const view = /** @type {View} */ (room.view);
  return html`<section class="ends" aria-label=${t(view.phase === "ended" ? "end.title" : "between.title")}>
    <div class="ends-words">
      <h2 tabindex="-1" data-focus>${view.phase === "ended" ? endSentence(view, room.names, view.me) : betweenTitle(view)}</h2>
      ${view.phase === "ended" && view.standing.scores.length < 2 ? nothing : scores(room)}
      ${view.phase === "ended" && view.series ? html`<p class="muted">${t("end.series", { score: view.series.map((won) => signed(won)).join(" : ") })}</p>` : nothing}
    </div>
    <div class="ends-buttons">
      ${view.phase === "between" ? between(room, view) : ended(room, view, on)}
      <button type="button" class="button" @click=${on.sheet}>${t("table.sheet")}</button>
    </div>
  </section>`;
}

/** @param {View} view */
function betweenTitle(view) {
  return view.standing.teaching ? t("between.teaching") : t("between.over", { n: view.standing.round });
}

// A long match shows its newest rounds; the score sheet has them all.
const MOST = 5;

/** The rounds' scores, a row a side. @param {Room} room */
export function scores(room) {
  const view = /** @type {View} */ (room.view);
  const { standing, seats, round } = view;
  const sides = [...new Set(seats.map(({ side }) => side))];
  const called = (/** @type {number} */ side) => room.names.filter((_, seat) => seats[seat].side === side).join(" & ");
  const columns = standing.scores.map((points, at) => ({ head: String(at + 1), points, now: false })).slice(-MOST);
  if (round && standing.teaching) columns.push({ head: t("table.teaching"), points: round.totals, now: true });
  else if (round && !round.over && view.phase !== "ended") columns.push({ head: t("standing.now", { n: standing.round }), points: round.totals, now: true });
  if (!columns.length) return nothing;
  const summed = standing.scores.length > 1;
  return html`<table class="standing">
    <thead><tr>
      <th scope="col">${t("standing.round")}</th>
      ${columns.map(({ head }) => html`<th scope="col">${head}</th>`)}
      ${summed ? html`<th scope="col">${t("standing.total")}</th>` : nothing}
    </tr></thead>
    <tbody>${sides.map((side) => html`<tr>
      <th scope="row">${called(side)}</th>
      ${columns.map(({ points, now }) => html`<td class=${now ? "is-running" : ""}>${signed(points[side])}</td>`)}
      ${summed ? html`<td class="is-total">${signed(standing.totals[side])}</td>` : nothing}
    </tr>`)}</tbody>
  </table>`;
}

/** @param {Room} room @param {View} view */
function between(room, view) {
  if (!view.can.deal) return html`<p class="muted">${t("between.wait")}</p>`;
  const text = view.standing.teaching ? t("between.match") : t("between.deal", { n: view.standing.round + 1 });
  return html`<button type="button" class="button main big" data-deal @click=${() => room.command({ type: "deal" })}>${text}</button>`;
}

/** @param {Room} room @param {View} view @param {{rematch: () => void}} on */
function ended(room, view, on) {
  const ask = (/** @type {boolean} */ swap) => room.command({ type: "ask", what: "rematch", swap });
  return html`
    ${view.rematch ? html`<button type="button" class="button main big" data-rematch @click=${on.rematch}>${t("end.rematch.go")}</button>` : nothing}
    ${view.can.rematch && view.seats.length > 1
      ? html`<button type="button" class="button main" data-rematch-swap @click=${() => ask(true)}>${t("end.rematch.swap")}</button>
      <button type="button" class="button" @click=${() => ask(false)}>${t("end.rematch.keep")}</button>` : nothing}
    ${view.can.rematch && view.seats.length === 1 ? html`<button type="button" class="button main" @click=${() => ask(false)}>${t("end.again")}</button>` : nothing}
    ${view.options.daily ? html`<a class="button" href="/daily">${t("end.daily")}</a>` : nothing}
    ${view.can.rematch || view.rematch ? nothing : html`<a class="button main" data-home href="/">${t("end.home")}</a>`}
    ${view.standing.scores.length || view.round ? html`<a class="button" href=${`/review/${room.table}`}>${t("end.review")}</a>` : nothing}`;
}
