// Small line drawings for the ways to play. Decoration only: each stands beside its words.

import { html } from "../../vendor/lit.js";

/** @type {Record<string, string>} */
const LINES = {
  // Two links of a chain.
  friend: "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1",
  // A tablet between two.
  here: "M4 8h16v8H4zM12 5V3M12 21v-2M9 3h6M9 21h6",
  // One card.
  solo: "M7 4h10v16H7zM10 8h4",
  // A sun over the horizon.
  daily: "M3 18h18M6 18a6 6 0 0 1 12 0M12 5v3M4 10l2 1.5M20 10l-2 1.5",
  // Three cards, fanned.
  teach: "M9 20l-5-2 4-12 4 1.5M10 20V6h5v14zM15 8l4 1-3 11-1.5-.3",
  // Four places round a table.
  partners: "M8 8h8v8H8zM12 3v2M12 19v2M3 12h2M19 12h2",
  // An eye.
  watch: "M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  // A page with lines.
  import: "M6 3h9l4 4v14H6zM14 3v5h5M9 13h7M9 17h7",
};

/** @param {string} name */
export function icon(name) {
  return html`<svg class="icon" viewBox="0 0 24 24" width="28" height="28" aria-hidden="true" focusable="false">
    <path d=${LINES[name]} />
  </svg>`;
}
