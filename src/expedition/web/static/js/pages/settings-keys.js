// The shortcuts in the settings: a field a key, to be changed or emptied.

import { html, live, nothing } from "../../vendor/lit.js";
import { redraw } from "../app.js";
import { SHORTCUTS, clash, keyOf, withKey } from "../keymap.js";
import { getSettings, setSetting } from "../state.js";
import { t } from "../words.js";

/** Why the last key was not taken, and for what. @type {{does: string, words: string}} */
let refused = { does: "", words: "" };

/** @param {string[]} letters  of the suits of all editions */
export function keysTemplate(letters) {
  const own = getSettings().keys;
  return html`<details class="own-keys">
    <summary>${t("settings.keys")}</summary>
    <p class="muted">${t("settings.keys.hint")}</p>
    <div class="own-keys-list">
      ${SHORTCUTS.map(({ does }) => html`<label><input type="text" maxlength="1" size="2" name=${`key-${does}`} autocomplete="off" autocapitalize="off" spellcheck="false"
          .value=${live(keyOf(does, own))} aria-describedby=${refused.does === does ? "keys-refused" : nothing}
          @focus=${(/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}
          @input=${(/** @type {InputEvent} */ event) => take(does, /** @type {HTMLInputElement} */ (event.target).value, letters)} />
        <span>${t(`keys.${does}`)}</span></label>`)}
    </div>
    <p role="alert" id="keys-refused" class="error">${refused.words || nothing}</p>
    <p><button type="button" class="button" ?disabled=${!Object.keys(own).length} @click=${reset}>${t("settings.keys.reset")}</button></p>
  </details>`;
}

/** @param {typeof SHORTCUTS[number]["does"]} does @param {string} key @param {string[]} letters */
function take(does, key, letters) {
  const own = getSettings().keys;
  const why = clash(does, key, own, letters);
  refused = { does: why ? does : "", words: why ? sentence(why, key) : "" };
  if (!why) setSetting("keys", withKey(own, does, key));
  redraw();
}

/** @param {string} why @param {string} key */
function sentence(why, key) {
  if (why === "digit" || why === "suit" || why === "space") return t(`settings.keys.${why}`);
  return t("settings.keys.taken", { key, what: t(`keys.${why}`) });
}

function reset() {
  refused = { does: "", words: "" };
  setSetting("keys", {});
  redraw();
}
