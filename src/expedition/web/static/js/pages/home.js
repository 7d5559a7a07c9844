// The first page: at a table within two clicks.

import { html, live, nothing } from "../../vendor/lit.js";
import { bots as allBots, botsFor, editions as allEditions, get, keepSeats, post } from "../api.js";
import { go, redraw } from "../app.js";
import { face } from "../cards.js";
import { icon } from "../home/icons.js";
import { nameField, optionsTemplate, picked } from "../home/options.js";
import { editionFor, order, pasted, roundsFor, start } from "../home/order.js";
import { askAround, finishedTemplate, stopAsking, yoursTemplate } from "../home/yours.js";
import { getSettings, setSetting } from "../state.js";
import { botName, botStyle, editionName, errorText, t } from "../words.js";

/** @typedef {import("../home/order.js").Way} Way */
/** @typedef {import("../home/order.js").Choices} Choices */
/** @typedef {import("../types.js").BotInfo} BotInfo */

// Choices outlive a visit to another page; a new load starts with what is remembered.
/** @type {Choices} */
let choices = { ...start };
let remembered = false;

/** @type {import("../types.js").Edition[]} */
let editions = [];
/** @type {BotInfo[]} */
let bots = [];
/** @type {unknown} */
let failure = null;
let starting = false;
/** @type {any[]|null} */
let listed = null;
let linkProblem = "";

/** @param {import("../types.js").Params} _params @returns {import("../types.js").Page} */
export function page(_params) {
  if (!remembered) {
    const { edition, bot, rounds, name, others } = getSettings();
    choices = { ...start, edition, bot, rounds, name, others };
    remembered = true;
  }
  choices.name = getSettings().name;
  failure = null;
  starting = false;
  const look = () => {
    if (document.visibilityState === "visible") askAround(redraw);
  };
  return {
    template,
    start() {
      load();
      look();
      document.addEventListener("visibilitychange", look);
    },
    stop() {
      stopAsking();
      document.removeEventListener("visibilitychange", look);
    },
  };
}

async function load() {
  try {
    const asked = allBots();
    asked.catch(() => null);
    editions = await allEditions();
    // A server that has just started may still be asking who can play.
    redraw();
    bots = await asked;
    failure = null;
  } catch (error) {
    failure = error;
  }
  redraw();
}

/** @param {Partial<Choices>} change */
function choose(change) {
  choices = { ...choices, ...change };
  setSetting("edition", choices.edition);
  setSetting("bot", choices.bot);
  setSetting("rounds", choices.rounds);
  setSetting("name", choices.name.trim());
  setSetting("others", choices.others);
  redraw();
}

/** The bot for an edition: the one that was chosen, where it plays that. @param {string} edition @returns {BotInfo|undefined} */
function botFor(edition) {
  const fitting = botsFor(bots, edition);
  return [choices.bot, "careful"].map((id) => fitting.find((one) => one.id === id)).find(Boolean) ?? fitting[0];
}

/** Who sits at a table of four; a bot that doesn't play the edition gives way. @param {string} edition */
function seatsFor(edition) {
  const offered = botsFor(bots, edition).map(({ id }) => `bot:${id}`);
  return choices.seats.map((seat) => (/^bot:./.test(seat) && !offered.includes(seat) ? "bot:" : seat));
}

/** @param {number} seat  from 0 */
function guest(seat) {
  return t("home.guest", { n: seat + 1 });
}

/** @param {Way} way */
async function sit(way) {
  if (starting) return;
  if (!bots.length) await load();
  if (!editions.length || starting || (!bots.length && (way === "bot" || way === "teach"))) return;
  starting = true;
  failure = null;
  redraw();
  // The table's scripts come while the server lays it.
  import("./table.js").catch(() => null);
  try {
    const { id } = editionFor(way, choices, editions);
    const bot = botFor(id)?.id ?? "";
    const wanted = order(way, { ...choices, bot, seats: seatsFor(id) }, editions, bot, guest);
    const made = await post("/tables", wanted);
    const names = wanted.seats.map((seat) => (seat.kind === "bot" ? botName(seat.bot ?? "") : seat.kind === "me" ? "" : (seat.name ?? "")));
    keepSeats(made.table, made.seats, { edition: wanted.edition, names, invite: made.invite });
    await go(`/t/${made.table}`);
  } catch (error) {
    failure = error;
  }
  starting = false;
  redraw();
}

