// The figures behind css/tokens.css: contrast by WCAG, and CIEDE2000 between any two suits of an
// edition as seen with full protanopia, deuteranopia and tritanopia (after Machado and others, 2009).
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

const css = await readFile(new URL("../../../src/expedition/web/static/css/tokens.css", import.meta.url), "utf8");
const PALETTES = ["classic", "clear", "soft", "mono"];
const LETTERS = [..."YWBGRPCDHS"];
const TOGETHER = ["YWBGRP", "CDHSP"];

// The literal colours of each rule, by selector.
const rules = new Map();
for (const [, selector, body] of css.replace(/\/\*[^]*?\*\//g, "").matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
  const known = rules.get(selector.trim()) ?? {};
  for (const [, name, value] of body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/gi)) known[name] = value;
  rules.set(selector.trim(), known);
}
const themes = { light: rules.get(":root"), dark: { ...rules.get(":root"), ...rules.get(':root[data-theme="dark"]') } };
const palette = (name) => (name === "classic" ? rules.get(":root") : rules.get(`:root[data-palette="${name}"]`));

const rgb = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
const linear = (hex) => rgb(hex).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
const times = (matrix, vector) => matrix.map((row) => row.reduce((sum, m, at) => sum + m * vector[at], 0));
const mixed = (one, other, share) =>
  `#${rgb(one).map((c, at) => Math.round((c * share + rgb(other)[at] * (1 - share)) * 255).toString(16).padStart(2, "0")).join("")}`;

function contrast(one, other) {
  const [a, b] = [one, other].map((hex) => times([[0.2126, 0.7152, 0.0722]], linear(hex))[0]).sort((x, y) => y - x);
  return (a + 0.05) / (b + 0.05);
}

const EYES = {
  any: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protan: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deutan: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritan: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};
const TO_XYZ = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.072175], [0.0193339, 0.119192, 0.9503041]];

function lab(hex, eyes) {
  const seen = times(EYES[eyes], linear(hex)).map((c) => Math.min(1, Math.max(0, c)));
  const [x, y, z] = times(TO_XYZ, seen).map((c, at) => c / [0.95047, 1, 1.08883][at]).map((c) => (c > 0.008856 ? Math.cbrt(c) : 7.787 * c + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function distance([l1, a1, b1], [l2, a2, b2]) {
  const sin = (degrees) => Math.sin((degrees * Math.PI) / 180);
  const cos = (degrees) => Math.cos((degrees * Math.PI) / 180);
  const bend = (c) => Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7));
  const g = 1 + 0.5 * (1 - bend((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2));
  const [c1, c2] = [Math.hypot(a1 * g, b1), Math.hypot(a2 * g, b2)];
  const hue = (b, a) => ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
  const [h1, h2] = [hue(b1, a1 * g), hue(b2, a2 * g)];
  let turn = c1 * c2 === 0 ? 0 : h2 - h1;
  if (turn > 180) turn -= 360;
  if (turn < -180) turn += 360;
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const h = c1 * c2 === 0 ? h1 + h2 : (h1 + turn / 2 + 360) % 360;
  const tone = 1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.2 * cos(4 * h - 63);
  const dl = (l2 - l1) / (1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2));
  const dc = (c2 - c1) / (1 + 0.045 * c);
  const dh = (2 * Math.sqrt(c1 * c2) * sin(turn / 2)) / (1 + 0.015 * c * tone);
  const twist = -sin(60 * Math.exp(-(((h - 275) / 25) ** 2))) * 2 * bend(c);
  return Math.sqrt(dl ** 2 + dc ** 2 + dh ** 2 + twist * dc * dh);
}

function pairs(letters) {
  return [...letters].flatMap((one, at) => [...letters].slice(at + 1).map((other) => [one, other]));
}

test("CIEDE2000 agrees with published pairs", () => {
  assert.ok(Math.abs(distance([50, 2.6772, -79.7751], [50, 0, -82.7485]) - 2.0425) < 1e-3);
  assert.ok(Math.abs(distance([50, 2.5, 0], [73, 25, -18]) - 27.1492) < 1e-3);
  assert.ok(Math.abs(distance([2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514]) - 0.9082) < 1e-3);
});

for (const name of PALETTES) {
  test(`${name}: any two suits of an edition are 10 apart, with any eyes`, (context) => {
    for (const eyes of Object.keys(EYES)) {
      const found = TOGETHER.flatMap(pairs).map(([one, other]) => {
        const [a, b] = [one, other].map((letter) => lab(palette(name)[`suit-${letter}`], eyes));
        return { apart: distance(a, b), pair: one + other };
      });
      const least = found.reduce((a, b) => (b.apart < a.apart ? b : a));
      context.diagnostic(`${eyes}: ${least.apart.toFixed(1)} (${least.pair})`);
      assert.ok(least.apart >= 10, `${eyes} ${least.pair} ${least.apart}`);
    }
  });

  test(`${name}: text on suits, and suits as text, have 4.5 to 1`, (context) => {
    const suits = palette(name);
    let least = 21;
    const hold = (what, one, other) => {
      least = Math.min(least, contrast(one, other));
      assert.ok(contrast(one, other) >= 4.5, `${what} ${contrast(one, other)}`);
    };
    for (const letter of LETTERS) {
      const fill = suits[`suit-${letter}`];
      hold(`on ${letter}`, suits[`on-suit-${letter}`], fill);
      for (const { card } of Object.values(themes)) {
        hold(`${letter} ink on a card`, suits[`suit-${letter}-ink`], card);
        hold(`${letter} ink on its band`, suits[`suit-${letter}-ink`], mixed(fill, card, 0.2));
      }
      for (const surface of ["paper", "panel", "felt"]) {
        hold(`${letter} line by day on ${surface}`, suits[`suit-${letter}-ink`], themes.light[surface]);
        hold(`${letter} line by night on ${surface}`, suits[`suit-${letter}-night`], themes.dark[surface]);
      }
    }
    context.diagnostic(`least ${least.toFixed(2)}`);
  });
}

for (const [name, theme] of Object.entries(themes)) {
  test(`${name}: text has 4.5 to 1, borders and the focus ring 3 to 1`, () => {
    for (const surface of ["paper", "panel", "felt"]) {
      for (const text of ["ink", "muted", "accent", "good", "bad"]) {
        assert.ok(contrast(theme[text], theme[surface]) >= 4.5, `${text} on ${surface}`);
      }
      for (const line of ["edge", "focus"]) assert.ok(contrast(theme[line], theme[surface]) >= 3, `${line} on ${surface}`);
    }
    for (const [one, other] of [["on-accent", "accent"], ["ink", "accent-soft"], ["card-ink", "card"]]) {
      assert.ok(contrast(theme[one], theme[other]) >= 4.5, `${one} on ${other}`);
    }
    assert.ok(contrast(theme["card-edge"], theme.card) >= 3);
  });
}
