// Dragging cards with the pointer, mouse, pen or finger: from the hand to a place, from a pile or the
// deck to the hand, and within the hand to put it in one's own order. It ends in the same steps as
// tapping; a drag that is cancelled changes nothing.

const THRESHOLD = 6;

/**
 * @typedef {object} DragHost
 * @property {() => boolean} canLift  whether hand cards may be dragged now
 * @property {() => boolean} canDraw  whether a draw is awaited
 * @property {(card: string, copy: number) => void} lift  a card left the hand: light its places
 * @property {(card: string, copy: number, place: string) => void} drop  it was let go over a place
 * @property {(card: string, copy: number, before: {card: string, copy: number}) => void} reorder
 * @property {(draw: string) => void} draw  a pile or the deck was dragged to the hand
 * @property {() => void} cancel
 */

/**
 * Let cards under `root` be dragged. Returns what ends it.
 * @param {HTMLElement} root @param {DragHost} host
 */
export function dragging(root, host) {
  /** @type {{id: number, element: HTMLElement, x: number, y: number, moved: boolean, ghost: HTMLElement|null, over: Element|null}|null} */
  let held = null;
  // The click that follows a drag is not a tap.
  let swallow = false;

  /** @param {PointerEvent} event */
  function down(event) {
    swallow = false;
    if (held) return give();
    if (event.button !== 0 || !event.isPrimary) return;
    const target = /** @type {HTMLElement} */ (event.target);
    const card = /** @type {HTMLElement|null} */ (target.closest(".hand-card"));
    const source = /** @type {HTMLElement|null} */ (target.closest("[data-draw]"));
    const element = card && host.canLift() ? card : source && host.canDraw() ? source : null;
    if (!element) return;
    held = { id: event.pointerId, element, x: event.clientX, y: event.clientY, moved: false, ghost: null, over: null };
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (!held || event.pointerId !== held.id) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moved) {
      if (Math.hypot(x, y) < THRESHOLD) return;
      held.moved = true;
      held.element.setPointerCapture(held.id);
      raise(held);
    }
    event.preventDefault();
    if (held.ghost) held.ghost.style.transform = `translate(${x}px, ${y}px) rotate(${Math.max(-4, Math.min(4, x / 30))}deg)`;
    const over = targetAt(event.clientX, event.clientY, held.element);
    if (over !== held.over) {
      held.over?.removeAttribute("data-over");
      over?.setAttribute("data-over", "");
      held.over = over;
    }
  }

  /** @param {{element: HTMLElement, ghost: HTMLElement|null}} what */
  function raise(what) {
    const picture = what.element.querySelector(".card");
    if (!picture) return;
    const box = picture.getBoundingClientRect();
    const ghost = document.createElement("div");
    // Marks are attributes: the page's own drawing rewrites classes while the card is in the air.
    ghost.className = "drag-ghost";
    ghost.append(picture.cloneNode(true));
    ghost.style.left = `${box.left}px`;
    ghost.style.top = `${box.top}px`;
    ghost.style.width = `${box.width}px`;
    ghost.style.height = `${box.height}px`;
    root.append(ghost);
    what.ghost = ghost;
    what.element.setAttribute("data-lifted", "");
    const { card, copy } = what.element.dataset;
    if (card) host.lift(card, Number(copy));
  }

  /** @param {number} x @param {number} y @param {HTMLElement} element */
  function targetAt(x, y, element) {
    for (const under of document.elementsFromPoint(x, y)) {
      const found = element.dataset.card
        ? (under.closest("[data-place]") ?? under.closest(".hand-card"))
        : under.closest(".hand");
      if (found && found !== element && root.contains(found)) return found;
    }
    return null;
  }

  /** @param {PointerEvent} event */
  function up(event) {
    if (!held || event.pointerId !== held.id) return;
    const { element, moved } = held;
    const over = /** @type {HTMLElement|null} */ (moved ? targetAt(event.clientX, event.clientY, element) : null);
    const { card, copy, draw } = element.dataset;
    put();
    if (!moved) return;
    swallow = true;
    if (!card) {
      if (over && draw) host.draw(draw);
      return;
    }
    const number = Number(copy);
    if (over?.dataset.place) host.drop(card, number, over.dataset.place);
    else if (over?.dataset.card) host.reorder(card, number, { card: over.dataset.card, copy: Number(over.dataset.copy) });
    else host.cancel();
  }

  function put() {
    if (!held) return;
    held.ghost?.remove();
    held.element.removeAttribute("data-lifted");
    held.over?.removeAttribute("data-over");
    if (held.element.hasPointerCapture?.(held.id)) held.element.releasePointerCapture(held.id);
    held = null;
  }

  function give() {
    const moved = held?.moved;
    put();
    if (moved) {
      swallow = true;
      host.cancel();
    }
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.key !== "Escape" || !held?.moved) return;
    event.stopPropagation();
    event.preventDefault();
    give();
  }

  /** @param {MouseEvent} event */
  function click(event) {
    if (!swallow) return;
    swallow = false;
    event.stopPropagation();
    event.preventDefault();
  }

  const stop = new AbortController();
  const { signal } = stop;
  root.addEventListener("pointerdown", down, { signal });
  root.addEventListener("pointermove", move, { signal });
  root.addEventListener("pointerup", up, { signal });
  root.addEventListener("pointercancel", give, { signal });
  root.addEventListener("click", click, { signal, capture: true });
  addEventListener("keydown", key, { signal, capture: true });
  addEventListener("blur", give, { signal });
  return () => {
    give();
    stop.abort();
  };
}
