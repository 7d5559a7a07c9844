// The board of both sides: expeditions, shared discard piles, deck. A function of the round alone;
// the table, the review and the tutorial all draw it with this. It fills what holds it, which needs
// a height of its own.

import { html, nothing, repeat, svg } from "../vendor/lit.js";
import { back, face, isWager, suitIndex, suitKey, suitShape } from "./cards.js";
import { cardName, signed, suitName, t, wagerWord } from "./words.js";

/** @typedef {import("./types.js").Round} Round */
/** @typedef {import("./types.js").Edition} Edition */
/** @typedef {import("./types.js").Score} Score */

/**
 * @typedef {object} BoardContext
 * @property {Edition} edition
 * @property {number|null} eyes  the seat whose side is below; null as seat 0
 * @property {string[]} names  of each seat
 * @property {{scores?: boolean}} [settings]
 * @property {{places?: Set<string>, draws?: Set<string>, card?: string|null}} [lit]
 * @property {Round["last"]} [last]  the turn to be marked; undefined: the round's own
 * @property {{place?: (id: string) => void, draw?: (id: string) => void, pile?: (id: string) => void}} [on]
 * @property {{card: string, place: string, draw: string|null, state: "placed"|"sent"|"waiting"}|null} [pending]  my card, placed but not yet the server's
 * @property {import("../vendor/lit.js").TemplateResult|typeof nothing} [above]  in the last column beside their side
 * @property {import("../vendor/lit.js").TemplateResult|typeof nothing} [below]  and beside mine
 */

/** The board. @param {Round} round @param {BoardContext} ctx */
export function boardTemplate(round, ctx) {
  const { edition } = ctx;
  const mine = (ctx.eyes ?? 0) % edition.sides;
  const theirs = edition.sides === 2 ? 1 - mine : null;
  return html`<div class="board of-${edition.suits.length} ${theirs === null ? "is-solo" : ""}">
    ${theirs === null ? nothing : sideRow(round, ctx, theirs, false)}
    <div class="board-row is-middle" role="group" aria-label=${t("table.piles")} data-roving="piles">
      ${edition.suits.map((_, suit) => pile(round, ctx, suit))}
      ${deck(round, ctx)}
    </div>
    ${sideRow(round, ctx, mine, true)}
  </div>`;
}

/** @param {Round} round @param {BoardContext} ctx @param {number} side @param {boolean} own */
function sideRow(round, ctx, side, own) {
  const label = own && ctx.eyes !== null ? t("table.mine") : t("table.theirs", { name: sideName(ctx, side) });
  return html`<div class="board-row ${own ? "is-mine" : "is-theirs"}" role="group" aria-label=${label} data-roving=${own ? "mine" : "theirs"}>
    ${ctx.edition.suits.map((_, suit) => column(round, ctx, side, suit, own))}
    <div class="beside">${(own ? ctx.below : ctx.above) ?? nothing}</div>
  </div>`;
}

/** The names of a side's seats. @param {BoardContext} ctx @param {number} side */
export function sideName(ctx, side) {
  return ctx.names.filter((_, seat) => seat % ctx.edition.sides === side).join(" & ");
}

