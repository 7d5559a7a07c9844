// The review: a finished match step by step, through any eyes; or a record that was brought along.

import { html, nothing } from "../../vendor/lit.js";
import { edition as editionOf } from "../api.js";
import { go, redraw } from "../app.js";
import { boardTemplate } from "../board.js";
import { bringTemplate, broughtSession, putAway } from "../review/bring.js";
import { Keep, saveTemplate } from "../review/keep.js";
import { keyTarget, playbackTemplate, turnsTemplate } from "../review/playback.js";
import { handsTemplate, wordsTemplate, worthTemplate } from "../review/position.js";
import { ReviewSession } from "../review/session.js";
import { commentsOf, stepWords } from "../review/turns.js";
import { seatName, sheetTemplate } from "../sheet.js";
import { styles } from "../styles.js";
import { editionName, errorText, hasWords, t } from "../words.js";

/** @typedef {import("../types.js").Edition} Edition */
/** @typedef {import("../types.js").Params} Params */
/** @typedef {import("../types.js").Review} Review */

await styles("review", "sheet");

/** @param {Params} params @returns {import("../types.js").Page} */
export function page(params) {
  const base = params.id ? `/review/${params.id}` : "/review";
  /** @type {ReviewSession|null} */
  let session = null;
  /** @type {Keep|null} */
  let keep = null;
  /** @type {Review|null} */
  let review = null;
  /** @type {Edition|undefined} */
  let edition;
  /** @type {any} */
  let sheet = null;
  let at = 0;
  let eyes = "";
  let problem = "";
  let asked = 0;
  let spoken = "";

  /** Take what the address says: the step at once, another round or other eyes when they are here. @param {URLSearchParams} query */
  async function follow(query) {
    const mine = ++asked;
    if (!session) return;
    const wanted = query.get("eyes") ?? usualEyes(session);
    const round = query.has("round") ? Number(query.get("round")) : (review?.round ?? null);
    const step = Number(query.get("step") ?? 0);
    if (review && review.round === round && eyes === wanted) return show(step);
    problem = "";
    try {
      const loaded = await load(session, round, wanted);
      if (mine !== asked) return;
      [review, eyes] = [loaded, String(loaded.eyes)];
      edition = await editionOf(loaded.edition);
      if (!sheet) readAlong(session, loaded);
    } catch (error) {
      if (mine !== asked) return;
      problem = words(error);
    }
    show(step);
  }

  /** @param {number} step */
  function show(step) {
    const end = (review?.steps.length ?? 1) - 1;
    at = Math.max(0, Math.min(end, Math.round(step) || 0));
    keep?.moved();
    const step_ = review?.steps[at];
    if (review && edition && step_) {
      const line = stepWords(step_, review.seats, edition);
      // The same words twice would not be read twice.
      spoken = line === spoken ? `${line} ` : line;
    }
    redraw();
    queueMicrotask(bringTurnIntoView);
  }

  /** The address of a step. @param {number} step @param {{round?: number, eyes?: string}} [other] */
  function href(step, other = {}) {
    const query = new URLSearchParams({
      round: String(other.round ?? review?.round ?? 1),
      step: String(step),
      eyes: other.eyes ?? eyes,
    });
    return `${base}?${query}`;
  }

  /** @param {number} step */
  function goTo(step) {
    go(href(step), { replace: true });
  }

  /** @param {KeyboardEvent} event */
  function keydown(event) {
    if (!review) return;
    const target = keyTarget(event, at, review.steps.length - 1);
    if (target === null) return;
    event.preventDefault();
    if (target !== at) goTo(target);
  }

  function begin() {
    session = params.id ? new ReviewSession({ table: params.id }) : broughtSession();
    keep = session && new Keep(session);
    if (!session) return redraw();
    follow(new URLSearchParams(location.search));
  }

  // The sheet is for reading along; a review without it is still a review.
  /** @param {ReviewSession} session @param {Review} review */
  async function readAlong(session, review) {
    sheet = await session.sheet(review).catch(() => null);
    redraw();
  }

  function another() {
    putAway();
    [session, keep, review, sheet, problem] = [null, null, null, null, ""];
    go("/review", { replace: true });
  }

  /** @param {Review} review @param {Edition} edition @param {ReviewSession} session */
  function reviewTemplate(review, edition, session) {
    const { position } = review.steps[at];
    const isOpen = /** @type {any} */ (review).open !== false;
    const seat = /^\d+$/.test(eyes) ? Number(eyes) : null;
    return html`<div class="review">
      <header class="review-head">
        <h1 aria-label=${`${t("review.title")}: ${editionName(edition)}`}>${t("review.title")}<small>${editionName(edition)}</small></h1>
        ${roundsTemplate(review, (round) => href(0, { round }))}
        <label class="review-eyes">
          <span>${t("review.eyes")}</span>
          <select @change=${(/** @type {Event} */ event) =>
            go(href(at, { eyes: /** @type {HTMLSelectElement} */ (event.target).value }), { replace: true })}>
            ${eyesChoices(review, isOpen, session).map(
              ([value, name]) => html`<option value=${value} ?selected=${value === eyes}>${name}</option>`,
            )}
          </select>
        </label>
        <p role="alert" class="error">${problem || nothing}</p>
      </header>
      <div class="review-main">
        <div class="review-board">
          ${boardTemplate(position, {
            edition,
            eyes: seat,
            names: review.seats.map((_, index) => seatName(review.seats, index)),
            settings: { scores: true },
          })}
        </div>
        ${playbackTemplate(review, at, edition, goTo)}
        <p class="review-said" role="status">${spoken}</p>
        ${commentsOf(review, at).map((comment) => html`<p class="review-comment">${comment}</p>`)}
        ${handsTemplate(position, review, edition)}
        ${keep?.template(review, at, href(at), isOpen)}
      </div>
      <div class="review-side">
        ${turnsTemplate(review, at, edition, href)} ${worthTemplate(position, review, edition)}
        ${wordsTemplate(position, review, edition)}
      </div>
      <div class="review-foot">
        ${session.table
          ? saveTemplate(session.table)
          : html`<p><button class="button" type="button" @click=${another}>${t("review.bring.other")}</button></p>`}
        ${sheet?.seats
          ? html`<details class="review-sheet">
              <summary><h2>${t("review.sheet")}</h2></summary>
              ${sheetTemplate(sheet, edition, { level: 3, review: session.table && base })}
            </details>`
          : nothing}
      </div>
    </div>`;
  }

  return {
    start() {
      document.addEventListener("keydown", keydown);
      begin();
    },
    stop: () => document.removeEventListener("keydown", keydown),
    title: () => t(session || params.id ? "review.title" : "review.bring"),
    follow(next) {
      follow(next.query);
      return true;
    },
    template() {
      if (review && edition && session) return reviewTemplate(review, edition, session);
      if (!session && !params.id) return bringTemplate(begin);
      return html`<div class="page narrow">
        <h1>${t("review.title")}</h1>
        <p role="status">${problem || t("review.loading")}</p>
        ${problem
          ? html`<p class="review-acts">
              <button class="button" type="button" @click=${begin}>${t("review.again")}</button>
              ${location.search ? html`<a class="button" href=${base}>${t("review.from-start")}</a>` : nothing}
              <a class="button" href="/review">${t("review.bring")}</a>
            </p>`
          : nothing}
      </div>`;
    },
  };
}

