// Commands on their way: each keeps its id until it is answered, however often it has to be sent.

/** @typedef {import("./types.js").Command} Command */
/** @typedef {import("./types.js").Ack} Ack */
/** @typedef {import("./types.js").Rej} Rej */
/** @typedef {Command & {id: string}} Sendable */

/** The commands of one table that have no answer yet, in the order in which they were given. */
export class Outbox {
  /** @type {Map<string, {frame: Sendable, sent: number, answer: (frame: Ack|Rej) => void}>} */
  waiting = new Map();

  /** @param {() => number} now  milliseconds */
  constructor(now) {
    this.now = now;
  }

  /** Take a command in. @param {Command} command @returns {{frame: Sendable, answered: Promise<Ack|Rej>}} */
  add(command) {
    const frame = { ...command, id: freshId() };
    /** @type {Promise<Ack|Rej>} */
    const answered = new Promise((answer) => {
      this.waiting.set(frame.id, { frame, sent: this.now(), answer });
    });
    return { frame, answered };
  }

  /** An answer came; one that nobody waits for, or that came before, does nothing. @param {Ack|Rej} frame */
  answer(frame) {
    const one = this.waiting.get(frame.id);
    this.waiting.delete(frame.id);
    one?.answer(frame);
  }

  /** Those sent longer ago than `age`, to be sent again now. @param {number} age @returns {Sendable[]} */
  due(age) {
    const now = this.now();
    const late = [...this.waiting.values()].filter(({ sent }) => now - sent >= age);
    for (const one of late) one.sent = now;
    return late.map(({ frame }) => frame);
  }

  /** Nothing will be answered any more. @param {string} code @param {string} message @param {number} seq */
  refuse(code, message, seq) {
    for (const id of [...this.waiting.keys()]) this.answer({ type: "rej", id, code, message, seq });
  }
}

/** A key for one command that nobody else has; works without a secure context. */
export function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(36).padStart(2, "0")).join("");
}
