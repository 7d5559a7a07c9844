// Before everybody is here: the link for a friend, as text and as a code for a phone's camera. And
// the other way round: somebody who comes with an invitation takes a seat.

import { html, nothing, ref } from "../../vendor/lit.js";
import { ApiError, keepSeats, post } from "../api.js";
import { getSettings, setSetting } from "../state.js";
import { codeSentence } from "../status.js";
import { t } from "../words.js";

/** @typedef {import("./room.js").Room} Room */

/** The invitation's address. @param {string} table @param {string} invite */
export function inviteLink(table, invite) {
  return `${location.origin}/t/${table}#i.${invite}`;
}

/** @param {Room} room @param {() => void} redraw */
export function invitePanel(room, redraw) {
  const invite = room.kept?.invite ?? null;
  const free = room.view?.seats.filter(({ kind }) => kind === "free").length ?? 0;
  const link = invite ? inviteLink(room.table, invite) : "";
  return html`<section class="invite panel" aria-label=${t("invite.title")}>
    <h2 tabindex="-1" data-focus>${t("invite.title")}</h2>
    <p>${t("invite.wait", { n: free })}</p>
    ${link
      ? html`<label class="field"><span>${t("invite.link")}</span>
            <input readonly .value=${link} @focus=${(/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select()} /></label>
          <p class="invite-buttons">
            <button type="button" class="button main" @click=${() => copy(room, link, redraw)}>${t("invite.copy")}</button>
            ${"share" in navigator ? html`<button type="button" class="button" @click=${() => navigator.share({ title: t("app.name"), url: link }).catch(() => {})}>${t("invite.share")}</button>` : nothing}
          </p>
          <div class="qr" role="img" aria-label=${t("invite.qr")} ${ref((element) => void drawCode(element, link))}></div>`
      : html`<p class="muted">${t("invite.elsewhere")}</p>`}
  </section>`;
}

// Plain http has no clipboard interface; selecting the text and copying it works everywhere.
/** @param {Room} room @param {string} link @param {() => void} redraw */
async function copy(room, link, redraw) {
  const field = /** @type {HTMLInputElement|null} */ (document.querySelector(".invite input"));
  field?.select();
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(link);
    else document.execCommand("copy");
    room.say(t("invite.copied"));
  } catch {
    room.say(t("invite.by-hand"));
  }
  redraw();
}

// The server draws the code; it comes as SVG and is put in as nodes, without what could run.
/** @param {Element|undefined} element @param {string} link */
async function drawCode(element, link) {
  if (!element || /** @type {HTMLElement} */ (element).dataset.of === link) return;
  /** @type {HTMLElement} */ (element).dataset.of = link;
  try {
    const text = await post("/qr", { text: link });
    const picture = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    if (picture.nodeName.toLowerCase() === "svg") element.replaceChildren(document.importNode(picture, true));
  } catch {
    element.remove();
  }
}

/** What somebody with an invitation sees first. */
export class Join {
  /** @param {string} table @param {string} invite @param {{draw: () => void, sit: (token: string) => void, watch: () => void}} on */
  constructor(table, invite, on) {
    this.table = table;
    this.invite = invite;
    this.on = on;
    this.error = "";
    this.busy = false;
  }

  /** @param {SubmitEvent} event */
  submit = async (event) => {
    event.preventDefault();
    if (this.busy) return;
    const name = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("name") ?? "").trim();
    this.busy = true;
    this.error = "";
    this.on.draw();
    try {
      const { seat, token } = await post(`/tables/${this.table}/join`, { invite: this.invite, name: name || t("invite.guest") });
      if (name) setSetting("name", name);
      keepSeats(this.table, [{ seat, token }]);
      this.on.sit(token);
    } catch (error) {
      const code = error instanceof ApiError ? error.code : "unavailable";
      this.error = codeSentence(code, String(/** @type {Error} */ (error).message));
    }
    this.busy = false;
    this.on.draw();
  };

  template() {
    return html`<section class="join panel">
      <h2>${t("join.title")}</h2>
      <p>${t("join.text")}</p>
      <form @submit=${this.submit}>
        <label class="field"><span>${t("join.name")}</span><input name="name" maxlength="24" autocomplete="nickname" .value=${getSettings().name} /></label>
        ${this.error ? html`<p class="error" role="alert">${this.error}</p>` : nothing}
        <p class="invite-buttons">
          <button class="button main big" ?disabled=${this.busy}>${t("join.sit")}</button>
          <button type="button" class="button" @click=${this.on.watch}>${t("join.watch")}</button>
        </p>
      </form>
    </section>`;
  }
}
