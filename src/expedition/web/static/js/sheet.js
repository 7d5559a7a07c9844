// The score sheet: every round, every expedition worked out, the totals, and who starts.
// It shows the parts that the server gives; what is scored how is the rules' business.

import { html, nothing } from "../vendor/lit.js";
import { compass, suitKey, suitShape } from "./cards.js";
import { styles } from "./styles.js";
import { botName, signed, suitName, t, wagerWord } from "./words.js";

/** @typedef {import("./types.js").Edition} Edition */
/** @typedef {import("./types.js").Score} Score */
/** @typedef {import("./types.js").SeatView} SeatView */
/** @typedef {import("./types.js").Sheet & {next_starter?: number|null}} Sheet */
/** @typedef {import("./types.js").SheetRound} SheetRound */

// Whoever shows a sheet gets its looks; the first load does without.
styles("sheet");

/** What a seat is called: the person's name, the bot's, or its number. @param {SeatView[]} seats @param {number} seat */
export function seatName(seats, seat) {
  const one = seats[seat];
  // A record names a bot by its id.
  if (one?.name && one.name !== one.bot) return one.name;
  return one?.bot ? botName(one.bot) : t("sheet.seat", { n: seat + 1 });
}

/** What a side is called: its player, or both partners. @param {SeatView[]} seats @param {number} side */
export function sideName(seats, side) {
  const names = seats.flatMap((one, seat) => (one.side === side ? [seatName(seats, seat)] : []));
  return names.length > 1 ? t("sheet.partners", { one: names[0], other: names[1] }) : names[0] ?? "";
}

/**
 * A score with its parts in one line: "24 − 20 = 4, ×3 = 12, +20 for 8 cards = 32".
 * @param {Score} score
 */
export function worked(score) {
  const value = score.sum - score.cost;
  const parts = [t("sheet.worked.sum", { sum: score.sum, cost: score.cost, value })];
  if (score.multiplier > 1) {
    parts.push(t("sheet.worked.times", { times: score.multiplier, value: value * score.multiplier }));
  }
  if (score.bonus) {
    parts.push(t("sheet.worked.bonus", { bonus: score.bonus, n: score.cards, total: score.total }));
  }
  // A line breaks between the parts, not within one.
  return parts.map((part) => part.replaceAll(" ", "\u00a0")).join(", ");
}

/** The ranks of one suit's cards; a wager is drawn, and has its word for a screen reader. @param {string[]} cards */
export function ranksTemplate(cards) {
  return html`<span class="sheet-cards">
    ${cards.map((card) => {
      const rank = card.slice(1);
      return rank === "$" ? html`<span>${compass()}<span class="hidden">${t("review.words.wager")}</span></span>` : html`<span>${rank}</span>`;
    })}
  </span>`;
}

/**
 * The whole score sheet.
 * @param {Sheet} sheet
 * @param {Edition} edition
 * @param {{level?: 2|3, review?: string}} [how]  level: of its headings; review: path of the match's review
 */
export function sheetTemplate(sheet, edition, { level = 2, review = "" } = {}) {
  return html`<div class="sheet">
    ${sheet.rounds.length > 1 || sheet.ending ? matchTemplate(sheet, level) : nothing}
    ${sheet.rounds.map((round) => roundTemplate(round, sheet, edition, level, review))}
    <ul class="sheet-notes">
      ${notes(edition).map((note) => html`<li>${note}</li>`)}
    </ul>
  </div>`;
}

/** How scores come about, for the foot of the sheet. @param {Edition} edition */
function notes(edition) {
  const { cost, bonus, bonus_cards: n } = edition;
  return [
    t("sheet.note.cost", { cost }),
    t("sheet.note.times", { wagers: wagerWord(edition, 2) }),
    t("sheet.note.bonus", { bonus, n, wagers: wagerWord(edition, 2) }),
    t("sheet.note.rest"),
  ];
}