/** Through whose eyes one looks at first: one's own, or all. @param {ReviewSession} session */
function usualEyes(session) {
  return session.mine.length === 1 ? String(session.mine[0]) : "all";
}

/** Where the cards are not open yet, what everybody saw has to do. @param {ReviewSession} session @param {number|null} round @param {string} eyes */
async function load(session, round, eyes) {
  try {
    return await session.load(round, eyes);
  } catch (error) {
    if (eyes === "all" && /** @type {any} */ (error).code === "forbidden") return session.load(round, "spectator");
    throw error;
  }
}

/** @param {any} error */
function words(error) {
  const key = `review.fault.${error.code}`;
  return hasWords(key) ? t(key, { message: error.message }) : errorText(error);
}

/** @param {Review} review @param {(round: number) => string} href */
function roundsTemplate(review, href) {
  const rounds = Array.from({ length: review.rounds + 1 - review.first_round }, (_, index) => index + review.first_round);
  if (rounds.length < 2) return nothing;
  return html`<nav class="review-rounds" aria-label=${t("review.round")}>
    ${rounds.map(
      (round) => html`<a href=${href(round)} aria-current=${round === review.round ? "page" : "false"}>
        ${round ? t("sheet.round", { n: round }) : t("sheet.teaching")}
      </a>`,
    )}
  </nav>`;
}

/** @param {Review} review @param {boolean} isOpen @param {ReviewSession} session @returns {[string, string][]} */
function eyesChoices(review, isOpen, session) {
  const seats = review.seats.flatMap((_, seat) => (isOpen || session.mine.includes(seat) ? [seat] : []));
  /** @type {[string, string][]} */
  const choices = seats.map((seat) => [String(seat), seatName(review.seats, seat)]);
  choices.push(["spectator", t("review.eyes.spectator")]);
  if (isOpen) choices.unshift(["all", t("review.eyes.all")]);
  return choices;
}

// Only the list scrolls, never the page.
function bringTurnIntoView() {
  const list = document.getElementById("turn-list");
  const current = /** @type {HTMLElement|null|undefined} */ (list?.querySelector('[aria-current="step"]'));
  if (!list || !current) return;
  const top = current.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + current.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - list.clientHeight / 2;
  }
}
