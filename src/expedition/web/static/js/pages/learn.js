// The tutorial: ten guided turns at a table of its own, and how they are scored.

import { html, nothing } from "../../vendor/lit.js";
import { edition as editionOf } from "../api.js";
import { go, redraw } from "../app.js";
import { boardTemplate } from "../board.js";
import { face } from "../cards.js";
import { handTemplate, sortHand } from "../hand.js";
import { arrows, isWriting, remember, settle } from "../keys.js";
import { Course, LAST, YOU } from "../learn/course.js";
import { lessonSheet } from "../learn/ending.js";
import { drawsFor, placesFor } from "../select.js";
import { sheetTemplate, worked } from "../sheet.js";
import { getSettings, readStored, setSetting, writeStored } from "../state.js";
import { turnSentence } from "../status.js";
import { cardName, errorText, signed, suitName, t } from "../words.js";
import { playBot } from "../review/play-bot.js";
import { styles } from "../styles.js";

/** @typedef {import("../types.js").Edition} Edition */

const KEY = "expedition.lesson";
const TURNS = LAST - 1;

await styles("learn", "sheet");

/** @param {import("../types.js").Params} _params @returns {import("../types.js").Page} */
export function page(_params) {
  const kept = readStored(KEY);
  /** @type {Course|null} */
  let course = null;
  let resumed = false;
  /** @type {unknown} */
  let failure = null;
  let making = false;

  async function start() {
    failure = null;
    document.addEventListener("keydown", keydown);
    try {
      const classic = await editionOf("classic");
      if (!classic) throw new Error("classic");
      course = new Course(classic, Number(kept));
      resumed = course.at > 0;
    } catch (error) {
      failure = error;
    }
    refresh();
  }

  function root() {
    return document.getElementById("lesson");
  }

  function refresh() {
    redraw();
    // After the drawing that redraw has put in line.
    queueMicrotask(() => settle(root()));
  }

  /** @param {number} at */
  function step(at) {
    if (!course) return;
    course.go(at);
    resumed = false;
    writeStored(KEY, course.at);
    if (course.at === LAST) setSetting("taught", true);
    refresh();
    queueMicrotask(() => {
      document.querySelector("h1")?.focus({ preventScroll: true });
      scrollTo(0, 0);
    });
  }

  /** @param {() => void} act */
  function act(act) {
    const was = course?.done;
    act();
    resumed = false;
    refresh();
    if (course?.done && !was) queueMicrotask(() => document.getElementById("go-on")?.focus({ preventScroll: true }));
  }

  /** @param {KeyboardEvent} event */
  function keydown(event) {
    if (!course?.step || event.defaultPrevented || isWriting(event)) return;
    const quick = event.ctrlKey || event.metaKey || event.altKey ? undefined : course.shortcut(event.key, getSettings().shortcuts);
    if (quick) act(quick);
    else if (!arrows(event, root())) return;
    event.preventDefault();
  }

  /** @param {boolean} openHands */
  async function play(openHands) {
    if (making) return;
    making = true;
    failure = null;
    refresh();
    try {
      await go(`/t/${await playBot({ edition: "classic", openHands })}`);
    } catch (error) {
      failure = error;
    }
    making = false;
    refresh();
  }

  function leave() {
    setSetting("taught", true);
  }

  /** @param {Course} course */
  function turnTemplate(course) {
    const { edition, round, selection, wanted } = course;
    const names = [t("learn.you"), t("learn.other")];
    const active = !course.done;
    const chosen = selection.stage === "chosen" && selection.card === wanted.card;
    const last = course.done ? round.last : (course.step?.before.last ?? null);
    return html`<div class="lesson" id="lesson" @focusin=${remember}>
      <section class="coach ${course.done ? "is-done" : ""}" aria-labelledby="coach-title">
        <p class="coach-where">
          ${t("learn.step", { at: course.at, n: TURNS })}
          <progress class="coach-progress" max=${TURNS} value=${course.at - (course.done ? 0 : 1)} aria-hidden="true"></progress>
        </p>
        <div class="coach-text" role="group" tabindex="0" aria-labelledby="coach-title">
          <h1 id="coach-title">${t(`learn.${course.at}.title`)}</h1>
          ${course.done ? nothing : sayTemplate(course, names)}
        </div>
        <div class="coach-now" role="status">
          ${resumed ? html`<p class="muted">${t("learn.resumed")}</p>` : nothing}
          ${course.done ? doneTemplate(course) : html`<p class="coach-prompt">${promptOf(course)}</p>`}
          ${course.note ? html`<p class="coach-note">${course.note}</p>` : nothing}
        </div>
        ${course.done
          ? html`<p class="coach-acts">
              <button class="button main" id="go-on" type="button" @click=${() => step(course.at + 1)}>${t("learn.on")}</button>
            </p>`
          : nothing}
      </section>
      <div class="lesson-table">
        ${boardTemplate(round, {
          edition,
          eyes: YOU,
          names,
          settings: { scores: true },
          last,
          lit: {
            places: chosen ? placesFor(selection.card, round) : new Set(),
            draws: active ? drawsFor(selection, round) : new Set(),
            card: selection.card,
          },
          pending: selection.stage === "placed"
            ? { card: wanted.card, place: wanted.place, draw: null, state: "placed" }
            : null,
          on: {
            place: (place) => act(() => course.place(place)),
            draw: (from) => act(() => course.draw(from)),
            pile: (from) => act(() => course.draw(from)),
          },
        })}
        ${handTemplate({
          edition,
          held: sortHand(round.hand ?? [], edition, "suit"),
          selection,
          active,
          playable: course.playable,
          exposed: round.exposed,
          gone: selection.stage === "placed" ? { card: wanted.card, copy: selection.copy } : null,
          fresh: course.done && round.last?.drawn ? { card: round.last.drawn, copy: 0 } : null,
          choose: ({ card, copy }) => act(() => course.card(card, copy)),
        })}
      </div>
      <p class="lesson-foot">
        ${selection.stage === "placed"
          ? html`<button class="plain" type="button" @click=${() => act(() => course.back())}>${t("learn.back")}</button>`
          : nothing}
        <button class="plain" type="button" @click=${() => step(course.at - 1)}>${t("learn.previous")}</button>
        <button class="plain" type="button" @click=${() => step(0)}>${t("learn.over")}</button>
        <a class="plain" href="/" @click=${leave}>${t("learn.leave")}</a>
        <span class="muted">${t("learn.kept")}</span>
      </p>
    </div>`;
  }

  /** @param {Course} course */
  function endTemplate(course) {
    const { edition } = course;
    return html`<div class="page lesson-end">
      <h1>${t("learn.11.title")}</h1>
      <p>${t("learn.11.say")}</p>
      ${sheetTemplate(lessonSheet(course.round), edition)}
      <p>${t("learn.11.match")}</p>
      <p class="coach-acts">
        <button class="button main big" type="button" aria-disabled=${making} @click=${() => play(false)}>
          ${making ? t("learn.making") : t("learn.play")}
        </button>
        <button class="button" type="button" aria-disabled=${making} aria-describedby="teaching-why" @click=${() => play(true)}>
          ${t("learn.teaching")}
        </button>
      </p>
      <p class="muted" id="teaching-why">${t("learn.teaching.why")}</p>
      <p role="alert" class="error">${failure ? t("learn.failed", { message: errorText(failure) }) : nothing}</p>
      <p>
        <a href="/rules">${t("learn.rules")}</a>
        <button class="plain" type="button" @click=${() => step(0)}>${t("learn.over")}</button>
      </p>
    </div>`;
  }

  function template() {
    if (!course) {
      return html`<div class="page narrow">
        <h1>${t("learn.title")}</h1>
        <p role="status">${failure ? errorText(failure) : t("learn.loading")}</p>
        ${failure ? html`<button class="button" type="button" @click=${start}>${t("learn.again")}</button>` : nothing}
      </div>`;
    }
    if (course.at === 0) return welcomeTemplate(course.edition, () => step(1), leave);
    return course.at === LAST ? endTemplate(course) : turnTemplate(course);
  }

  return {
    start,
    stop: () => document.removeEventListener("keydown", keydown),
    title: () => t("learn.title"),
    template,
  };
}

