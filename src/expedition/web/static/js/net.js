// A table over the network: always the newest view, every event once and in order, every command
// answered once. Connections come and go underneath; a command keeps its id until it is answered.

import { Outbox } from "./outbox.js";
import { SocketTransport, StreamTransport, browserWires } from "./transport.js";

/** @typedef {import("./types.js").Command} Command */
/** @typedef {import("./types.js").Ack} Ack */
/** @typedef {import("./types.js").Rej} Rej */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").ServerFrame} ServerFrame */
/** @typedef {import("./transport.js").Wires} Wires */
/** @typedef {SocketTransport|StreamTransport} Transport */
/**
 * @typedef {object} State  the detail of a "state" event
 * @property {"idle"|"connecting"|"open"|"waiting"|"closed"} state
 * @property {string} [code]  why it is closed: a server's code, or "left"
 * @property {string} [message]  the server's English sentence for it
 * @property {number} [wait]  milliseconds until the next try
 * @property {"socket"|"stream"} [way]
 */

const PROTO = 1;
const BEAT = 1_000;
// With a beat a second, a dead line is found within 15 seconds.
const PING_AFTER = 9_000;
const PING_ANSWERED = 5_000;
// An answer, or the events up to a seq that was spoken of, that takes this long was lost.
const OVERDUE = 4_000;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8_000;
// A connection that lived this long was a good one: the next wait starts short again.
const GOOD = 10_000;
const SOCKET_AGAIN = 30_000;
// After these the server can be asked again (busy, going, a slow line); every other error is final.
const PASSING = new Set(["too-fast", "unavailable", "closing", "slow"]);

/**
 * The connection of one seat, or of a spectator, to one table.
 *
 * Dispatches CustomEvents: "view" (detail: View), "event" (detail: {seq, event}), "presence"
 * (detail: the frame) and "state" (detail: State).
 */
export class TableClient extends EventTarget {
  /**
   * @param {string} table
   * @param {string|null} [token]  none: a spectator
   * @param {Partial<Wires> & {random?: () => number, page?: EventTarget|null, document?: any}} [options]
   */
  constructor(table, token = null, options = {}) {
    super();
    this.table = table;
    this.token = token;
    /** The seq of the last event seen, or null before the first view. @type {number|null} */
    this.seq = null;
    /** What was asked for last: the events after this one. @type {number|null} */
    this.since = null;
    /** The newest view. @type {View|null} */
    this.view = null;
    /** The seat the server gave, null for a spectator. @type {number|null} */
    this.seat = null;
    /** @type {State} */
    this.now = { state: "idle" };
    /** @type {Wires} */
    this.wires = { ...browserWires(), ...options };
    this.outbox = new Outbox(this.wires.now);
    this.random = options.random ?? Math.random;
    this.page = options.page === undefined ? (globalThis.window ?? null) : options.page;
    this.document = options.document ?? globalThis.document ?? null;

    /** @type {Transport|null} */
    this.transport = null;
    /** A WebSocket tried while the stream is in use. @type {SocketTransport|null} */
    this.trial = null;
    this.failures = this.heard = this.pinged = this.pings = this.openedAt = 0;
    this.mending = false;
    /** @type {{seq: number, since: number}|null} */
    this.expected = null;
    /** Which way to begin with: the stream, once it was seen that a WebSocket does not get through. */
    this.prefer = /** @type {"socket"|"stream"} */ ("socket");
  }

  /** Connect, and stay connected until close(). */
  connect() {
    if (this.now.state !== "idle") return;
    this.page?.addEventListener("online", this.wake);
    this.page?.addEventListener("pageshow", this.wake);
    this.document?.addEventListener("visibilitychange", this.wake);
    this.open("socket");
    this.beat();
  }

  /** Leave. What was not answered yet is answered with a rej of the code "left". */
  close() {
    this.end("left", "This page left the table.");
  }

