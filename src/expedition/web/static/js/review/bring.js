// Bringing a record along: a file, pasted text, or a drop. What was typed is kept until it is read.

import { html, live, nothing } from "../../vendor/lit.js";
import { redraw } from "../app.js";
import { errorText, t } from "../words.js";
import { ReviewSession } from "./session.js";

/** The most that the server takes. */
const MOST = 256 * 1024;
const KEY = "expedition.brought";

/** @type {ReviewSession|null} */
let brought = null;
let text = kept();
let problem = "";
let reading = false;
let hovering = false;

/** The record that is open, if any. It outlives a visit to another page, not a new load. */
export function broughtSession() {
  return brought;
}

/** Forget the open record, to bring another; its text stays to be changed. */
export function putAway() {
  brought = null;
}

// In the tab's own storage, so that a broken record survives a reload; it is on no other tab.
function kept() {
  try {
    return sessionStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} next */
function take(next) {
  text = next;
  try {
    sessionStorage.setItem(KEY, next);
  } catch {
    // Full or forbidden: the page has it.
  }
}

/** @param {File|undefined|null} file @param {() => void} opened */
async function takeFile(file, opened) {
  if (!file) return;
  if (file.size > MOST) return fail(t("review.bring.large", { n: Math.ceil(file.size / 1024) }));
  try {
    take(await file.text());
  } catch {
    return fail(t("review.bring.unreadable"));
  }
  await open(opened);
}

/** @param {() => void} opened */
async function open(opened) {
  if (reading) return;
  const size = new Blob([text]).size;
  if (!text.trim()) return fail(t("review.bring.empty"));
  if (size > MOST) return fail(t("review.bring.large", { n: Math.ceil(size / 1024) }));
  reading = true;
  problem = "";
  redraw();
  const session = new ReviewSession({ record: text });
  try {
    await session.load(null, "all");
    brought = session;
  } catch (error) {
    const { code, message } = /** @type {any} */ (error);
    problem = code === "bad" ? t("review.bring.broken", { message }) : errorText(error);
  }
  reading = false;
  if (brought) opened();
  redraw();
}

/** @param {string} words */
function fail(words) {
  problem = words;
  redraw();
}

/** The panel. @param {() => void} opened  called when a record has been read */
export function bringTemplate(opened) {
  return html`<form class="page narrow bring ${hovering ? "is-hovering" : ""}"
    @submit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      open(opened);
    }}
    @dragover=${(/** @type {DragEvent} */ event) => hover(event, true)}
    @dragleave=${(/** @type {DragEvent} */ event) => hover(event, false)}
    @drop=${(/** @type {DragEvent} */ event) => {
      hover(event, false);
      takeFile(event.dataTransfer?.files[0], opened);
    }}>
    <h1>${t("review.bring")}</h1>
    <p>${t("review.bring.why")}</p>
    <label class="field">
      <span>${t("review.bring.file")}</span>
      <input type="file" accept=".json,.txt,application/json,text/plain"
        @change=${(/** @type {Event} */ event) => {
          const input = /** @type {HTMLInputElement} */ (event.target);
          takeFile(input.files?.[0], opened);
        }} />
    </label>
    <label class="field">
      <span>${t("review.bring.paste")}</span>
      <textarea rows="8" spellcheck="false" autocomplete="off" .value=${live(text)} aria-describedby="bring-problem"
        aria-invalid=${problem ? "true" : "false"}
        @input=${(/** @type {Event} */ event) => take(/** @type {HTMLTextAreaElement} */ (event.target).value)}></textarea>
    </label>
    <p class="muted">${t("review.bring.drop")}</p>
    <p class="error" id="bring-problem" role="alert">${problem || nothing}</p>
    <p><button class="button main" type="submit" aria-disabled=${reading ? "true" : "false"}>
      ${reading ? t("review.bring.opening") : t("review.bring.open")}
    </button></p>
  </form>`;
}

/** @param {DragEvent} event @param {boolean} over */
function hover(event, over) {
  event.preventDefault();
  if (hovering === over) return;
  hovering = over;
  redraw();
}