/** What happened since, and what the turn is about. @param {Course} course @param {string[]} names */
function sayTemplate({ edition, step, at }, names) {
  const last = step?.before.last;
  const skipped = at === TURNS - 1;
  const since = skipped ? t("learn.skipped") : last ? turnSentence(last, { edition, names, me: YOU }) : "";
  return html`${since ? html`<p class="muted">${since}</p>` : nothing}
    <p>${t(`learn.${at}.say`)}</p>`;
}

/** The next thing to do. @param {Course} course */
function promptOf({ edition, wanted, selection }) {
  const { card, place, draw } = wanted;
  const found = edition.suits.find(({ letter }) => letter === card[0]);
  const suit = found ? suitName(found, { inner: true }) : "";
  if (selection.stage === "placed") return t(draw === "." ? "learn.prompt.deck" : "learn.prompt.pile", { suit });
  if (selection.card === card) return t(place.startsWith("lay:") ? "learn.prompt.lay" : "learn.prompt.discard", { suit });
  return t("learn.prompt.card", { card: cardName(card, edition, { inner: true }) });
}

/** What came of the turn. @param {Course} course */
function doneTemplate(course) {
  const { edition, round } = course;
  const drawn = course.wanted.draw === "." ? course.step?.drawn : "";
  const [total, other] = round.totals;
  return html`<p>${t(`learn.${course.at}.done`)}</p>
    <p class="muted">
      ${drawn ? t("learn.drew", { card: cardName(drawn, edition, { inner: true }) }) : nothing}
      ${t("learn.worth", { total: signed(total), other: signed(other) })}
    </p>`;
}

