// The turns so far, newest last. The status line speaks; this is for reading back.

import { html, nothing, repeat } from "../vendor/lit.js";
import { eventSentence } from "./status.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").TableEvent} TableEvent */
/** @typedef {{seq: number, event: TableEvent, turn: number|null, round: number, undone?: boolean}} Entry */

/**
 * The log after another event. A turn taken back stays readable, without a number and crossed out.
 * @param {Entry[]} log @param {number} seq @param {TableEvent} event @returns {Entry[]}
 */
export function grow(log, seq, event) {
  if (log.some((entry) => entry.seq === seq)) return log;
  const last = log.at(-1);
  const round = event.kind === "dealt" ? event.round : (last?.round ?? 0);
  const kept = event.kind === "taken-back" ? undone(log, round, event.to ?? 0) : event.kind === "restarted" ? undone(log, round, 0) : log;
  const made = kept.filter((entry) => entry.round === round && entry.turn !== null).length;
  return [...kept, { seq, event, round, turn: event.kind === "turn" ? made + 1 : null }];
}

// Turns beyond so many actions of a round are not turns of it any more: they lose their number.
/** @param {Entry[]} log @param {number} round @param {number} to @returns {Entry[]} */
function undone(log, round, to) {
  let actions = 0;
  return log.map((entry) => {
    if (entry.round !== round || entry.turn === null) return entry;
    actions += entry.event.actions?.length ?? 0;
    return actions > to ? { ...entry, turn: null, undone: true } : entry;
  });
}

/** The first round that can't be looked through yet: the running one, or the one to come. @param {import("./types.js").View|null} view */
export function sealedFrom(view) {
  if (!view) return 0;
  return view.standing.round + Number(Boolean(view.round?.over) || view.phase === "ended");
}

/**
 * The log as a list; with `review`, each turn of a round before `sealed` is a link to it.
 * @param {Entry[]} log @param {import("./status.js").Sense} sense @param {{review?: string, sealed?: number}} [how]
 */
export function logTemplate(log, sense, { review = "", sealed = 0 } = {}) {
  const lines = log.flatMap((entry) => {
    const words = eventSentence(entry.event, sense);
    return words ? [{ ...entry, words }] : [];
  });
  const running = review !== "" && lines.some(({ turn, round }) => turn !== null && round >= sealed);
  return html`<div class="log" role="log" aria-live="off" aria-label=${t("table.log")} tabindex="0"><ol>
    ${lines.length === 0 ? html`<li class="muted">${t("table.log.empty")}</li>` : nothing}
    ${repeat(lines, ({ seq }) => seq, (line) => logLine(line, line.turn !== null && review !== "" && line.round < sealed ? `${review}?round=${line.round}&step=${line.turn}` : ""))}
  </ol>${running ? html`<p class="muted">${t("table.log.running")}</p>` : nothing}</div>`;
}

/** @param {Entry & {words: string}} line @param {string} link */
function logLine({ words, turn, event, undone }, link) {
  const said = undone ? html`<s>${words}</s><span class="hidden"> ${t("table.log.undone")}</span>` : words;
  return html`<li class=${event.kind === "turn" && !undone ? "is-turn" : "is-note"}>
    ${turn === null ? nothing : html`<span class="turn-number"><span class="hidden">${t("table.log.turn", { n: turn })}</span><span aria-hidden="true">${turn}</span></span>`}
    ${link ? html`<a href=${link}>${said}</a>` : html`<span>${said}</span>`}
  </li>`;
}
