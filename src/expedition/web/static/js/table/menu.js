// The dialogs of a table: its menu, greetings, shortcuts, the score sheet, hints. One is open at a
// time; the browser keeps the focus in it and gives it back.

import { html, nothing, ref } from "../../vendor/lit.js";
import { get } from "../api.js";
import { SHORTCUTS, keyOf, pileKey } from "../keymap.js";
import { logTemplate, sealedFrom } from "../log.js";
import { sheetTemplate } from "../sheet.js";
import { getSettings, setSetting } from "../state.js";
import { styles } from "../styles.js";
import { t } from "../words.js";
import { dealView } from "./deal.js";
import { scores } from "./ends.js";
import { hintList } from "./hints.js";
import { linkView, watchView } from "./link.js";

/** @typedef {import("./room.js").Room} Room */
/** @typedef {"menu"|"greet"|"keys"|"sheet"|"hints"|"resign"|"stop"|"log"|"link"|"watch"|"deal"} Which */

export const GREETINGS = ["hello", "good-luck", "well-played", "thanks", "sorry", "one-moment", "goodbye"];

export class Dialogs {
  /** @param {Room} room @param {() => void} draw */
  constructor(room, draw) {
    this.room = room;
    this.draw = draw;
    /** @type {Which|null} */
    this.which = null;
    /** @type {any} */
    this.sheet = null;
  }

  /** @param {Which} which */
  open(which) {
    this.which = which;
    if (which === "sheet") void this.fetchSheet();
    this.draw();
  }

  close = () => {
    this.which = null;
    this.draw();
  };

  async fetchSheet() {
    await styles("sheet");
    this.sheet = await get(`/tables/${this.room.table}/sheet`, this.room.eyes?.token ?? undefined).catch(() => null);
    this.draw();
  }

  template() {
    const which = this.which;
    if (!which) return nothing;
    const inner = {
      menu: () => this.menu(),
      greet: () => this.greet(),
      keys: () => this.keys(),
      sheet: () => this.sheetView(),
      hints: () => hintList(this.room),
      resign: () => this.sure("resign"),
      stop: () => this.sure("stop"),
      log: () => this.log(),
      link: () => linkView(this.room),
      watch: () => watchView(this.room, this.draw),
      deal: () => dealView(this.room),
    }[which]();
    return html`<dialog class="table-dialog is-${which}" aria-labelledby="dialog-title" ${ref(show)} @close=${this.close}
      @click=${(/** @type {MouseEvent} */ event) => event.target === event.currentTarget && this.close()}>
      <div class="dialog-inner">
        <header><h2 id="dialog-title">${t(`dialog.${which}`)}</h2>
          <button type="button" class="button" @click=${this.close}>${t("dialog.close")}</button></header>
        ${inner}
      </div>
    </dialog>`;
  }