/** @param {Edition} edition @param {() => void} begin @param {() => void} leave */
function welcomeTemplate(edition, begin, leave) {
  const good = edition.examples.find(({ score }) => score.total > 0 && score.multiplier === 1);
  const bad = edition.examples.find(({ score }) => score.total < 0 && score.cards > 1);
  return html`<div class="page narrow lesson-welcome">
    <h1>${t("learn.0.title")}</h1>
    <p>${t("learn.0.say")}</p>
    <p><strong>${t("learn.0.turn")}</strong></p>
    <h2>${t("learn.0.cost")}</h2>
    <p>${t("learn.0.cost.say")}</p>
    <div class="lesson-examples">
      ${good ? exampleTemplate(good, edition, t("learn.0.good")) : nothing}
      ${bad ? exampleTemplate(bad, edition, t("learn.0.bad")) : nothing}
    </div>
    <p class="coach-acts">
      <button class="button main big" type="button" @click=${begin}>${t("learn.0.start")}</button>
      <a class="button" href="/" @click=${leave}>${t("learn.leave")}</a>
    </p>
    <p class="muted">${t("learn.kept")}</p>
  </div>`;
}

/** @param {Edition["examples"][number]} example @param {Edition} edition @param {string} head */
function exampleTemplate({ cards, score }, edition, head) {
  return html`<figure class="lesson-example">
    <span class="mini-row" aria-hidden="true">${cards.map((card) => html`<span class="mini">${face(card, edition)}</span>`)}</span>
    <figcaption>
      <strong>${head}</strong>
      <span class="hidden">${cards.map((card) => cardName(card, edition, { inner: true })).join(", ")}:</span>
      <span>${worked(score)}</span>
    </figcaption>
  </figure>`;
}
