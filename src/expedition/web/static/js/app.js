// The shell: which page a path is, the frame round it, and drawing it anew when something changed.

import { html, nothing, render } from "../vendor/lit.js";
import { getSettings, onSettings } from "./state.js";
import { language, needWords, setLanguage, t } from "./words.js";

/** @typedef {import("./types.js").Page} Page */
/** @typedef {import("./types.js").Params} Params */

// A page, and the parts of the catalogue it speaks with, load when it is first asked for.
/** @type {[RegExp, string, string[], () => Promise<{page: (params: Params) => Page}>][]} */
const routes = [
  [/^\/$/, "home", [], () => import("./pages/home.js")],
  [/^\/t\/([\w-]+)$/, "table", ["table", "asking", "hints", "review"], () => import("./pages/table.js")],
  [/^\/review(?:\/([\w-]+))?$/, "review", ["review", "table"], () => import("./pages/review.js")],
  [/^\/rules(?:\/([\w-]+))?$/, "rules", ["rules", "review"], () => import("./pages/rules.js")],
  [/^\/learn$/, "learn", ["learn", "table", "hints", "review"], () => import("./pages/learn.js")],
  [/^\/settings$/, "settings", [], () => import("./pages/settings.js")],
  [/^\/daily$/, "daily", [], () => import("./pages/daily.js")],
  [/^\/about$/, "about", [], () => import("./pages/about.js")],
];

/** @type {Page|null} */
let current = null;
/** @type {Params|null} */
let at = null;
let shown = "";
let turn = 0;
// The path and query of the page that is shown.
let path = "";
// A place within the page to show as soon as it is drawn.
let place = "";
let waiting = false;
// After a step the new page's heading is to get the focus, as soon as there is one.
let heading = false;

/** Go to a path of this app, "/t/ID#s.TOKEN". @param {string} to @param {{replace?: boolean}} [how] */
export function go(to, { replace = false } = {}) {
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  return open({ moved: true });
}

/** Draw the page again soon: something it shows has changed. Many calls make one drawing. */
export function redraw() {
  if (waiting) return;
  waiting = true;
  queueMicrotask(() => {
    waiting = false;
    draw();
  });
}

/** @param {{moved: boolean}} how  moved: by a person's step, so the new page's heading gets the focus */
async function open({ moved }) {
  const mine = ++turn;
  const { pathname, search, hash } = location;
  path = pathname + search;
  const route = routes.find(([pattern]) => pattern.test(pathname));
  const name = route?.[1] ?? "lost";
  const id = route ? (route[0].exec(pathname)?.[1] ?? "") : "";
  const params = { name, id, query: new URLSearchParams(search), hash: hash.slice(1) };
  if (current?.follow && at?.name === name && at.id === id && current.follow(params)) {
    at = params;
    return draw();
  }
  let next = lost;
  try {
    if (route) next = (await Promise.all([route[3](), needWords(...route[2])]))[0].page(params);
  } catch (error) {
    console.error(error);
    next = broken;
  }
  if (mine !== turn) return;
  current?.stop?.();
  [current, at] = [next, params];
  document.body.dataset.page = name;
  heading = moved;
  place = /^#[a-z][\w-]*$/.test(hash) ? hash.slice(1) : "";
  draw();
  // The page may have gone elsewhere while it was drawn for the first time.
  if (current !== next) return;
  next.start?.();
  if (moved && !place) scrollTo(0, 0);
}

function draw() {
  if (!current) return;
  const page = current;
  const about = page.title?.();
  const name = about ? `${about} · ${t("app.name")}` : t("app.name");
  if (name !== shown) document.title = shown = name;
  document.documentElement.lang = language();
  // A page that stands in for another while that loads hands the focus on with its heading.
  heading ||= document.activeElement?.tagName === "H1";
  const root = document.getElementById("app");
  if (root) render(frame(page), root);
  const target = place && document.getElementById(place);
  if (target) {
    place = "";
    target.scrollIntoView();
  }
  // Headings take the focus after a step, but are not in the way of the Tab key.
  const title = /** @type {HTMLElement|null} */ (document.querySelector("h1"));
  if (title && !title.hasAttribute("tabindex")) title.tabIndex = -1;
  if (!heading || !title) return;
  heading = false;
  if (document.activeElement !== title) title.focus({ preventScroll: true });
}

