// The controls that step through a round: buttons, a slider, the turns as links. Markup only.

import { html, live, repeat, svg } from "../../vendor/lit.js";
import { t } from "../words.js";
import { turnWords } from "./turns.js";

/** @typedef {import("../types.js").Edition} Edition */
/** @typedef {import("../types.js").Review} Review */

/** Which way each button goes: drawn as a triangle, with a bar for the ends. @type {[string, string][]} */
const BUTTONS = [
  ["first", "M6 5v14M19 5L9 12l10 7z"],
  ["back", "M17 5L7 12l10 7z"],
  ["on", "M7 5l10 7-10 7z"],
  ["last", "M18 5v14M5 5l10 7-10 7z"],
];

/**
 * @param {Review} review @param {number} at @param {Edition} edition
 * @param {(at: number) => void} step
 */
export function playbackTemplate(review, at, edition, step) {
  const end = review.steps.length - 1;
  /** @type {Record<string, number>} */
  const targets = { first: 0, back: at - 1, on: at + 1, last: end };
  const words = turnWords(review.steps[at], review.seats, edition);
  return html`<div class="playback" role="group" aria-label=${t("review.turns")}>
    ${BUTTONS.map(([name, shape]) => {
      const there = targets[name];
      const off = there < 0 || there > end || there === at;
      // Not `disabled`: a button that loses the focus at the last turn is a trap.
      return html`<button class="button playback-${name}" type="button" aria-label=${t(`review.${name}`)}
        aria-disabled=${off ? "true" : "false"} @click=${() => off || step(there)}>
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" focusable="false">${svg`<path d=${shape} />`}</svg>
      </button>`;
    })}
    <input class="playback-slider" type="range" min="0" max=${end} step="1" .value=${live(String(at))}
      aria-label=${t("review.slider")} aria-valuetext=${`${t("review.of", { at, n: end })}: ${words}`}
      @input=${(/** @type {Event} */ event) => step(Number(/** @type {HTMLInputElement} */ (event.target).value))} />
    <span class="playback-at" aria-hidden="true">${t("review.of", { at, n: end })}</span>
  </div>`;
}

/**
 * Every turn in words, each a link to it.
 * @param {Review} review @param {number} at @param {Edition} edition
 * @param {(at: number) => string} href
 */
export function turnsTemplate(review, at, edition, href) {
  const steps = review.steps.map((step, index) => ({ index, words: turnWords(step, review.seats, edition) }));
  return html`<nav class="review-turns" aria-labelledby="turns-title">
    <h2 id="turns-title">${t("review.turns")}</h2>
    <ol class="turn-list" id="turn-list">
      ${repeat(
        steps,
        ({ index }) => index,
        ({ index, words }) => html`<li>
          <a href=${href(index)} aria-current=${index === at ? "step" : "false"} data-step=${index}>
            <span class="turn-number">${index || "·"}</span> <span>${words}</span>
          </a>
        </li>`,
      )}
    </ol>
    <p class="muted">${t("review.keys")}</p>
  </nav>`;
}

/** Where an arrow key, Home or End leads, or null. @param {KeyboardEvent} event @param {number} at @param {number} end */
export function keyTarget(event, at, end) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null;
  const target = /** @type {HTMLElement|null} */ (event.target);
  if (target?.closest?.("input, textarea, select, summary, [contenteditable]")) return null;
  const found = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: end }[event.key];
  return found === undefined ? null : Math.max(0, Math.min(end, found));
}