function template() {
  const ready = editions.length > 0;
  const edition = ready ? editionFor("bot", choices, editions) : undefined;
  const classic = editions.find(({ id }) => id === "classic");
  return html`<div class="page home">
    <div>
    <section class="hero">
      <div class="fan" aria-hidden="true">${classic ? ["Y2", "W4", "B6", "G8", "R10"].map((card) => html`<span>${face(card, classic)}</span>`) : nothing}</div>
      <h1>${t("home.title")}</h1>
      <p class="lead">${t("home.lead")}</p>
      <p class="act">
        <button class="button main big" type="button" aria-describedby="how" aria-disabled=${starting ? "true" : "false"} @click=${() => sit("bot")}>
          ${starting ? t("home.starting") : t("home.play")}
        </button>
      </p>
      <p class="muted" id="how">${edition && bots.length ? how(edition) : failure ? nothing : t("home.loading")}</p>
      <p role="alert" class="error">${failure ? errorText(failure) : nothing}</p>
      ${failure && !ready ? html`<p><button class="button" type="button" @click=${load}>${t("home.again")}</button></p>` : nothing}
      ${getSettings().taught ? nothing : html`<p class="first"><span>${t("home.first")}</span> <a href="/learn">${t("home.first.learn")}</a> <a href="/rules">${t("home.first.rules")}</a></p>`}
    </section>
    ${edition ? html`<details class="panel options">
      <summary>${t("home.options")}</summary>
      ${optionsTemplate(choices, choose, editions, botsFor(bots, edition.id), botFor(edition.id))}
    </details>` : nothing}
    </div>
    <div>
    ${yoursTemplate(editions, redraw)}
    <section aria-labelledby="with">
      <h2 id="with">${t("home.with")}</h2>
      <ul class="ways">
        ${way("friend", t("home.friend"), t("home.friend.text"))}
        <li><details class="way-more">
          <summary class="way">${icon("here")}<span><strong>${t("home.here")}</strong><span class="muted">${t("home.here.text")}</span></span></summary>
          ${hereTemplate()}
        </details></li>
        ${way("solo", t("home.solo"), t("home.solo.text"))}
        <li><a class="way" href="/daily">${icon("daily")}<span><strong>${t("home.daily")}</strong><span class="muted">${t("home.daily.text")}</span></span></a></li>
        ${way("teach", t("home.teach"), t("home.teach.text"))}
        <li><a class="way" href="/review">${icon("import")}<span><strong>${t("home.import")}</strong><span class="muted">${t("home.import.text")}</span></span></a></li>
        <li class="wide"><details class="way-more">
          <summary class="way">${icon("partners")}<span><strong>${t("home.partners")}</strong><span class="muted">${t("home.partners.text")}</span></span></summary>
          ${ready ? partnersTemplate() : nothing}
        </details></li>
        <li class="wide"><details class="way-more" @toggle=${watchOpened}>
          <summary class="way">${icon("watch")}<span><strong>${t("home.watch")}</strong><span class="muted">${t("home.watch.text")}</span></span></summary>
          ${watchTemplate()}
        </details></li>
      </ul>
    </section>
    ${finishedTemplate(editions)}
    </div>
  </div>`;
}

/** @param {import("../types.js").Edition} edition */
function how(edition) {
  const bot = botFor(edition.id);
  if (!bot) return editionName(edition);
  const rounds = t("home.rounds", { n: roundsFor("bot", choices, edition) });
  return t("home.play.how", { edition: editionName(edition), rounds, bot: botName(bot.id, bot.title), style: botStyle(bot) });
}

/** @param {Way} name @param {string} title @param {string} text */
function way(name, title, text) {
  return html`<li><button class="way" type="button" @click=${() => sit(name)}>
    ${icon(name)}<span><strong>${title}</strong><span class="muted">${text}</span></span>
  </button></li>`;
}

function hereTemplate() {
  return html`<div class="panel inner">
    ${nameField(choices.name, (name) => choose({ name }), t("home.here.one"), "")}
    ${otherField(1, t("home.here.other"))}
    <button class="button main" type="button" @click=${() => sit("here")}>${t("home.here.start")}</button>
  </div>`;
}