  /**
   * Send a command. It is sent again after each reconnection until it is answered.
   * @param {Command} command
   * @returns {Promise<Ack|Rej>} never rejects
   */
  send(command) {
    const { frame, answered } = this.outbox.add(command);
    if (this.now.state === "open") this.transport?.send(frame);
    if (this.now.state === "closed") this.outbox.refuse(this.now.code ?? "left", "", this.seq ?? -1);
    return answered;
  }

  /** @param {"socket"|"stream"} way */
  open(way) {
    this.wires.clearTimeout(this.retry);
    this.transport?.stop();
    this.trial?.stop();
    this.trial = null;
    this.wires.clearTimeout(this.socketTimer);
    this.tell({ state: "connecting", way });
    const transport = this.make(way);
    this.transport = transport;
    this.heard = this.wires.now();
    this.pinged = 0;
    this.since = this.seq;
    transport.start(this.seq);
  }

  /** @param {"socket"|"stream"} way @returns {Transport} */
  make(way) {
    const Way = way === "socket" ? SocketTransport : StreamTransport;
    /** @type {Transport} */
    const transport = new Way(this.table, this.token, this.wires, {
      frame: (frame) => this.hear(frame, transport),
      end: (reason, code, message) => this.lost(transport, reason, code, message),
    });
    return transport;
  }

  /** @param {ServerFrame} frame @param {Transport} from */
  hear(frame, from) {
    if (from === this.trial && frame.type === "welcome") {
      // WebSockets get through again: the stream has done its part.
      this.transport?.stop();
      this.transport = from;
      this.trial = null;
    }
    if (from !== this.transport) return;
    this.heard = this.wires.now();
    this.pinged = 0;
    if (frame.type === "welcome") return this.welcome(frame);
    if (frame.type === "event") return this.event(frame);
    if (frame.type === "view") return this.look(frame);
    if (frame.type === "ack" || frame.type === "rej") {
      this.outbox.answer(frame);
      this.expect(frame.seq);
    } else if (frame.type === "pong") {
      this.expect(frame.seq ?? -1);
    } else if (frame.type === "presence") {
      this.dispatchEvent(new CustomEvent("presence", { detail: frame }));
    } else if (frame.type === "error") {
      if (PASSING.has(frame.code)) this.again();
      else this.end(frame.code, frame.message);
    }
  }

  /** @param {{proto: number, seat: number|null, seq: number}} frame */
  welcome(frame) {
    if (frame.proto !== PROTO) return this.end("newer-server", "The server is newer than this page.");
    this.seat = frame.seat;
    // A server whose data was put back to an earlier day has fewer events than this page saw.
    if (this.since !== null && frame.seq < this.since) this.seq = null;
    this.opened();
  }

  opened() {
    this.openedAt = this.wires.now();
    const way = /** @type {"socket"|"stream"} */ (this.transport?.kind);
    this.prefer = way;
    this.tell({ state: "open", way });
    this.expected = null;
    for (const waiting of this.outbox.due(0)) this.transport?.send(waiting);
    if (way === "stream") this.socketTimer = this.wires.setTimeout(() => this.trySocket(), SOCKET_AGAIN);
  }

  /** @param {{seq: number, event: any}} frame */
  event(frame) {
    if (this.seq !== null && frame.seq <= this.seq) return;
    if (this.seq !== null && frame.seq > this.seq + 1) return this.mend();
    this.seq = frame.seq;
    this.dispatchEvent(new CustomEvent("event", { detail: { seq: frame.seq, event: frame.event } }));
  }

  /** @param {{seq: number, view: View}} frame */
  look(frame) {
    if (this.seq !== null && frame.seq < this.seq) return;
    // A view ahead of its events: some were lost. If that happens twice, the view will do alone.
    if (this.seq !== null && frame.seq > this.seq && !this.mending) return this.mend();
    this.mending = false;
    this.seq = frame.seq;
    this.view = frame.view;
    if (this.now.state === "connecting") this.opened();
    this.dispatchEvent(new CustomEvent("view", { detail: frame.view }));
  }

  // The table is at least this far: if its events don't come, they were lost.
  /** @param {number} seq */
  expect(seq) {
    if (seq > (this.seq ?? seq) && !this.expected) this.expected = { seq, since: this.wires.now() };
  }

