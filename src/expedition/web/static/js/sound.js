// Small clicks made on the spot, off unless asked for. Each says what something on screen says too.

import { getSettings } from "./state.js";

/** @type {AudioContext|null} */
let audio = null;

// A tone is its pitch in Hz, its length in s, and how loud it starts.
/** @type {Record<string, [number, number, number][]>} */
const SOUNDS = {
  lift: [[520, 0.03, 0.05]],
  place: [[240, 0.06, 0.14]],
  draw: [[380, 0.04, 0.08], [300, 0.05, 0.06]],
  turn: [[440, 0.09, 0.1], [660, 0.14, 0.09]],
  refuse: [[170, 0.1, 0.1]],
  end: [[392, 0.14, 0.1], [494, 0.14, 0.1], [587, 0.26, 0.1]],
};

/** Play one of the sounds, if they are on. @param {keyof typeof SOUNDS|string} name */
export function sound(name) {
  if (!getSettings().sounds || document.hidden) return;
  const tones = SOUNDS[name];
  if (!tones || typeof AudioContext === "undefined") return;
  // Before the first touch or key of a visit browsers allow no sound, and complain of the attempt.
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  try {
    audio ??= new AudioContext();
    if (audio.state === "suspended") void audio.resume();
    let at = audio.currentTime;
    for (const [pitch, length, level] of tones) {
      tone(audio, pitch, at, length, level);
      at += length * 0.8;
    }
  } catch {
    // No sound card, or none allowed yet: the screen says it all anyway.
  }
}

/** @param {AudioContext} context @param {number} pitch @param {number} at @param {number} length @param {number} level */
function tone(context, pitch, at, length, level) {
  const source = context.createOscillator();
  const gain = context.createGain();
  source.type = "triangle";
  source.frequency.value = pitch;
  gain.gain.setValueAtTime(level, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + length);
}
