// Two ways to reach a table: a WebSocket, and an event stream with POST for the commands.
// Both take the same frames. They open once, end once, and never reconnect: net.js does that.

/** @typedef {import("./types.js").ServerFrame} ServerFrame */
/** @typedef {{type: string, id?: string, [field: string]: any}} ClientFrame */
/**
 * @typedef {object} Wires  what a transport runs on; tests give their own
 * @property {any} WebSocket
 * @property {any} EventSource
 * @property {(url: string, options?: any) => Promise<any>} fetch
 * @property {string} origin  "http://host:port"
 * @property {(run: () => void, ms: number) => any} setTimeout
 * @property {(timer: any) => void} clearTimeout
 * @property {() => number} now  milliseconds
 */
/**
 * @typedef {object} Ends  what a transport reports to
 * @property {(frame: ServerFrame) => void} frame
 * @property {(reason: string, code?: string, message?: string) => void} end
 *   "refused" (never opened), "lost" or "fatal" (with the server's code)
 */

/** How long a WebSocket may take until the server's welcome, before the other way is tried. */
export const OPEN_WITHIN = 4000;
/** How long to wait until a POST is made again that got no answer. */
const AGAIN = 1500;

/** What a browser has. @returns {Wires} */
export function browserWires() {
  return {
    WebSocket: globalThis.WebSocket,
    EventSource: globalThis.EventSource,
    fetch: (url, options) => fetch(url, options),
    origin: globalThis.location?.origin ?? "",
    setTimeout: (run, ms) => setTimeout(run, ms),
    clearTimeout: (timer) => clearTimeout(timer),
    now: () => performance.now(),
  };
}

/** Frames over a WebSocket. */
export class SocketTransport {
  kind = "socket";
  /** Silence after which the connection counts as dead, if a ping was not answered. */
  silence = 14_000;

  /** @param {string} table @param {string|null} token @param {Wires} wires @param {Ends} ends */
  constructor(table, token, wires, ends) {
    this.table = table;
    this.token = token;
    this.wires = wires;
    this.ends = ends;
    this.welcomed = false;
    this.over = false;
  }

  /** @param {number|null} since */
  start(since) {
    const url = `${this.wires.origin.replace(/^http/, "ws")}/api/tables/${this.table}/socket`;
    this.timer = this.wires.setTimeout(() => this.finish("refused"), OPEN_WITHIN);
    try {
      this.socket = new this.wires.WebSocket(url);
    } catch {
      this.wires.clearTimeout(this.timer);
      this.timer = this.wires.setTimeout(() => this.finish("refused"), 0);
      return;
    }
    this.socket.onopen = () => this.write({ type: "hello", proto: 1, token: this.token, since });
    this.socket.onmessage = (/** @type {{data: string}} */ { data }) => this.hear(data);
    this.socket.onclose = () => this.finish(this.welcomed ? "lost" : "refused");
    this.socket.onerror = () => this.finish(this.welcomed ? "lost" : "refused");
  }

  /** @param {ClientFrame} frame */
  send(frame) {
    if (this.welcomed && !this.over) this.write(frame);
  }

  stop() {
    this.over = true;
    this.wires.clearTimeout(this.timer);
    if (!this.socket) return;
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = this.socket.onerror = null;
    try {
      this.socket.close();
    } catch {
      // It was never open.
    }
  }

  /** @param {ClientFrame} frame */
  write(frame) {
    try {
      this.socket.send(JSON.stringify(frame));
    } catch {
      this.finish("lost");
    }
  }

  /** @param {string} data */
  hear(data) {
    const frame = parse(data);
    if (!frame || this.over) return;
    if (frame.type === "welcome") {
      this.welcomed = true;
      this.wires.clearTimeout(this.timer);
    }
    this.ends.frame(frame);
  }

  /** @param {string} reason */
  finish(reason) {
    if (this.over) return;
    this.stop();
    this.ends.end(reason);
  }
}