/** @param {Sheet} sheet @param {2|3} level */
function matchTemplate(sheet, level) {
  const { seats, totals } = sheet;
  return html`<section class="sheet-match">
    ${heading(level, t("sheet.match"))}
    ${sheet.ending ? html`<p class="sheet-ending">${endingLine(sheet)}</p>` : nothing}
    <table class="sheet-table sheet-totals">
      <caption class="hidden">${t("sheet.match.caption")}</caption>
      <thead>
        <tr>
          <th scope="col">${t("sheet.round.head")}</th>
          ${totals.map((_, side) => html`<th scope="col" class="sheet-number">${sideName(seats, side)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${sheet.rounds.map(
          (round) => html`<tr class=${round.counted ? "" : "sheet-uncounted"}>
            <th scope="row">
              ${roundName(round)}
              <small>${round.over ? starterLine(sheet, round) : t("sheet.running")}</small>
            </th>
            ${round.sides.map((side) => html`<td class="sheet-number">${signed(side.total)}</td>`)}
          </tr>`,
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">${t("sheet.total")}</th>
          ${totals.map((total) => html`<td class="sheet-number">${signed(total)}</td>`)}
        </tr>
      </tfoot>
    </table>
    ${sheet.ending || totals.length < 2 || sheet.next_starter === null ? nothing : html`<p class="sheet-next">${nextLine(sheet)}</p>`}
  </section>`;
}

/** How the match ended. @param {Sheet} sheet */
export function endingLine(sheet) {
  const { ending, seats, totals } = sheet;
  if (!ending) return "";
  if (ending.why === "resigned") {
    const { seat, side } = /** @type {{seat?: number|null, side?: number|null}} */ (ending);
    const name = typeof seat === "number" ? seatName(seats, seat) : sideName(seats, side ?? 0);
    return t("sheet.ending.resigned", { name });
  }
  if (ending.why === "stopped") return t("sheet.ending.stopped");
  if (totals.length === 1) return t("sheet.ending.solo", { total: totals[0] });
  const winners = ending.winners.map((side) => sideName(seats, side));
  if (winners.length > 1) return t("sheet.ending.shared", { total: totals[ending.winners[0]] });
  const [best, second] = [...totals].sort((a, b) => b - a);
  return t("sheet.ending.won", { name: winners[0] ?? "", best, second });
}

/** @param {Sheet} sheet */
function nextLine(sheet) {
  if (typeof sheet.next_starter === "number") {
    return t("sheet.next", { name: seatName(sheet.seats, sheet.next_starter) });
  }
  return t(`sheet.start.${sheet.start_rule}`);
}

/** @param {SheetRound} round */
function roundName(round) {
  return round.round ? t("sheet.round", { n: round.round }) : t("sheet.teaching");
}

/** @param {Sheet} sheet @param {SheetRound} round */
function starterLine(sheet, round) {
  return sheet.seats.length > 1 ? t("sheet.started", { name: seatName(sheet.seats, round.starter) }) : "";
}

/** @param {SheetRound} round @param {Sheet} sheet @param {Edition} edition @param {2|3} level @param {string} review */
function roundTemplate(round, sheet, edition, level, review) {
  const end = round.over ? (round.termination ? t(`sheet.end.${round.termination}`) : "") : t("sheet.running");
  return html`<section class="sheet-round" id="round-${round.round}">
    ${heading(level, roundName(round))}
    <p class="sheet-about">
      ${[round.counted ? "" : t("sheet.uncounted"), starterLine(sheet, round), end].filter(Boolean).join(" ")}
      ${review && round.over
        ? html`<a href="${review}?round=${round.round}">${t("sheet.step-through")}<span class="hidden">: ${roundName(round)}</span></a>`
        : nothing}
    </p>
    <div class="sheet-sides">
      ${round.sides.map((side, at) => sideTemplate(side, sideName(sheet.seats, at), roundName(round), edition))}
    </div>
    ${round.salt ? dealTemplate(round) : nothing}
  </section>`;
}

/** @param {SheetRound["sides"][number]} side @param {string} name @param {string} round @param {Edition} edition */
function sideTemplate(side, name, round, edition) {
  return html`<table class="sheet-table">
    <caption><span aria-hidden="true">${name}</span><span class="hidden">${`${name}, ${round}`}</span></caption>
    <thead class="hidden">
      <tr>
        <th scope="col">${t("sheet.expedition")}</th>
        <th scope="col">${t("sheet.working")}</th>
        <th scope="col">${t("sheet.points")}</th>
      </tr>
    </thead>
    <tbody>
      ${edition.suits.map((suit, at) => expeditionRow(suit, side.expeditions[at], edition))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row" colspan="2">${t("sheet.total")}</th>
        <td class="sheet-number">${signed(side.total)}</td>
      </tr>
    </tfoot>
  </table>`;
}

/** @param {import("./types.js").Suit} suit @param {{cards: string[], score: Score}|null} laid @param {Edition} edition */
function expeditionRow(suit, laid, edition) {
  return html`<tr class=${laid ? "" : "sheet-empty"}>
    <th scope="row">
      <span class="sheet-suit suit-${suitKey(suit.letter, edition)}">${suitShape(suit.letter, edition)}</span>
      ${suitName(suit)}
    </th>
    <td>
      ${laid
        ? html`${ranksTemplate(laid.cards)}
            <span class="sheet-worked">${worked(laid.score)}</span>`
        : t("sheet.not-started")}
    </td>
    <td class="sheet-number">${laid ? signed(laid.score.total) : "0"}</td>
  </tr>`;
}

/** What one needs to check that the deal was fixed before the first turn. @param {SheetRound} round */
function dealTemplate(round) {
  return html`<details class="sheet-deal">
    <summary>${t("sheet.deal")}</summary>
    <p>${t("sheet.deal.why")}</p>
    <dl>
      <dt>${t("sheet.deal.commitment")}</dt>
      <dd><code>${round.commitment}</code></dd>
      <dt>${t("sheet.deal.salt")}</dt>
      <dd><code>${round.salt}</code></dd>
      ${round.deal ? html`<dt>${t("sheet.deal.cards")}</dt><dd><code>${round.deal.join(" ")}</code></dd>` : nothing}
    </dl>
  </details>`;
}

/** @param {2|3} level @param {string} text */
function heading(level, text) {
  return level === 2 ? html`<h2>${text}</h2>` : html`<h3>${text}</h3>`;
}
