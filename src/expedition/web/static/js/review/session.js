// What a review shows: one match, from a table or from a record that was brought, fetched once for
// each round and pair of eyes. Headless.

import { get, post, seatsOf } from "../api.js";

/** @typedef {import("../types.js").Review} Review */
/** @typedef {{table: string}|{record: string}} Source */

export class ReviewSession {
  /** @type {Map<string, Review>} */
  #seen = new Map();

  /** @param {Source} source */
  constructor(source) {
    this.source = source;
  }

  /** The table's id, or "" for a record that was brought. */
  get table() {
    return "table" in this.source ? this.source.table : "";
  }

  /** The seats of this match that this device holds. @returns {number[]} */
  get mine() {
    return this.table ? seatsOf(this.table).map(({ seat }) => seat) : [];
  }

  /**
   * A round as some eyes saw it. Throws ApiError.
   * @param {number|null} round  null: the first that counts
   * @param {string} eyes  "all", "spectator" or a seat
   * @returns {Promise<Review>}
   */
  async load(round, eyes) {
    const key = `${round} ${eyes}`;
    const known = this.#seen.get(key);
    if (known) return known;
    const review = await this.#fetch(round, eyes);
    // The seat whose hand it is goes with each position: the words need it.
    const seat = /^\d+$/.test(eyes) ? Number(eyes) : null;
    if (seat !== null) {
      for (const { position } of review.steps) /** @type {any} */ (position).hand_seat = seat;
    }
    this.#seen.set(key, review);
    return review;
  }

  /** @param {number|null} round @param {string} eyes @returns {Promise<Review>} */
  #fetch(round, eyes) {
    if ("record" in this.source) return post("/review", { record: this.source.record, round, eyes });
    const query = new URLSearchParams({ round: String(round ?? 1), eyes });
    return get(`/tables/${this.source.table}/review?${query}`);
  }

  /** What a new table is told, to go on from a turn. @param {number} round @param {number} turn */
  branch(round, turn) {
    if ("table" in this.source) return { table: this.source.table, round, turn };
    let record;
    try {
      record = JSON.parse(this.source.record);
    } catch {
      // The text form.
      record = this.source.record;
    }
    return { record, round, turn };
  }

  /** The score sheet of the whole match. @param {Review} review @returns {Promise<any>} */
  async sheet(review) {
    if ("table" in this.source) return get(`/tables/${this.source.table}/sheet`);
    const sheet = /** @type {any} */ (review).meta?.sheet;
    return sheet ? { ...sheet, seats: review.seats, ending: null } : null;
  }
}