  // Something is missing: connect anew and ask for everything since the last event.
  mend() {
    if (this.mending) return this.again();
    this.mending = true;
    this.open(/** @type {"socket"|"stream"} */ (this.transport?.kind ?? "socket"));
  }

  /** @param {Transport} transport @param {string} reason @param {string} [code] @param {string} [message] */
  lost(transport, reason, code, message) {
    if (transport === this.trial) {
      this.trial = null;
      this.socketTimer = this.wires.setTimeout(() => this.trySocket(), SOCKET_AGAIN);
      return;
    }
    if (transport !== this.transport) return;
    if (reason === "fatal" && code && !PASSING.has(code)) return this.end(code, message);
    if (reason === "refused") return this.open("stream");
    this.again();
  }

  // Wait a while, longer each time and never in step with others, then start over.
  again() {
    this.transport?.stop();
    this.transport = null;
    this.wires.clearTimeout(this.socketTimer);
    if (this.openedAt && this.wires.now() - this.openedAt > GOOD) this.failures = 0;
    this.openedAt = 0;
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.failures++);
    const wait = longest * (0.5 + this.random());
    this.tell({ state: "waiting", wait });
    this.wires.clearTimeout(this.retry);
    this.retry = this.wires.setTimeout(() => this.open(this.prefer), wait);
  }

  trySocket() {
    if (this.transport?.kind !== "stream" || this.trial) return;
    this.trial = /** @type {SocketTransport} */ (this.make("socket"));
    this.since = this.seq;
    this.trial.start(this.seq);
  }

  // A ping after a silence, and a new connection when it gets no answer.
  beat() {
    if (this.now.state === "closed") return;
    this.beats = this.wires.setTimeout(() => this.beat(), BEAT);
    if (this.now.state !== "open" || !this.transport) return;
    const now = this.wires.now();
    const silence = now - this.heard;
    const unanswered = this.pinged > 0 && now - this.pinged >= PING_ANSWERED;
    if (silence >= this.transport.silence && (unanswered || this.transport.kind === "stream")) this.again();
    else if (silence >= PING_AFTER && !this.pinged) {
      this.pinged = now;
      this.transport.send({ type: "ping", n: ++this.pings });
    }
    // The stream's POSTs look after themselves.
    if (this.transport?.kind === "socket") for (const late of this.outbox.due(OVERDUE)) this.transport.send(late);
    if (!this.expected) return;
    if (this.expected.seq <= (this.seq ?? -1)) this.expected = null;
    else if (now - this.expected.since > OVERDUE) this.mend();
  }

  // The page is looked at again, or the network is back: don't sit out a wait.
  wake = (/** @type {Event} */ event) => {
    if (event.type === "pageshow" && !(/** @type {PageTransitionEvent} */ (event).persisted)) return;
    if (event.type === "visibilitychange" && this.document?.visibilityState === "hidden") return;
    const stale = event.type !== "visibilitychange" || this.wires.now() - this.heard > PING_AFTER + PING_ANSWERED;
    if (this.now.state === "waiting" || (this.now.state === "open" && stale)) {
      this.failures = 0;
      this.open(this.prefer);
    }
  };

  /** @param {string} code @param {string} [message] */
  end(code, message = "") {
    if (this.now.state === "closed") return;
    this.transport?.stop();
    this.trial?.stop();
    this.transport = this.trial = null;
    for (const timer of [this.retry, this.beats, this.socketTimer]) this.wires.clearTimeout(timer);
    this.page?.removeEventListener("online", this.wake);
    this.page?.removeEventListener("pageshow", this.wake);
    this.document?.removeEventListener("visibilitychange", this.wake);
    this.tell({ state: "closed", code, message });
    this.outbox.refuse(code, message, this.seq ?? -1);
  }

  /** @param {State} state */
  tell(state) {
    this.now = state;
    this.dispatchEvent(new CustomEvent("state", { detail: state }));
  }
}
