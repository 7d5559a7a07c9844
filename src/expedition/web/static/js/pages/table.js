// The table: everything a person sees and does while a match is played. The room knows, this draws.

import { html, nothing } from "../../vendor/lit.js";
import { go, redraw } from "../app.js";
import { keepSeats, seatsOf } from "../api.js";
import { boardTemplate } from "../board.js";
import { dragging } from "../drag.js";
import { handTemplate } from "../hand.js";
import { arrows, focus, remember, settle } from "../keys.js";
import { logTemplate, sealedFrom } from "../log.js";
import { measure, play } from "../motion.js";
import { getSettings, onSettings } from "../state.js";
import { styles } from "../styles.js";
import { codeSentence } from "../status.js";
import { comingOf } from "../tokens.js";
import { t } from "../words.js";
import { answer } from "../table/answers.js";
import { curtain } from "../table/curtain.js";
import { ends, scores } from "../table/ends.js";
import { Join, invitePanel } from "../table/invite.js";
import { statusLine } from "../table/line.js";
import { hintList, hintsHere } from "../table/hints.js";
import { Dialogs } from "../table/menu.js";
import { originsNow } from "../table/moves.js";
import { isCounting, notices } from "../table/notices.js";
import { Room } from "../table/room.js";
import { shortcut } from "../table/shortcuts.js";
import { beside, openHands, topBar } from "../table/top.js";
import { aside, canChoose, cancel, drop, lift, lit, pending, tapCard, tapDraw, tapPile, tapPlace } from "../table/turn.js";

/** @typedef {import("../types.js").Params} Params */

await styles("table", "dialog");

/** @param {Params} params @returns {import("../types.js").Page} */
export function page({ id, hash }) {
  const table = new TablePage(id, hash);
  return {
    template: () => table.template(),
    title: () => table.title(),
    start: () => table.start(),
    stop: () => table.stop(),
  };
}

class TablePage {
  /** @param {string} id @param {string} hash */
  constructor(id, hash) {
    this.id = id;
    this.hash = hash;
    this.room = new Room(id, { draw: () => this.draw(), moved: (_, events) => this.moved(events), rematch: () => this.rematch() });
    this.dialogs = new Dialogs(this.room, () => this.draw());
    this.commanding = false;
    /** Whether the box has just been asked for and is to have the focus. */
    this.asking = false;
    /** Whether the device was to be passed on when the page was last drawn. */
    this.passing = false;
    /** @type {Join|null} */
    this.join = null;
    this.ending = new AbortController();
    /** @type {Element|null} */
    this.dragRoot = null;
    /** What moved with the newest events, for the drawing that follows. @type {{before: Map<string, any>, origins: Record<string, string>}|null} */
    this.motion = null;
  }

  get root() {
    return /** @type {HTMLElement|null} */ (document.querySelector(".table-page"));
  }

  title() {
    const { view } = this.room;
    if (!view) return t("table.title");
    return view.can.turn ? t("table.title.yours") : t("table.title");
  }

  start() {
    const token = this.hash.startsWith("s.") ? this.hash.slice(2) : null;
    const invite = this.hash.startsWith("i.") ? this.hash.slice(2) : null;
    const held = seatsOf(this.id).map((seat) => seat.token);
    // A token whose answer was lost may open a seat by now; one that opens none is left aside.
    const coming = comingOf(this.id);
    const known = coming && !(invite && !held.length) ? [...held, coming] : held;
    // The key of a seat doesn't stay in the address: it would be shared with it.
    if (token) history.replaceState(null, "", `/t/${this.id}`);
    if (invite && !held.length) {
      this.join = new Join(this.id, invite, {
        draw: redraw,
        sit: (own) => this.sit([own]),
        watch: () => this.sit([]),
      });
    } else {
      this.room.open(token && !known.includes(token) ? [...known, token] : known);
    }
    const { signal } = this.ending;
    document.addEventListener("keydown", (event) => this.key(event), { signal });
    document.addEventListener("focusin", remember, { signal });
    this.stopSettings = onSettings(() => this.draw());
    this.clock = setInterval(() => isCounting(this.room) && this.draw(), 1000);
    this.draw();
  }