/** @param {Page} page */
function frame(page) {
  return html`
    <a class="skip" href="#main" @click=${skip}>${t("shell.skip")}</a>
    <header class="top">
      <a class="brand" href="/" aria-label=${t("shell.home")}>${mark}<span>${t("app.name")}</span></a>
      <nav aria-label=${t("shell.nav")}>
        ${link("/rules", t("shell.rules"))} ${link("/learn", t("shell.learn"))}
        ${link("/settings", t("shell.settings"))}
      </nav>
    </header>
    <main id="main" tabindex="-1">${page.template()}</main>
    <footer class="foot">
      <p>${t("shell.kept")}</p>
      <nav aria-label=${t("shell.more")}>
        ${link("/daily", t("shell.daily"))} ${link("/review", t("shell.review"))}
        ${link("/about", t("shell.about"))}
      </nav>
    </footer>
  `;
}

/** @param {string} path @param {string} words */
function link(path, words) {
  const here = location.pathname === path || location.pathname.startsWith(`${path}/`);
  return html`<a href=${path} aria-current=${here ? "page" : nothing}>${words}</a>`;
}

/** The mark: a column of cards on the way up. */
const mark = html`<svg class="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
  <path class="mark-back" d="M3 9a3 3 0 0 1 3-3h20a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3z" />
  <path class="mark-hill" d="M3 21l7-6 5 4 8-9 6 6v7a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3z" />
  <circle class="mark-sun" cx="11" cy="11" r="2.6" />
</svg>`;

/** @param {Event} event */
function skip(event) {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

/** @type {Page} */
const lost = {
  title: () => t("lost.title"),
  template: () => html`<div class="page narrow">
    <h1>${t("lost.title")}</h1>
    <p>${t("lost.text")}</p>
    <p><a class="button" href="/">${t("shell.home")}</a></p>
  </div>`,
};

/** @type {Page} */
const broken = {
  title: () => t("broken.title"),
  template: () => html`<div class="page narrow">
    <h1>${t("broken.title")}</h1>
    <p>${t("broken.text")}</p>
    <p><button class="button" type="button" @click=${() => location.reload()}>${t("broken.reload")}</button></p>
  </div>`,
};

// Links within the app change the page without loading it anew.
/** @param {MouseEvent} event */
function follow(event) {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const target = /** @type {Element|null} */ (event.target);
  const anchor = /** @type {HTMLAnchorElement|null|undefined} */ (target?.closest?.("a[href]"));
  if (!anchor || anchor.target || anchor.hasAttribute("download")) return;
  const url = new URL(anchor.href, location.href);
  if (url.origin !== location.origin || /^\/(api|static)\//.test(url.pathname)) return;
  if (url.pathname === location.pathname && url.search === location.search && url.hash && anchor.getAttribute("href")?.startsWith("#")) return;
  event.preventDefault();
  go(url.pathname + url.search + url.hash);
}

// Back, forward, or another fragment. A fragment within the page is the browser's to scroll to; only
// a seat's or an invitation's means something to the page itself.
function stepped() {
  const { pathname, search, hash } = location;
  const within = path === pathname + search && !/^#[si]\./.test(hash);
  if (within && !current?.follow) return;
  open({ moved: path !== pathname + search });
}

const dark = matchMedia("(prefers-color-scheme: dark)");

// early.js does the same before the first paint.
function dress() {
  const { theme, palette, motion, letters } = getSettings();
  const root = document.documentElement;
  root.dataset.theme = theme === "auto" ? (dark.matches ? "dark" : "light") : theme;
  root.dataset.palette = palette;
  root.dataset.motion = String(motion);
  root.classList.toggle("letters-off", !letters);
  const paper = getComputedStyle(root).getPropertyValue("--paper").trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", paper || "#f4efe6");
}

let spoken = "";

async function settle() {
  dress();
  const { language: wanted } = getSettings();
  if (wanted !== spoken) {
    spoken = wanted;
    await setLanguage(wanted);
  }
  redraw();
}

async function main() {
  document.addEventListener("click", follow);
  addEventListener("popstate", stepped);
  dark.addEventListener("change", dress);
  onSettings(settle);
  dress();
  spoken = getSettings().language;
  await setLanguage(spoken).catch(console.error);
  await open({ moved: false });
}

main();
