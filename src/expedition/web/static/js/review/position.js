// A position beside its board: hands, what each expedition is worth, and everything in words.

import { html, nothing } from "../../vendor/lit.js";
import { face, suitKey, suitShape } from "../cards.js";
import { seatName, sideName, worked } from "../sheet.js";
import { cardName, signed, suitName, t } from "../words.js";
import { handOf, positionWords } from "./turns.js";

/** @typedef {import("../types.js").Edition} Edition */
/** @typedef {import("../types.js").Review} Review */
/** @typedef {import("../types.js").Round} Round */

/** The hands that these eyes see. @param {Round} position @param {Review} review @param {Edition} edition */
export function handsTemplate(position, review, edition) {
  const hands = review.seats.flatMap((_, seat) => {
    const cards = handOf(position, seat);
    return cards ? [{ seat, cards }] : [];
  });
  return hands.map(
    ({ seat, cards }) => html`<div class="review-hand">
      <h2>${t("review.hand", { name: seatName(review.seats, seat) })}</h2>
      <ul class="mini-row">
        ${cards.map(
          (card) => html`<li class="mini">${face(card, edition)}<span class="hidden">${cardName(card, edition)}</span></li>`,
        )}
      </ul>
    </div>`,
  );
}

/** What every expedition is worth at this turn. @param {Round} position @param {Review} review @param {Edition} edition */
export function worthTemplate(position, review, edition) {
  const sides = position.totals.map((_, side) => sideName(review.seats, side));
  const before = review.totals_before;
  return html`<section class="review-worth" aria-labelledby="worth-title">
    <h2 id="worth-title">${t("review.worth")}</h2>
    <table class="sheet-table">
      <caption class="hidden">${t("review.worth")}</caption>
      <thead>
        <tr>
          <th scope="col"><span class="hidden">${t("sheet.expedition")}</span></th>
          ${sides.map((name) => html`<th scope="col" class="sheet-number">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${edition.suits.map(
          (suit, at) => html`<tr>
            <th scope="row">
              <span class="sheet-suit suit-${suitKey(suit.letter, edition)}">${suitShape(suit.letter, edition)}</span>
              ${suitName(suit)}
            </th>
            ${position.scores.map((scores) => {
              const score = scores[at];
              return html`<td class="sheet-number">${score ? html`<span>${signed(score.total)}</span><small>${worked(score)}</small>` : "–"}</td>`;
            })}
          </tr>`,
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">${t("sheet.total")}</th>
          ${position.totals.map((total) => html`<td class="sheet-number">${signed(total)}</td>`)}
        </tr>
        ${review.counted && before.some(Boolean)
          ? html`<tr>
              <th scope="row">${t("review.before")}</th>
              ${position.totals.map((total, side) => html`<td class="sheet-number">${signed(total + before[side])}</td>`)}
            </tr>`
          : nothing}
      </tfoot>
    </table>
  </section>`;
}

/** Everything in words. @param {Round} position @param {Review} review @param {Edition} edition */
export function wordsTemplate(position, review, edition) {
  return html`<details class="review-words">
    <summary>${t("review.words")}</summary>
    ${positionWords(position, review.seats, edition).map(
      ({ head, lines }) => html`<h3>${head}</h3>
        <ul>
          ${lines.map((line) => html`<li>${line}</li>`)}
        </ul>`,
    )}
  </details>`;
}
