// Style sheets of pages that the first load does without.

/** @type {Map<string, Promise<void>>} */
const asked = new Map();

/** Load sheets of static/css by name, each once; done when they are there, or can't be had. @param {string[]} names */
export async function styles(...names) {
  await Promise.all(names.map(load));
}

/** @param {string} name */
function load(name) {
  const known = asked.get(name);
  if (known) return known;
  const loading = new Promise((/** @type {(value: void) => void} */ done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL(`../css/${name}.css`, import.meta.url).href;
    link.onload = link.onerror = () => done();
    document.head.append(link);
  });
  asked.set(name, loading);
  return loading;
}
