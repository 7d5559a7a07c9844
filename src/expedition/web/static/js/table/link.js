// Links to pass on: the one for watchers, and that of one's own seat, to go on at another device or
// to be made anew when it got about. Each is text to copy and a code for a phone's camera.

import { html, nothing, ref } from "../../vendor/lit.js";
import { post } from "../api.js";
import { t } from "../words.js";
import { isLocalOnly, origin, seekAddress } from "./address.js";

/** @typedef {import("./room.js").Room} Room */

/** What opens the tables to the network. */
const COMMAND = "expedition serve --host 0.0.0.0";

/** The link that was copied last, and the key of what came of it. */
let copied = { link: "", words: "" };

/** The address that opens a seat. @param {string} table @param {string} token */
export function seatLink(table, token) {
  return `${origin()}/t/${table}#s.${token}`;
}

/** A link with all that one does with it. @param {string} link @param {() => void} redraw */
export function linkPanel(link, redraw) {
  void seekAddress(redraw);
  return html`<div class="link-panel">
    <label class="field"><span>${t("invite.link")}</span>
      <input readonly .value=${link} @focus=${(/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select()} /></label>
    <p class="invite-buttons">
      <button type="button" class="button main" data-copy-link @click=${(/** @type {Event} */ event) => copy(event, link, redraw)}>${t("invite.copy")}</button>
      ${"share" in navigator ? html`<button type="button" class="button" @click=${() => navigator.share({ title: t("app.name"), url: link }).catch(() => {})}>${t("invite.share")}</button>` : nothing}
    </p>
    <p role="status" class="copied">${copied.link === link ? t(copied.words) : nothing}</p>
    ${localOnly()}
    <div class="qr" role="img" aria-label=${t("invite.qr")} ${ref((element) => void drawCode(element, link))}></div>
  </div>`;
}

/** That a link is of no use anywhere else, and what to do about it. */
function localOnly() {
  if (!isLocalOnly()) return nothing;
  const [before, after] = t("invite.local", { command: "|" }).split("|");
  return html`<p class="muted" data-local>${before}<code class="to-type">${COMMAND}</code>${after}</p>`;
}

// Plain http has no clipboard interface; selecting the text and copying it works everywhere.
/** @param {Event} event @param {string} link @param {() => void} redraw */
async function copy(event, link, redraw) {
  const panel = /** @type {HTMLElement} */ (event.target).closest(".link-panel");
  /** @type {HTMLInputElement|null|undefined} */ (panel?.querySelector("input"))?.select();
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(link);
    else document.execCommand("copy");
    copied = { link, words: "invite.copied" };
  } catch {
    copied = { link, words: "invite.by-hand" };
  }
  redraw();
}

// The server draws the code; it comes as SVG and is put in as nodes, without what could run.
/** @param {Element|undefined} element @param {string} link */
async function drawCode(element, link) {
  const place = /** @type {HTMLElement|undefined} */ (element);
  if (!place || place.dataset.of === link) return;
  place.dataset.of = link;
  try {
    const text = await post("/qr", { text: link });
    const picture = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    if (place.dataset.of !== link || picture.nodeName.toLowerCase() !== "svg") return;
    place.replaceChildren(document.importNode(picture, true));
    place.hidden = false;
  } catch {
    place.hidden = true;
  }
}

/** The link that watchers need: the table's address, with no key. @param {Room} room @param {() => void} redraw */
export function watchView(room, redraw) {
  return html`<p>${t("watch.text")}</p>${linkPanel(`${origin()}/t/${room.table}`, redraw)}`;
}

/** @param {Room} room */
export function linkView(room) {
  const token = room.eyes?.token;
  if (!token) return nothing;
  void seekAddress(room.screen.draw);
  const renew = () => void room.renew();
  return html`<p>${t("link.text")}</p>
    <label class="field"><span>${t("link.label")}</span>
      <input readonly data-seat-link .value=${seatLink(room.table, token)} @focus=${(/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select()} /></label>
    ${localOnly()}
    <p role="status">${room.renewed === token ? t("link.renewed") : nothing}</p>
    <p class="muted">${t("link.renew.text")}</p>
    <div class="menu-items"><button type="button" class="button" data-renew @click=${renew}>${t("link.renew")}</button></div>`;
}
