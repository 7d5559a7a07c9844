// One seat of the table that this device holds, or the spectator's place: its connection, its newest
// view, and what has happened since somebody last looked.

import { TableClient } from "../net.js";
import { grow } from "../log.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").TableEvent} TableEvent */

export class SeatLink {
  /**
   * @param {string} table
   * @param {string|null} token  null: a spectator
   * @param {{view: (link: SeatLink, events: {seq: number, event: TableEvent}[], first: boolean) => void, change: (link: SeatLink) => void}} tell
   */
  constructor(table, token, tell) {
    this.token = token;
    /** @type {View|null} */
    this.view = null;
    /** @type {import("../log.js").Entry[]} */
    this.log = [];
    /** @type {import("../types.js").Presence|null} */
    this.presence = null;
    this.presenceAt = 0;
    /** @type {import("../net.js").State} */
    this.state = { state: "idle" };
    /** @type {{seq: number, event: TableEvent}[]} */
    this.fresh = [];
    this.client = new TableClient(table, token);
    // The log is told from its beginning, also after the page was loaded anew.
    this.client.seq = 0;
    this.client.addEventListener("event", (event) => {
      const { detail } = /** @type {CustomEvent} */ (event);
      this.log = grow(this.log, detail.seq, detail.event);
      this.fresh.push(detail);
    });
    this.client.addEventListener("view", (event) => {
      const first = this.view === null;
      this.view = /** @type {CustomEvent} */ (event).detail;
      const events = this.fresh;
      this.fresh = [];
      tell.view(this, events, first);
    });
    this.client.addEventListener("presence", (event) => {
      this.presence = /** @type {CustomEvent} */ (event).detail;
      this.presenceAt = Date.now();
      tell.change(this);
    });
    this.client.addEventListener("state", (event) => {
      this.state = /** @type {CustomEvent} */ (event).detail;
      tell.change(this);
    });
  }

  /** The seat, or null for a spectator or before the first view. */
  get seat() {
    return this.view?.me ?? null;
  }

  /** @param {import("../types.js").Command} command */
  send(command) {
    return this.client.send(command);
  }
}
