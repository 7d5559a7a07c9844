// Before the first paint: theme and palette, so that a dark page never flashes white; and a call for
// every module of the page, so that they come together. Not a module itself: it must not wait.
(function () {
  /** @type {any} */
  var kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("expedition.settings") || "{}") || {};
  } catch (error) {
    // Storage is forbidden or damaged: the system's theme it is.
  }
  var root = document.documentElement;
  var dark = kept.theme === "dark" || (kept.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "dark" : "light";
  root.dataset.palette = typeof kept.palette === "string" ? kept.palette : "classic";

  // By the first word of the path: modules, and parts of the catalogue.
  /** @type {Record<string, [string, string]>} */
  // The list: written by tools/preload.mjs, which reads the imports.
  var pages = {
    "": ["cards home/icons home/options home/order home/yours pages/home table/shapes", ""],
    "t": ["board cards drag hand keymap keys log motion net outbox pages/table select sheet sound status styles table/address table/answers table/curtain table/deal table/ends table/hints table/invite table/line table/link table/menu table/moves table/notices table/passing table/room table/seat table/shapes table/shortcuts table/top table/turn tokens transport", "table asking hints review"],
    "review": ["board cards pages/review review/bring review/keep review/play-bot review/playback review/position review/session review/turns select sheet status styles table/shapes", "review table"],
    "rules": ["cards pages/rules pages/rules-words sheet styles table/shapes", "rules review"],
    "learn": ["board cards hand keymap keys learn/course learn/ending learn/lesson pages/learn review/play-bot select sheet status styles table/shapes", "learn table hints review"],
    "settings": ["cards home/options home/order keymap pages/settings pages/settings-keys table/shapes", ""],
    "daily": ["home/options home/order pages/daily", ""],
    "about": ["pages/about", ""],
  };
  // End of the list.
  var page = pages[location.pathname.split("/")[1]];
  var script = /** @type {HTMLScriptElement|null} */ (document.currentScript);
  if (!page || !script) return;
  var address = script.src;
  var language = kept.language || (navigator.languages || ["en"])[0].slice(0, 2);
  var parts = page[1] ? page[1].split(" ") : [];
  var names = page[0].split(" ");
  parts.forEach(function (part) {
    names.push("words/en/" + part);
  });
  if (language === "de") {
    parts.concat("shell").forEach(function (part) {
      names.push("words/de/" + part);
    });
  }
  names.forEach(function (name) {
    var link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = address.replace("early.js", name + ".js");
    document.head.appendChild(link);
  });
})();