  menu() {
    const { room } = this;
    const { view } = room;
    if (!view) return nothing;
    const { can } = view;
    const settings = getSettings();
    const item = (/** @type {boolean} */ there, /** @type {string} */ key, /** @type {() => void} */ act, danger = false) =>
      there ? html`<button type="button" class="button ${danger ? "danger" : ""}" @click=${act}>${t(key)}</button>` : nothing;
    const ask = (/** @type {"take-back"|"restart"} */ what) => () => {
      this.close();
      void room.command({ type: "ask", what });
    };
    const tick = (/** @type {"scores"|"sounds"|"confirm"|"shortcuts"} */ name) => html`<label class="tick"><input type="checkbox" .checked=${settings[name]}
      @change=${(/** @type {Event} */ event) => setSetting(name, /** @type {HTMLInputElement} */ (event.target).checked)} /><span>${t(`menu.${name}`)}</span></label>`;
    return html`<div class="menu-items">
        ${item(can["take-back"], "menu.take-back", ask("take-back"))}
        ${item(can.restart, "menu.restart", ask("restart"))}
        ${item(Boolean(view.round), "menu.sheet", () => this.open("sheet"))}
        ${item(true, "menu.log", () => this.open("log"))}
        ${item(settings.shortcuts, "menu.keys", () => this.open("keys"))}
        ${item(view.me !== null && view.phase !== "ended", "menu.link", () => this.open("link"))}
        ${item(true, "menu.watch", () => this.open("watch"))}
        ${item(Boolean(view.round?.commitment), "menu.deal", () => this.open("deal"))}
        <a class="button" href=${`/rules/${view.edition}`}>${t("menu.rules")}</a>
        ${item(can.resign, "menu.resign", () => this.open("resign"), true)}
        ${item(can.stop && !can.replace.length, "menu.stop", () => this.open("stop"), true)}
      </div>
      <fieldset class="choices-row"><legend>${t("menu.sort")}</legend><div class="choices">
        ${/** @type {const} */ (["suit", "rank", "own"]).map((way) => html`<label>
          <input type="radio" name="sort" .checked=${settings.sort === way} @change=${() => setSetting("sort", way)} />
          <span>${t(`menu.sort.${way}`)}</span>
        </label>`)}
      </div></fieldset>
      ${tick("scores")}${tick("sounds")}${tick("confirm")}${tick("shortcuts")}
      <p class="muted">${t("menu.watchers", { n: room.eyes?.presence?.watchers ?? 0 })}</p>`;
  }

  greet() {
    return html`<div class="menu-items">${GREETINGS.map((text) => html`<button type="button" class="button" @click=${() => {
      this.close();
      void this.room.command({ type: "greet", text });
    }}>${t(`greet.${text}`)}</button>`)}</div>`;
  }

  /** What ends a match for everybody is asked once more. @param {"resign"|"stop"} type */
  sure(type) {
    const end = () => {
      this.close();
      void this.room.command({ type });
    };
    return html`<p>${t(`${type}.sure`)}</p><div class="menu-items">
      <button type="button" class="button danger" data-resign=${type === "resign" ? "" : nothing} data-end=${type === "stop" ? "" : nothing} @click=${end}>${t(`${type}.yes`)}</button>
      <button type="button" class="button" @click=${this.close}>${t("resign.no")}</button></div>`;
  }

  keys() {
    const own = getSettings().keys;
    const row = (/** @type {string[]} */ keys, /** @type {string} */ does, between = " ") => html`<div>
        <dt>${keys.map((key, place) => html`${place ? between : ""}<kbd>${key}</kbd>`)}</dt><dd>${t(`keys.${does}`)}</dd>
      </div>`;
    const letters = this.room.edition?.suits.map(({ letter }) => pileKey(letter)) ?? [];
    return html`<dl class="keys">${row(["1", "0"], "card", " … ")}
      ${SHORTCUTS.map(({ does }) => (keyOf(does, own) ? row([keyOf(does, own)], does) : nothing))}
      ${row(letters, "pile")}${row(["Esc"], "back")}${row(["← → ↑ ↓"], "arrows")}</dl>
      <p><a href="/settings">${t("keys.change")}</a></p>`;
  }

  log() {
    const { eyes, sense, table, view } = this.room;
    return html`${view ? scores(this.room) : nothing}
      ${logTemplate(eyes?.log ?? [], sense, { review: `/review/${table}`, sealed: sealedFrom(view) })}`;
  }

  sheetView() {
    const { edition, table, view } = this.room;
    if (!this.sheet || !edition) return html`<p class="muted">${t("dialog.loading")}</p>`;
    return sheetTemplate(this.sheet, edition, { level: 3, review: view?.phase === "ended" ? `/review/${table}` : "" });
  }
}

/** @param {Element|undefined} element */
function show(element) {
  const dialog = /** @type {HTMLDialogElement|undefined} */ (element);
  // The element is made before it is put in the page.
  if (dialog) queueMicrotask(() => dialog.isConnected && !dialog.open && dialog.showModal());
}