/** @param {Round} round @param {BoardContext} ctx @param {number} side @param {number} suit @param {boolean} own */
function column(round, ctx, side, suit, own) {
  const { edition } = ctx;
  const { letter } = edition.suits[suit];
  const id = `lay:${letter}`;
  const pending = own && ctx.pending?.place === id ? ctx.pending : null;
  const cards = [...round.expeditions[side][suit], ...(pending ? [pending.card] : [])];
  const score = round.scores[side][suit];
  const last = lastOf(round, ctx);
  const ringed = last && last.seat % edition.sides === side && last.actions[0] === cards.at(pending ? -2 : -1);
  const lit = own && Boolean(ctx.lit?.places?.has(id));
  const inner = html`${own ? nothing : worth(score, ctx)}
    <span class="run-box"><span class="run">
      ${cards.length === 0 ? html`<span class="empty-slot">${suitShape(letter, edition)}</span>` : nothing}
      ${repeat(cards, (card, place) => `${card}.${place}`, (card, place) => {
        const top = place === cards.length - 1;
        const isPending = pending !== null && top;
        const marked = ringed && place === cards.length - (pending ? 2 : 1);
        return html`<span class="slot ${top ? "is-top" : ""} ${isPending ? `is-pending is-${pending.state}` : ""} ${marked ? "is-last" : ""}"
          data-move=${`laid:${side}:${card}:${place}`}>${face(card, edition, { size: top ? "hand" : "column" })}</span>`;
      })}
    </span></span>
    ${own ? worth(score, ctx) : nothing}`;
  const name = columnName(round, ctx, side, suit, own, lit, pending?.card ?? "");
  const classes = `column suit-${suitKey(letter, edition)} ${lit ? "is-lit" : ""} ${cards.length ? "" : "is-empty"}`;
  if (!ctx.on?.place) return html`<div class=${classes} role="img" aria-label=${name}>${inner}</div>`;
  return html`<button type="button" class=${classes} aria-label=${name} data-place=${own ? id : `other:${side}:${letter}`}
    @click=${() => ctx.on?.place?.(own ? id : `other:${side}:${letter}`)}>${inner}</button>`;
}

/** @param {Round} round @param {BoardContext} ctx @param {number} side @param {number} suit @param {boolean} own @param {boolean} lit @param {string} unsent  my card that lies there, but not for the server yet */
function columnName(round, ctx, side, suit, own, lit, unsent) {
  const cards = round.expeditions[side][suit];
  const score = round.scores[side][suit];
  const of = { suit: suitName(ctx.edition.suits[suit], { inner: true }), name: sideName(ctx, side) };
  const what = t(own && ctx.eyes !== null ? "table.column.mine" : "table.column.theirs", of);
  const laid = unsent ? [t("table.column.unsent", { card: cardName(unsent, ctx.edition, { inner: true }) })] : [];
  const list = [...cards.map((card) => rankWord(card, ctx.edition)), ...laid].join(", ") || t("table.column.empty");
  const value = score && ctx.settings?.scores !== false ? ` ${worthWords(score)}` : "";
  const here = lit && ctx.lit?.card ? ` ${t("table.column.lay", { card: cardName(ctx.lit.card, ctx.edition, { inner: true }) })}` : "";
  return `${what}: ${list}.${value}${here}`;
}

/** A card's rank alone, in words. @param {string} card @param {Edition} edition */
function rankWord(card, edition) {
  return card[1] === "$" ? wagerWord(edition) : isWager(card) ? t(`rank.${card[1]}`) : card.slice(1);
}

/** What an expedition is worth, in a sentence. @param {Score} score */
export function worthWords(score) {
  if (score.to_even > 0) return t("table.worth.more", { total: signed(score.total), n: score.to_even });
  return t("table.worth", { total: signed(score.total) });
}

// A bar from the cost at the left over 0 in the middle: half is filled when it is paid for.
/** @param {Score|null} score @param {BoardContext} ctx */
function worth(score, ctx) {
  if (ctx.settings?.scores === false) return nothing;
  if (!score) return html`<span class="worth"></span>`;
  const paid = score.to_even > 0 ? score.sum / (score.sum + score.to_even) : 1;
  const more = score.to_even > 0 ? 0 : Math.min(1, score.total / 40);
  const width = Math.max(3, Math.round(50 * paid + 50 * more));
  return html`<span class="worth ${score.to_even > 0 ? "is-short" : "is-even"}" aria-hidden="true">
    <svg class="worth-bar" viewBox="0 0 100 6" preserveAspectRatio="none" focusable="false">
      <rect class="ground" width="100" height="6" rx="3" />${svg`<rect class="fill" width=${width} height="6" rx="3" />`}<rect class="zero" x="49" width="2" height="6" />
    </svg>
    <span class="worth-number">${signed(score.total)}</span>
    ${score.to_even > 0 ? html`<span class="worth-more">${t("table.worth.short", { n: score.to_even })}</span>` : nothing}
  </span>`;
}

/** @param {Round} round @param {BoardContext} ctx */
function lastOf(round, ctx) {
  return ctx.last === undefined ? round.last : ctx.last;
}

