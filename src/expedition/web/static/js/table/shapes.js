// The suits' shapes and the land that each suit travels through, as SVG path data. Own drawing.

/** A suit's shape in a box of 24 by 24, by the key of its colour. @type {Record<string, string>} */
export const SHAPES = {
  // Sun over dunes.
  Y: "M5.2 13.4a6.8 6.8 0 0 1 13.6 0zM11 1.4h2v3.4h-2zM3.5 5.4l1.5-1.4 2.3 2.5-1.5 1.4zM19 4l1.5 1.4-2.3 2.5-1.5-1.4zM.6 11.4h3.2v2H.6zM20.2 11.4h3.2v2h-3.2zM1 19.4c3-3.2 6-3.6 9.4-2.4 3.6 1.2 6.6 2.2 12.6-.6v5.4H1z",
  // Peak with a snow line.
  W: "M.8 21.6 9 4.8l3.2 6.2 2.5-3.6 8.5 14.2zM9 9.4l-2.3 4.7 2.1 1 1.6-1.8 1.4.9z",
  // Wave about to break.
  B: "M.8 17.4C4.6 17 6.2 5.6 14 4.4c5-.8 9 2.4 9.2 7.2-1.6-2.6-4.2-3.6-6.4-2.6-3.2 1.4-2.6 6.6 6.4 7.6v5H.8z",
  // Fern: a stem with three pairs of leaves.
  G: "M11 22.6V6.8L9.6 5 12 .8 14.4 5 13 6.8v15.8zM10.4 11.8C6.8 12 4.4 10.2 4 6.6c4 .2 6 1.8 6.4 5.2zM13.6 11.8C17.2 12 19.6 10.2 20 6.6c-4 .2-6 1.8-6.4 5.2zM10.4 18.4C6 18.8 3 16.6 2.4 12.6c4.6.2 7.4 2 8 5.8zM13.6 18.4c4.4.4 7.4-1.8 8-5.8-4.6.2-7.4 2-8 5.8z",
  // Ember: a flame with a hollow.
  R: "M12.6.8c.4 4.8 7.2 7.4 7.2 14a7.8 7.8 0 0 1-15.6 0c0-3.8 2.6-5.6 2.8-9.4 2.4 1 3.6 2.8 3.4 5C12.2 8.4 13 4.8 12.6.8zM12 20.6a3.2 3.2 0 0 0 3.2-3.2c0-1.8-1.4-2.6-2-4.4-1.8 1.2-4.4 2.2-4.4 4.6A3.1 3.1 0 0 0 12 20.6z",
  // Moon.
  P: "M14.6 1.6a10.6 10.6 0 1 0 7.8 14.8A9 9 0 0 1 14.6 1.6z",
  C: "M12 1.2a4.7 4.7 0 0 1 3.9 7.4 4.8 4.8 0 1 1-2.7 8.6c.2 2.4 1 4.2 2.6 5.4H8.2c1.6-1.2 2.4-3 2.6-5.4a4.8 4.8 0 1 1-2.7-8.6A4.7 4.7 0 0 1 12 1.2z",
  D: "M12 .6 20.8 12 12 23.4 3.2 12z",
  H: "M12 22.2C6 17.4 1.6 13.4 1.6 8.4a5.6 5.6 0 0 1 10.4-3 5.6 5.6 0 0 1 10.4 3c0 5-4.4 9-10.4 13.8z",
  S: "M12 1c4 5 9.6 8 9.6 12.6a4.8 4.8 0 0 1-8.4 3.2c.2 2.4 1 4.4 2.6 5.8H8.2c1.6-1.4 2.4-3.4 2.6-5.8a4.8 4.8 0 0 1-8.4-3.2C2.4 9 8 6 12 1z",
  // A cap with its brim.
  A: "M3.4 14.6C3.4 8.6 7 4.4 12 4.4s8.6 4.2 8.6 10.2zM11 2h2v2h-2zM1 16.2h22c0 2.4-1.6 3.8-4 3.8H5c-2.4 0-4-1.4-4-3.8z",
};