/** The name of somebody else on this device. @param {number} seat @param {string} label */
function otherField(seat, label) {
  return nameField(choices.others[seat] ?? "", (name) => choose({ others: { ...choices.others, [seat]: name.trim() } }), label, "", "off");
}

function partnersTemplate() {
  const chosen = editionFor("partners", choices, editions);
  return html`<div class="panel inner">
    <label class="field">
      <span>${t("home.edition")}</span>
      <select .value=${live(chosen.id)} @change=${picked((partners) => choose({ partners }))}>
        ${editions.filter(({ seats }) => seats === 4).map((one) => html`<option value=${one.id} ?selected=${one === chosen}>${editionName(one)}</option>`)}
      </select>
    </label>
    <div class="grid">
      ${[0, 1].map((side) => html`<fieldset>
        <legend>${t("home.side", { n: side + 1 })}</legend>
        ${[side, side + 2].map((seat) => html`${seatField(seat, chosen.id)}${seatName(seat)}`)}
      </fieldset>`)}
    </div>
    <button class="button main" type="button" @click=${() => sit("partners")}>${t("home.partners.start")}</button>
  </div>`;
}

/** @param {number} seat @param {string} edition */
function seatField(seat, edition) {
  const now = seatsFor(edition)[seat];
  const kinds = [["me", t("home.seat.me")], ["here", t("home.seat.here")], ["friend", t("home.seat.friend")], ["bot:", t("home.seat.bot")]];
  const offered = botsFor(bots, edition);
  if (offered.length > 1) for (const { id, title } of offered) kinds.push([`bot:${id}`, t("home.seat.named", { bot: botName(id, title) })]);
  const take = (/** @type {string} */ kind) => {
    // I sit in one place: whoever had "me" before becomes a bot.
    const seats = choices.seats.map((before, place) => (place === seat ? kind : kind === "me" && before === "me" ? "bot:" : before));
    choose({ seats });
  };
  return html`<label class="field">
    <span>${t("home.seat", { n: seat + 1 })}</span>
    <select @change=${picked(take)}>
      ${kinds.map(([kind, words]) => html`<option value=${kind} .selected=${live(now === kind)}>${words}</option>`)}
    </select>
  </label>`;
}

/** @param {number} seat */
function seatName(seat) {
  const label = t("home.seat.name", { n: seat + 1 });
  if (choices.seats[seat] === "me") return nameField(choices.name, (name) => choose({ name }), label, "");
  return choices.seats[seat] === "here" ? otherField(seat, label) : nothing;
}

/** @param {Event} event */
async function watchOpened(event) {
  if (!(/** @type {HTMLDetailsElement} */ (event.target).open)) return;
  listed = (await get("/tables").catch(() => ({ tables: [] }))).tables;
  redraw();
}

function watchTemplate() {
  return html`<div class="panel inner">
    ${listed === null ? nothing : listed.length === 0
      ? html`<p class="muted">${t("home.watch.none")}</p>`
      : html`<ul class="rows">${listed.map((one) => html`<li><a href="/t/${one.table}">
          <strong>${one.seats.map(watched).join(", ")}</strong>
          <span class="muted">${one.deck === null ? t("home.watch.waiting") : t("home.watch.row", { round: one.standing.round, rounds: one.standing.rounds, deck: one.deck })}</span>
        </a></li>`)}</ul>`}
    <form @submit=${watchLink}>
      <label class="field">
        <span>${t("home.watch.link")}</span>
        <input type="text" name="link" inputmode="url" autocomplete="off" spellcheck="false" aria-describedby="link-hint" />
        <span class="muted" id="link-hint">${t("home.watch.hint")}</span>
      </label>
      <p role="alert" class="error">${linkProblem || nothing}</p>
      <button class="button" type="submit">${t("home.watch.go")}</button>
    </form>
  </div>`;
}

/** @param {import("../types.js").SeatView} seat */
function watched({ name, bot }) {
  return bot ? botName(bot) : name || t("home.someone");
}

/** @param {SubmitEvent} event */
function watchLink(event) {
  event.preventDefault();
  const text = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("link") ?? "");
  const found = pasted(text, location.origin);
  linkProblem = "";
  if (found && "path" in found) return void go(found.path);
  linkProblem = found ? t("home.watch.elsewhere", { link: found.elsewhere }) : t("home.watch.bad");
  redraw();
}