/** @param {Round} round @param {BoardContext} ctx @param {number} suit */
function pile(round, ctx, suit) {
  const { edition } = ctx;
  const { letter } = edition.suits[suit];
  const place = `discard:${letter}`;
  const draw = `<${letter}`;
  const pending = ctx.pending?.place === place ? ctx.pending : null;
  const top = pending ? pending.card : round.piles[suit].at(-1);
  const size = round.pile_sizes[suit] + (pending ? 1 : 0);
  const last = lastOf(round, ctx);
  const marked = !pending && last !== null && suitIndex(last.actions[0].slice(1), edition) === suit && last.actions[0] === `x${top}`;
  const from = last?.actions[1] === draw || ctx.pending?.draw === draw;
  const asPlace = Boolean(ctx.lit?.places?.has(place));
  const asDraw = Boolean(ctx.lit?.draws?.has(draw));
  const suitWord = suitName(edition.suits[suit], { inner: true });
  const name = [
    top ? t("table.pile", { suit: suitWord, card: cardName(top, edition, { inner: true }), n: size }) : t("table.pile.empty", { suit: suitWord }),
    asPlace && ctx.lit?.card ? t("table.pile.discard", { card: cardName(ctx.lit.card, edition, { inner: true }) }) : "",
    pending ? t("table.pile.unsent") : "",
    asDraw ? t("table.pile.draw") : "",
    from ? t("table.drawn-here") : "",
  ].filter(Boolean).join(" ");
  const marks = [(asPlace || asDraw) && "is-lit", !top && "is-empty", from && "is-drawn-from", size > 1 && "is-deep"];
  const classes = ["pile", `suit-${suitKey(letter, edition)}`, ...marks].filter(Boolean).join(" ");
  const onTop = ["slot is-top", marked && "is-last", pending && `is-pending is-${pending.state}`].filter(Boolean).join(" ");
  const inner = html`${top
      ? html`<span class=${onTop} data-move=${`pile:${letter}:${size}`}>${face(top, edition)}</span>`
      : html`<span class="empty-slot"><span class="pile-letter">${letter}</span>${suitShape(letter, edition)}</span>`}
    ${size > 1 ? html`<span class="count" aria-hidden="true">${size}</span>` : nothing}`;
  if (!ctx.on) return html`<div class=${classes} role="img" aria-label=${name}>${inner}</div>`;
  return html`<button type="button" class=${classes} aria-label=${name} data-place=${place} data-draw=${draw}
    @click=${() => (asDraw ? ctx.on?.draw?.(draw) : asPlace ? ctx.on?.place?.(place) : ctx.on?.pile?.(draw))}>${inner}</button>`;
}

/** @param {Round} round @param {BoardContext} ctx */
function deck(round, ctx) {
  const lit = Boolean(ctx.lit?.draws?.has("."));
  const from = lastOf(round, ctx)?.actions[1] === "." || ctx.pending?.draw === ".";
  const few = round.deck > 0 && round.deck <= 5;
  const name = [t("table.deck", { n: round.deck }), few ? t("table.deck.few") : "", lit ? t("table.pile.draw") : "", from ? t("table.drawn-here") : ""].filter(Boolean).join(" ");
  const classes = `pile deck ${lit ? "is-lit" : ""} ${from ? "is-drawn-from" : ""} ${few ? "is-few" : ""} ${round.deck === 0 ? "is-empty" : ""}`;
  const inner = html`${round.deck === 0 ? html`<span class="empty-slot"></span>` : html`<span class="slot is-top" data-move="deck">${back()}</span>`}
    <span class="deck-count" aria-hidden="true">${round.deck}</span>
    ${few ? html`<span class="few" aria-hidden="true">${Array.from({ length: round.deck }, () => html`<i></i>`)}</span>` : nothing}`;
  if (!ctx.on?.draw) return html`<div class=${classes} role="img" aria-label=${name}>${inner}</div>`;
  return html`<button type="button" class=${classes} aria-label=${name} data-draw="." @click=${() => ctx.on?.draw?.(".")}>${inner}</button>`;
}
