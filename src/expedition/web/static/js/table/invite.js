// Before everybody is here: the link for a friend. And the other way round: somebody who comes with
// an invitation is told what it is to, and takes a seat if there still is one.

import { html, nothing } from "../../vendor/lit.js";
import { ApiError, edition as findEdition, summary } from "../api.js";
import { getSettings, setSetting } from "../state.js";
import { codeSentence } from "../status.js";
import { takeSeat } from "../tokens.js";
import { editionName, t } from "../words.js";
import { origin } from "./address.js";
import { linkPanel } from "./link.js";

/** @typedef {import("./room.js").Room} Room */

/** The invitation's address. @param {string} table @param {string} invite */
export function inviteLink(table, invite) {
  return `${origin()}/t/${table}#i.${invite}`;
}

/** @param {Room} room @param {() => void} redraw */
export function invitePanel(room, redraw) {
  const invite = room.kept?.invite ?? null;
  const free = room.view?.seats.filter(({ kind }) => kind === "free").length ?? 0;
  return html`<section class="invite panel" aria-label=${t("invite.title")}>
    <h2 tabindex="-1" data-focus>${t("invite.title")}</h2>
    <p>${t("invite.wait", { n: free })}</p>
    ${invite ? linkPanel(inviteLink(room.table, invite), redraw) : html`<p class="muted">${t("invite.elsewhere")}</p>`}
  </section>`;
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
    /** Where the table stands. @type {import("../types.js").Summary|null} */
    this.about = null;
    /** @type {import("../types.js").Edition|undefined} */
    this.edition = undefined;
    /** Why that isn't known. @type {ApiError|null} */
    this.fault = null;
    void this.inquire();
  }

  /** Look first: a seat may be free, or none any more. */
  inquire = async () => {
    this.fault = null;
    try {
      this.about = await summary(this.table);
      this.edition = await findEdition(this.about.edition).catch(() => undefined);
    } catch (error) {
      this.fault = error instanceof ApiError ? error : new ApiError("unavailable", String(error), 0);
    }
    this.on.draw();
  };

  /** @param {SubmitEvent} event */
  submit = async (event) => {
    event.preventDefault();
    if (this.busy) return;
    const name = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("name") ?? "").trim();
    this.busy = true;
    this.error = "";
    this.on.draw();
    try {
      const { token } = await takeSeat(this.table, this.invite, name || t("invite.guest"));
      if (name) setSetting("name", name);
      this.on.sit(token);
    } catch (error) {
      const code = error instanceof ApiError ? error.code : "unavailable";
      this.error = codeSentence(code, String(/** @type {Error} */ (error).message));
      // Somebody was quicker, or the link is dead: then the seats tell.
      if (code === "full") await this.inquire();
    }
    this.busy = false;
    this.on.draw();
  };

  template() {
    if (this.fault) return this.unknown(this.fault);
    if (!this.about) return html`<p class="muted" role="status">${t("table.loading")}</p>`;
    const over = this.about.phase === "ended";
    if (over || !this.about.seats.some(({ kind }) => kind === "free")) return this.closed(over);
    return this.open(this.about);
  }

  /** @param {ApiError} fault */
  unknown({ code, message }) {
    const gone = code === "no-table" || code === "not-found";
    return html`<section class="join panel">
      ${gone ? html`<h2>${t("join.none")}</h2>` : nothing}
      <p role="alert">${codeSentence(code, message)}</p>
      <p class="invite-buttons">
        ${gone ? nothing : html`<button type="button" class="button main" @click=${this.inquire}>${t("table.reload")}</button>`}
        <a class="button" href="/">${t("end.home")}</a></p>
    </section>`;
  }

  /** @param {boolean} over */
  closed(over) {
    return html`<section class="join panel">
      <h2>${t("join.closed")}</h2>
      <p role="status">${t(over ? "join.over" : "join.full")}</p>
      <p class="invite-buttons">
        <button type="button" class="button main" @click=${this.on.watch}>${t(over ? "join.see" : "join.watch")}</button>
        <a class="button" href="/">${t("end.home")}</a></p>
    </section>`;
  }

  /** @param {import("../types.js").Summary} about */
  open({ edition, seats, standing }) {
    const host = seats.find(({ kind, name }) => kind === "person" && name)?.name ?? "";
    const to = { name: host, edition: this.edition ? editionName(this.edition) : edition, rounds: t("home.rounds", { n: standing.rounds }) };
    return html`<section class="join panel">
      <h2>${t("join.title")}</h2>
      <p>${t(host ? "join.text" : "join.text.plain", to)}</p>
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