/** A compass rose in a box of 24 by 24: what a wager shows. */
export const COMPASS =
  "M12 .4 14.2 9.8 23.6 12l-9.4 2.2L12 23.6l-2.2-9.4L.4 12l9.4-2.2zM12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM5 5l4 2.6L7.6 9zM19 5l-2.6 4L15 7.6zM5 19l2.6-4L9 16.4zM19 19l-4-2.6 1.4-1.4z";

/** Contour lines for a back, in a box of 100 by 140. */
export const CONTOURS = [
  "M44 66c-4-10 8-20 18-14s8 20-2 24-13-2-16-10z",
  "M34 68c-7-19 14-37 34-26s15 38-4 45-25-5-30-19z",
  "M23 71C12 42 44 17 75 33s22 55-6 66-39-6-46-28z",
  "M11 74C-5 34 41-3 83 23s31 74-9 90S20 99 11 74z",
  "M-1 80C-22 26 38-24 92 12s42 95-11 116S9 106-1 80z",
  "M-10 98C-40 20 30-44 102 0m8 108c-20 34-60 44-92 30",
];

// How a suit's land is drawn: its line, and how far it rises and falls.
/** @type {Record<string, {line: "smooth"|"sharp"|"scallop"|"steps", rise: number}>} */
const LANDS = {
  Y: { line: "smooth", rise: 9 },
  W: { line: "sharp", rise: 20 },
  B: { line: "scallop", rise: 5 },
  G: { line: "smooth", rise: 14 },
  R: { line: "sharp", rise: 14 },
  P: { line: "smooth", rise: 5 },
  C: { line: "scallop", rise: 9 },
  D: { line: "sharp", rise: 10 },
  H: { line: "smooth", rise: 16 },
  S: { line: "sharp", rise: 24 },
  A: { line: "steps", rise: 14 },
};

/** @type {Map<string, string>} */
const drawn = new Map();

/**
 * One ridge across a card of 100 by 140. Where it leaves one card it enters the card of the next
 * rank, so cards side by side show one land; and it climbs a little with the rank.
 * @param {string} key  the suit's colour
 * @param {number} place  0 for wagers, then the rank
 * @param {number} layer  0 far, 1 middle, 2 near
 */
export function ridge(key, place, layer) {
  const name = `${key}${place}.${layer}`;
  const known = drawn.get(name);
  if (known) return known;
  const { line, rise } = LANDS[key] ?? LANDS.P;
  const base = [88, 97, 105][layer] - place * (layer === 2 ? 0.1 : 0.7);
  const heights = [0, 1, 2, 3, 4].map((step) => base - rise * (1 - layer * 0.3) * wobble(key, place * 4 + step, layer));
  const path = `${trace(heights, line)}V141H0z`;
  drawn.set(name, path);
  return path;
}

/** @param {number[]} ys @param {string} line */
function trace(ys, line) {
  const [a, b, c, d, e] = ys.map((y) => y.toFixed(1));
  if (line === "sharp") return `M0 ${a}L25 ${b} 50 ${c} 75 ${d} 100 ${e}`;
  if (line === "steps") return `M0 ${a}H18V${b}H42V${c}H66V${d}H86V${e}H100`;
  if (line === "scallop") {
    const steps = [b, c, d, e].map((y, place) => `A13 13 0 0 0 ${(place + 1) * 25} ${y}`);
    return `M0 ${a}${steps.join("")}`;
  }
  const half = (/** @type {number} */ at) => ((ys[at] + ys[at + 1]) / 2).toFixed(1);
  return `M0 ${a}Q12 ${a} 25 ${half(0)}T50 ${half(1)} 75 ${half(2)} 100 ${e}`;
}

// Between 0 and 1, the same for the same place: the land doesn't change from day to day.
/** @param {string} key @param {number} at @param {number} layer */
function wobble(key, at, layer) {
  const seed = key.charCodeAt(0) * 31 + layer * 17;
  const wave = Math.sin(at * 1.9 + seed) + Math.sin(at * 0.83 + seed * 2.1) * 0.7;
  return Math.min(1, Math.max(0, (wave + 1.7) / 3.4));
}