  /** @param {string[]} tokens */
  sit(tokens) {
    history.replaceState(null, "", `/t/${this.id}`);
    this.join = null;
    this.room.open(tokens);
    this.draw();
  }

  stop() {
    this.ending.abort();
    this.stopSettings?.();
    this.stopDrag?.();
    clearInterval(this.clock);
    this.room.close();
  }

  /** @param {any[]} events */
  moved(events) {
    const before = measure(this.root);
    if (events.length) this.motion = { before, origins: originsNow(this.room, events) };
  }

  draw() {
    redraw();
    // After redraw's own microtask, and before the browser paints.
    queueMicrotask(() => queueMicrotask(() => this.drawn()));
  }

  drawn() {
    const { root } = this;
    if (!root) return;
    const board = root.querySelector(".play-area");
    if (board && this.dragRoot !== board) {
      this.stopDrag?.();
      this.dragRoot = board;
      this.stopDrag = dragging(/** @type {HTMLElement} */ (board), this.dragHost());
    }
    settle(root);
    if (this.asking) {
      this.asking = false;
      /** @type {HTMLElement|null} */ (root.querySelector("#command"))?.focus();
    }
    // The one who moved has the device until they say so: the way on has the focus.
    if (this.room.passing && !this.passing) /** @type {HTMLElement|null} */ (root.querySelector("[data-pass]"))?.focus();
    this.passing = Boolean(this.room.passing);
    const { motion } = this;
    this.motion = null;
    if (motion) play(root, motion.before, motion.origins);
    const log = /** @type {HTMLElement|null} */ (root.querySelector(".side .log"));
    const turns = this.room.eyes?.log.length ?? 0;
    if (log && Number(log.dataset.seen ?? 0) < turns) {
      log.scrollTop = log.scrollHeight;
      log.dataset.seen = String(turns);
    }
  }

  dragHost() {
    const { room } = this;
    return {
      canLift: () => canChoose(room),
      canDraw: () => lit(room).draws.size > 0,
      lift: (/** @type {string} */ card, /** @type {number} */ copy) => lift(room, card, copy),
      drop: (/** @type {string} */ card, /** @type {number} */ copy, /** @type {string} */ place) => drop(room, card, copy, place),
      reorder: (/** @type {string} */ card, /** @type {number} */ copy, /** @type {any} */ before) => {
        cancel(room);
        room.reorder({ card, copy }, before);
      },
      draw: (/** @type {string} */ source) => tapDraw(room, source),
      cancel: () => cancel(room),
    };
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { room, root } = this;
    // Asked of the page: a dialog that was just closed tells us so only a moment later.
    if (event.defaultPrevented || !root || document.querySelector("dialog[open]")) return;
    if (arrows(event, root)) return event.preventDefault();
    const used = shortcut(event, room, root, {
      command: () => {
        this.commanding = true;
        this.asking = true;
        this.draw();
      },
      help: () => this.dialogs.open("keys"),
    });
    if (used) event.preventDefault();
  }

  /** @param {Event} event */
  ask = (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const words = String(new FormData(form).get("words") ?? "");
    form.reset();
    aside(this.room, answer(words, this.room));
  };

  stopAsking = () => {
    this.commanding = false;
    this.draw();
    const hand = /** @type {HTMLElement|null} */ (this.root?.querySelector('[data-roving="hand"] [tabindex="0"]'));
    if (hand) focus(hand);
  };

  rematch = () => {
    const { view, links } = this.room;
    if (!view?.rematch) return;
    const { table, seats } = view.rematch;
    const moved = links.flatMap((link) => (link.token !== null && link.seat !== null ? [{ seat: seats[link.seat], token: link.token }] : []));
    if (moved.length) keepSeats(table, moved, { edition: view.edition });
    void go(`/t/${table}`);
  };

