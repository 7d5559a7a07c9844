// Which modules each page of the browser app needs, so that js/early.js can ask for all of them at
// once instead of finding them import by import.
//   node tools/preload.mjs          compare the list in early.js with the imports
//   node tools/preload.mjs --write  bring it up to date
import { readFile, writeFile } from "node:fs/promises";

const root = new URL("../src/expedition/web/static/js/", import.meta.url);
const early = new URL("early.js", root);
const LIST = /( {2}\/\/ The list:.*\n)[^]*?( {2}\/\/ End of the list\.\n)/;

/** The modules that a module imports, directly or not, with itself. */
async function closure(start) {
  const found = new Set();
  const open = [new URL(start, root)];
  for (let file; (file = open.pop()); ) {
    if (found.has(file.href)) continue;
    found.add(file.href);
    const text = await readFile(file, "utf8");
    for (const [, path] of text.matchAll(/^(?:import|export)[^;]*?from "(\.[^"]+)"/gm)) open.push(new URL(path, file));
  }
  return found;
}

/** The lines of the list: first word of the path, and the modules beyond those that every page has. */
export async function wantedList() {
  const app = await readFile(new URL("app.js", root), "utf8");
  const html = await readFile(new URL("../index.html", root), "utf8");
  const always = new Set([...html.matchAll(/rel="modulepreload" href="\/static\/js\/([^"]+)"/g)].map(([, path]) => new URL(path, root).href));
  const lines = [];
  for (const [, path, parts, start] of app.matchAll(/\[\/\^\\\/(\w*).*?\[([^\]]*)\], \(\) => import\("\.\/(pages\/\w+\.js)"\)/g)) {
    const modules = [...(await closure(start)), ...(await closure("app.js"))].filter((href) => !always.has(href) && href.startsWith(root.href));
    const names = [...new Set(modules)].map((href) => href.slice(root.href.length, -".js".length)).sort();
    const words = [...parts.matchAll(/"(\w+)"/g)].map(([, part]) => part);
    lines.push(`    "${path}": ["${names.join(" ")}", "${words.join(" ")}"],\n`);
  }
  return lines.join("");
}

/** The list that early.js has. */
export async function presentList() {
  const [, , body] = (await readFile(early, "utf8")).match(/( {2}\/\/ The list:.*\n {2}var pages = \{\n)([^]*?) {2}\};\n/) ?? [];
  return body ?? "";
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const wanted = await wantedList();
  if (process.argv.includes("--write")) {
    const text = await readFile(early, "utf8");
    await writeFile(early, text.replace(LIST, (_, head, end) => `${head}  var pages = {\n${wanted}  };\n${end}`));
  } else if (wanted !== (await presentList())) {
    console.error("The list in early.js is not what the pages import. Run: node tools/preload.mjs --write");
    process.exitCode = 1;
  }
}
