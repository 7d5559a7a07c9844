// The dialogs of a table: its menu, greetings, shortcuts, the score sheet, hints. One is open at a
// time; the browser keeps the focus in it and gives it back.

import { html, nothing, ref } from "../../vendor/lit.js";
import { get } from "../api.js";
import { suitIndex } from "../cards.js";
import { SHORTCUTS } from "../keys.js";
import { logTemplate } from "../log.js";
import { handedOver } from "../select.js";
import { sheetTemplate } from "../sheet.js";
import { getSettings, setSetting } from "../state.js";
import { styles } from "../styles.js";
import { cardName, language, suitName, t } from "../words.js";
import { scores } from "./ends.js";
import { pileKey } from "./shortcuts.js";

/** @typedef {import("./room.js").Room} Room */
/** @typedef {"menu"|"greet"|"keys"|"sheet"|"hints"|"resign"|"log"} Which */

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
      resign: () => this.resign(),
      log: () => this.log(),
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
        <a class="button" href=${`/rules/${view.edition}`}>${t("menu.rules")}</a>
        ${item(can.resign, "menu.resign", () => this.open("resign"), true)}
        ${item(can.stop && !can.replace.length, "menu.stop", () => { this.close(); void room.command({ type: "stop" }); }, true)}
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

  resign() {
    return html`<p>${t("resign.sure")}</p><div class="menu-items">
      <button type="button" class="button danger" data-resign @click=${() => { this.close(); void this.room.command({ type: "resign" }); }}>${t("resign.yes")}</button>
      <button type="button" class="button" @click=${this.close}>${t("resign.no")}</button></div>`;
  }

  keys() {
    return html`<dl class="keys">${SHORTCUTS.map(({ key, also, does }) => html`<div>
        <dt><kbd>${key === "Escape" ? "Esc" : key}</kbd>${also ? html`${key === "1" ? " … " : " "}<kbd>${also}</kbd>` : nothing}</dt>
        <dd>${t(`keys.${does}`)}</dd>
      </div>`)}
      <div><dt><kbd>← → ↑ ↓</kbd></dt><dd>${t("keys.arrows")}</dd></div>
      <div><dt>${this.room.edition?.suits.map(({ letter }) => html`<kbd>${pileKey(letter)}</kbd> `)}</dt><dd>${t("keys.pile")}</dd></div></dl>`;
  }

  log() {
    const { eyes, sense, table, view } = this.room;
    return html`${view ? scores(this.room) : nothing}
      ${logTemplate(eyes?.log ?? [], sense, { review: `/review/${table}`, current: view?.standing.round ?? 0 })}`;
  }

  sheetView() {
    const { edition, table, view } = this.room;
    if (!this.sheet || !edition) return html`<p class="muted">${t("dialog.loading")}</p>`;
    return sheetTemplate(this.sheet, edition, { level: 3, review: view?.phase === "ended" ? `/review/${table}` : "" });
  }
}

/** For and against each choice of a teaching round. @param {Room} room */
export function hintList(room) {
  const { round, edition } = room;
  if (!round?.hints || !edition) return nothing;
  return html`<ol class="hints">${round.hints.map(({ action, for: pros, against: cons }) => html`<li>
    <b>${hinted(action, edition)}</b>
    <ul>${pros.map(({ code, params }) => html`<li class="is-pro"><span aria-hidden="true">+</span> ${t(`hint.${code}`, worded(params, edition))}</li>`)}
      ${cons.map(({ code, params }) => html`<li class="is-con"><span aria-hidden="true">−</span> ${t(`hint.${code}`, worded(params, edition))}</li>`)}</ul>
  </li>`)}</ol>`;
}

/** @param {string} action @param {import("../types.js").Edition} edition */
function hinted(action, edition) {
  if (action === ".") return t("hinted.deck");
  if (action.startsWith("<")) return t("hinted.pile", { suit: suitName(edition.suits[suitIndex(action.slice(1), edition)], { inner: true }) });
  const pair = handedOver(action);
  if (pair) return t("hinted.hand", { one: cardName(pair[0], edition, { inner: true }), other: cardName(pair[1], edition, { inner: true }) });
  if (action.startsWith("x")) return t("hinted.discard", { card: cardName(action.slice(1), edition, { inner: true }) });
  return t("hinted.lay", { card: cardName(action, edition, { inner: true }) });
}

// Suits and cards among the parameters are said in words, as within a sentence.
/** @param {Record<string, any>} params @param {import("../types.js").Edition} edition */
function worded(params, edition) {
  const named = (/** @type {string} */ card) => cardName(card, edition, { inner: true });
  return Object.fromEntries(Object.entries(params ?? {}).map(([name, value]) => {
    if (name === "suit") return [name, suitName(edition.suits[suitIndex(value, edition)], { inner: true })];
    if (name === "card") return [name, named(value)];
    if (name === "cards") return [name, new Intl.ListFormat(language(), { type: "conjunction" }).format(value.map(named))];
    return [name, value];
  }));
}

/** @param {Element|undefined} element */
function show(element) {
  const dialog = /** @type {HTMLDialogElement|undefined} */ (element);
  // The element is made before it is put in the page.
  if (dialog) queueMicrotask(() => dialog.isConnected && !dialog.open && dialog.showModal());
}
