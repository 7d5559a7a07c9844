// The keyboard: one tab stop a group and arrows within it, focus that is never lost. The
// single keys are in keymap.js.

/** @typedef {{group: string, at: number, name: string}} Spot */

/** @type {Spot|null} */
let spot = null;

/** The buttons of a group that can take the focus. @param {Element} group */
function members(group) {
  return /** @type {HTMLElement[]} */ ([...group.querySelectorAll("button:not([disabled])")].filter(
    (button) => button.closest("[data-roving]") === group && /** @type {HTMLElement} */ (button).offsetParent !== null,
  ));
}

/** What tells a button from its neighbours over a redrawing. @param {HTMLElement} button */
function nameOf(button) {
  const { card, copy, place, draw } = button.dataset;
  return card ? `${card}.${copy}` : (place ?? draw ?? "");
}

/**
 * After each drawing: exactly one tab stop in each group, and the focus back where it was when what
 * had it is gone. Never takes the focus from anything that still has it.
 * @param {HTMLElement|null} root
 */
export function settle(root) {
  if (!root) return;
  for (const group of root.querySelectorAll("[data-roving]")) {
    const buttons = members(group);
    const kept = buttons.find((button) => button.tabIndex === 0 && button.dataset.stop === "yes") ?? buttons[0];
    for (const button of buttons) {
      button.tabIndex = button === kept ? 0 : -1;
      button.dataset.stop = button === kept ? "yes" : "no";
    }
  }
  if (document.activeElement === document.body && spot) {
    const group = (spot.group && root.querySelector(`[data-roving="${spot.group}"]`)) || root.querySelector('[data-roving="hand"]');
    const buttons = group ? members(group) : [];
    const wanted = spot;
    const next = buttons.find((button) => nameOf(button) === wanted.name) ?? buttons[Math.min(wanted.at, buttons.length - 1)];
    if (next) focus(next);
    else /** @type {HTMLElement|null} */ (root.querySelector(".ends [data-focus]") ?? root.querySelector("[data-focus]"))?.focus({ preventScroll: true });
  }
}

/** Give a button the focus and its group's tab stop. @param {HTMLElement} button */
export function focus(button) {
  const group = button.closest("[data-roving]");
  if (group) {
    for (const other of members(group)) {
      other.tabIndex = other === button ? 0 : -1;
      other.dataset.stop = other === button ? "yes" : "no";
    }
  }
  button.focus({ preventScroll: true });
}

/** Remember where the focus is. @param {FocusEvent} event */
export function remember(event) {
  const button = /** @type {HTMLElement|null} */ (event.target);
  const group = button?.closest?.("[data-roving]");
  if (!button || !group) {
    // A button elsewhere on the page: when it goes, the focus goes to what took its place.
    spot = button?.closest?.(".table-page") ? { group: "", at: 0, name: "" } : null;
    return;
  }
  const buttons = members(group);
  spot = { group: /** @type {HTMLElement} */ (group).dataset.roving ?? "", at: buttons.indexOf(button), name: nameOf(button) };
  for (const other of buttons) {
    other.tabIndex = other === button ? 0 : -1;
    other.dataset.stop = other === button ? "yes" : "no";
  }
}

const GROUPS = ["theirs", "piles", "mine", "hand"];

/**
 * Arrow keys: left and right within a group, up and down to the groups above and below, over the
 * same column. Returns whether the key was used.
 * @param {KeyboardEvent} event @param {HTMLElement|null} root
 */
export function arrows(event, root) {
  const button = /** @type {HTMLElement|null} */ (event.target);
  const group = /** @type {HTMLElement|null} */ (button?.closest?.("[data-roving]"));
  if (!button || !group || !root || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  const buttons = members(group);
  const at = buttons.indexOf(button);
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step) {
    focus(buttons[(at + step + buttons.length) % buttons.length]);
    return true;
  }
  if (event.key === "Home" || event.key === "End") {
    focus(buttons[event.key === "Home" ? 0 : buttons.length - 1]);
    return true;
  }
  const jump = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!jump) return false;
  for (let next = GROUPS.indexOf(group.dataset.roving ?? "") + jump; next >= 0 && next < GROUPS.length; next += jump) {
    const other = root.querySelector(`[data-roving="${GROUPS[next]}"]`);
    const there = other ? members(other) : [];
    if (!there.length) continue;
    focus(nearest(button, there));
    return true;
  }
  return true;
}

/** @param {HTMLElement} from @param {HTMLElement[]} candidates */
function nearest(from, candidates) {
  const middle = (/** @type {HTMLElement} */ element) => {
    const { left, width } = element.getBoundingClientRect();
    return left + width / 2;
  };
  const x = middle(from);
  return candidates.reduce((best, one) => (Math.abs(middle(one) - x) < Math.abs(middle(best) - x) ? one : best));
}

/** Whether a key pressed here is meant for writing. @param {KeyboardEvent} event */
export function isWriting(event) {
  const target = /** @type {HTMLElement|null} */ (event.target);
  return Boolean(target?.closest?.("input, textarea, select, dialog, [contenteditable]"));
}
