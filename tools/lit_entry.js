// What of lit the browser app uses, as one module. Built by vendor_lit.sh.
import { noChange } from "lit-html";
import { directive, Directive } from "lit-html/directive.js";

export { html, svg, nothing, noChange, render } from "lit-html";
export { directive, Directive } from "lit-html/directive.js";
export { repeat } from "lit-html/directives/repeat.js";
export { classMap } from "lit-html/directives/class-map.js";
export { live } from "lit-html/directives/live.js";
export { ref, createRef } from "lit-html/directives/ref.js";
export { keyed } from "lit-html/directives/keyed.js";
export { ifDefined } from "lit-html/directives/if-defined.js";

// lit's own styleMap writes a style attribute at first, which a strict content security policy
// refuses. This one only ever goes through the style object, which is allowed.
class StyleMap extends Directive {
  names = new Set();
  render() {
    return noChange;
  }
  update(part, [styles]) {
    const { style } = part.element;
    for (const name of this.names) {
      if (!(name in styles)) {
        style.removeProperty(name);
        this.names.delete(name);
      }
    }
    for (const [name, value] of Object.entries(styles)) {
      if (value === null || value === undefined) style.removeProperty(name);
      else style.setProperty(name, String(value));
      this.names.add(name);
    }
    return noChange;
  }
}
export const styleMap = directive(StyleMap);
