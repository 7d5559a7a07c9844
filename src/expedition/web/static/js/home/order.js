// From what a person chose on the first page to the table that the server is asked for. No DOM.

/** @typedef {import("../types.js").Edition} Edition */
/** @typedef {import("../types.js").TableOrder} TableOrder */
/** @typedef {import("../types.js").SeatOrder} SeatOrder */
/** @typedef {import("../types.js").StartRule} StartRule */
/** @typedef {"bot"|"friend"|"here"|"solo"|"teach"|"partners"} Way */

/** The choices of the first page, with what they start as. */
export const start = {
  /** An edition for two, one for four, and the one for one. */
  edition: "classic",
  partners: "classic-partners",
  /** "" is the server's best. */
  bot: "",
  /** 0 is the edition's own number. */
  rounds: 0,
  /** @type {"lot"|"me"|"other"} */
  starts: "lot",
  /** "" is the edition's own rule. @type {""|StartRule} */
  next: "",
  browse: true,
  listed: false,
  name: "",
  /** Who else plays on this device, by their seat. @type {Record<string, string>} */
  others: {},
  /** Who sits at a table of four: "me", "here", "friend", or "bot:" and its id ("bot:" the chosen one). */
  seats: ["me", "bot:", "bot:", "bot:"],
};

/** @typedef {typeof start} Choices */

/** The most rounds that a person can ask for. */
export const MOST_ROUNDS = 20;

/**
 * The order for a table.
 * @param {Way} way
 * @param {Choices} choices
 * @param {Edition[]} editions
 * @param {string} bot  the id of the bot that "" stands for
 * @param {(seat: number) => string} guest  what to call somebody who gave no name, by seat from 0
 * @returns {TableOrder}
 */
export function order(way, choices, editions, bot, guest) {
  const edition = editionFor(way, choices, editions);
  const seats = seatsFor(way, choices, choices.bot || bot);
  for (const [place, seat] of seats.entries()) if (seat.kind === "me" || seat.kind === "here") seat.name ||= guest(place);
  /** @type {TableOrder} */
  const wanted = { edition: edition.id, rounds: roundsFor(way, choices, edition), browse: choices.browse, listed: choices.listed, seats };
  if (way === "teach") wanted.open_hands = true;
  if (edition.seats > 1) {
    wanted.start_rule = choices.next || edition.start_rule;
    wanted.first_starter = firstStarter(choices.starts, seats);
  }
  return wanted;
}

/** @param {Way} way @param {Choices} choices @param {Edition[]} editions @returns {Edition} */
export function editionFor(way, choices, editions) {
  const seats = way === "solo" ? 1 : way === "partners" ? 4 : 2;
  const fitting = editions.filter((edition) => edition.seats === seats);
  const wanted = way === "partners" ? choices.partners : choices.edition;
  return fitting.find(({ id }) => id === wanted) ?? fitting[0];
}

/** @param {Way} way @param {Choices} choices @param {Edition} edition */
export function roundsFor(way, choices, edition) {
  // The one-player edition has a habit of its own, which the setting for two does not change.
  if (way === "solo") return edition.rounds[0];
  return Math.min(Math.max(Math.round(choices.rounds) || edition.rounds[0], 1), MOST_ROUNDS);
}

/** @param {Way} way @param {Choices} choices @param {string} bot @returns {SeatOrder[]} */
function seatsFor(way, choices, bot) {
  /** @type {SeatOrder} */
  const me = { kind: "me", name: choices.name.trim() };
  if (way === "solo") return [me];
  if (way === "friend") return [me, { kind: "friend" }];
  const here = (/** @type {number} */ place) => ({ kind: /** @type {const} */ ("here"), name: choices.others[place]?.trim() });
  if (way === "here") return [me, here(1)];
  if (way === "partners") return choices.seats.map((seat, place) => (seat === "here" ? here(place) : seatFor(seat, me, bot)));
  return [me, { kind: "bot", bot }];
}

/** @param {string} seat @param {SeatOrder} me @param {string} bot @returns {SeatOrder} */
function seatFor(seat, me, bot) {
  if (seat.startsWith("bot:")) return { kind: "bot", bot: seat.slice(4) || bot };
  return seat === "friend" ? { kind: "friend" } : me;
}

/** @param {"lot"|"me"|"other"} starts @param {SeatOrder[]} seats */
function firstStarter(starts, seats) {
  if (starts === "lot") return null;
  const mine = Math.max(seats.findIndex(({ kind }) => kind === "me"), 0);
  return starts === "me" ? mine : (mine + 1) % seats.length;
}

/**
 * The path within this app of a link or an id that somebody pasted.
 * @param {string} text
 * @param {string} origin
 * @returns {{path: string}|{elsewhere: string}|null} null: no link to a table
 */
export function pasted(text, origin) {
  const trimmed = text.trim();
  if (/^[\w-]{6,}$/.test(trimmed)) return { path: `/t/${trimmed}` };
  let url;
  try {
    url = new URL(trimmed, origin);
  } catch {
    return null;
  }
  if (!/^https?:$/.test(url.protocol) || !/^\/(t|review)\/[\w-]+$/.test(url.pathname)) return null;
  if (url.origin !== origin) return { elsewhere: url.href };
  return { path: url.pathname + url.search + url.hash };
}