  template() {
    const { room } = this;
    if (this.join) return html`<div class="page narrow"><h1>${t("table.title")}</h1>${this.join.template()}</div>`;
    if (room.lost && !room.view) return this.lostTemplate();
    if (room.loading) return html`<div class="page narrow"><h1>${t("table.title")}</h1><p class="muted" role="status">${t("table.loading")}</p></div>`;
    if (room.curtain) return html`<div class="table-page is-curtained"><h1 class="hidden">${t("table.title")}</h1>${curtain(room)}</div>`;
    const view = /** @type {import("../types.js").View} */ (room.view);
    const { round } = view;
    const letters = getSettings().letters ? "" : "letters-off";
    return html`<div class="table-page is-${view.phase} ${letters} ${room.myTurn ? "is-my-turn" : ""} ${round?.hands ? "has-open-hands" : ""}">
      <h1 class="hidden">${t("table.title")}</h1>
      ${topBar(room, { menu: () => this.dialogs.open("menu"), greet: () => this.dialogs.open("greet") })}
      <div class="play-area">
        ${round && view.phase !== "waiting" ? this.board() : html`<div class="board-box">${invitePanel(room, () => this.draw())}</div>`}
        ${notices(room)}${hintsHere(room, () => this.dialogs.open("hints"))}
        ${statusLine(room, { hints: () => this.dialogs.open("hints"), command: this.commanding || getSettings().commands ? this.ask : null, commandClosed: this.stopAsking })}
        ${view.phase === "between" || view.phase === "ended"
          ? ends(room, { sheet: () => this.dialogs.open("sheet"), rematch: this.rematch })
          : this.hand()}
      </div>
      <aside class="side scrolls" aria-label=${t("table.side")}>
        ${scores(room)}
        ${round?.hints?.length ? html`<h2>${t("table.hints")}</h2>${hintList(room)}` : nothing}
        <h2>${t("table.log")}</h2>
        ${logTemplate(room.eyes?.log ?? [], room.sense, { review: `/review/${this.id}`, sealed: sealedFrom(view) })}
      </aside>
      ${this.dialogs.template()}
    </div>`;
  }

  board() {
    const { room } = this;
    const { round, me } = /** @type {import("../types.js").View} */ (room.view);
    const edition = /** @type {import("../types.js").Edition} */ (room.edition);
    return html`${openHands(room)}<div class="board-box">${boardTemplate(/** @type {import("../types.js").Round} */ (round), {
      edition,
      eyes: me,
      names: room.names,
      settings: getSettings(),
      lit: lit(room),
      pending: pending(room),
      above: beside(room, false),
      below: beside(room, true),
      on: {
        place: (place) => tapPlace(room, place),
        draw: (source) => tapDraw(room, source),
        pile: (source) => tapPile(room, source),
      },
    })}</div>`;
  }

  hand() {
    const { room } = this;
    const { round } = room;
    if (!round?.hand || !room.edition) return nothing;
    const put = pending(room);
    return handTemplate({
      edition: room.edition,
      held: room.held,
      selection: room.selection,
      active: canChoose(room),
      playable: new Set(round.hand.filter((card) => !round.refused?.[card])),
      exposed: round.exposed,
      gone: put ? { card: put.card, copy: room.selection.copy, place: put.place } : null,
      fresh: room.fresh,
      choose: (held) => tapCard(room, held),
    });
  }

  lostTemplate() {
    const { code, message } = this.room.lost ?? { code: "", message: "" };
    return html`<div class="page narrow"><h1>${t("table.lost")}</h1>
      <p role="alert">${codeSentence(code, message)}</p>
      <p class="invite-buttons"><a class="button main" href="/">${t("shell.home")}</a>
        ${code === "no-seat" ? html`<button type="button" class="button" @click=${() => this.sit([])}>${t("join.watch")}</button>` : nothing}</p></div>`;
  }
}