/** Frames from an event stream, commands by POST, for where WebSockets don't get through. */
export class StreamTransport {
  kind = "stream";
  // Comments that keep a stream open aren't seen by a page, so silence says less here.
  silence = 45_000;

  /** @param {string} table @param {string|null} token @param {Wires} wires @param {Ends} ends */
  constructor(table, token, wires, ends) {
    this.base = `/api/tables/${table}`;
    this.token = token;
    this.wires = wires;
    this.ends = ends;
    this.over = false;
    /** @type {ClientFrame[]} */
    this.queue = [];
    this.posting = false;
  }

  /** @param {number|null} since */
  async start(since) {
    const query = new URLSearchParams();
    if (since !== null) query.set("since", String(since));
    if (this.token) {
      const answer = await this.post("/ticket", {});
      if (this.over) return;
      if (!answer?.ok) return this.fail(answer);
      query.set("ticket", answer.data.ticket);
    }
    const text = query.toString();
    this.source = new this.wires.EventSource(`${this.base}/events${text ? `?${text}` : ""}`);
    this.source.onmessage = (/** @type {{data: string}} */ { data }) => {
      const frame = parse(data);
      if (frame && !this.over) this.ends.frame(frame);
    };
    // It would open itself again, but with a ticket that is used up.
    this.source.onerror = () => this.probe();
  }

  /** @param {ClientFrame} frame */
  send(frame) {
    // A POST needs no heartbeat, and only what has an id gets an answer.
    if (!frame.id || this.over) return;
    this.queue.push(frame);
    if (!this.posting) this.work();
  }

  stop() {
    this.over = true;
    this.source?.close();
    this.wires.clearTimeout(this.timer);
  }

  // One after the other, so that commands arrive in the order in which they were given.
  async work() {
    this.posting = true;
    while (this.queue.length && !this.over) {
      const frame = this.queue[0];
      const answer = await this.post("/commands", frame);
      if (this.over) break;
      const { data, status } = answer ?? { data: null, status: 0 };
      if (data?.type === "ack" || data?.type === "rej") {
        this.queue.shift();
        this.ends.frame(data);
      } else if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
        this.queue.shift();
        const { code = "bad", message = "" } = data?.error ?? {};
        this.ends.frame({ type: "rej", id: frame.id ?? "", code, message, seq: -1 });
      } else {
        // No answer does not mean not done: the same id again is safe.
        await new Promise((done) => (this.timer = this.wires.setTimeout(() => done(null), AGAIN)));
      }
    }
    this.posting = false;
  }

  // An event stream does not say why it failed; a request beside it does.
  async probe() {
    if (this.over) return;
    this.source?.close();
    let answer = null;
    try {
      const response = await this.wires.fetch(`${this.base}/sheet`);
      answer = { ok: response.ok, status: response.status, data: await response.json() };
    } catch {
      answer = null;
    }
    this.fail(answer?.ok ? null : answer);
  }

  /** @param {any} answer */
  fail(answer) {
    if (this.over) return;
    this.stop();
    const error = answer?.data?.error;
    if (error && answer.status < 500) this.ends.end("fatal", error.code, error.message);
    else this.ends.end("lost");
  }

  /** @param {string} path @param {any} body */
  async post(path, body) {
    /** @type {Record<string, string>} */
    const headers = { "Content-Type": "application/json" };
    if (this.token) headers.Authorization = `Bearer ${this.token}`;
    try {
      const options = { method: "POST", headers, body: JSON.stringify(body) };
      const response = await this.wires.fetch(this.base + path, options);
      return { ok: response.ok, status: response.status, data: await response.json() };
    } catch {
      return null;
    }
  }
}

/** @param {string} data @returns {ServerFrame|null} */
function parse(data) {
  try {
    const frame = JSON.parse(data);
    return typeof frame?.type === "string" ? frame : null;
  } catch {
    return null;
  }
}
