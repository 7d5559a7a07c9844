// Wörter der Seiten um den Tisch: Wertungsblatt, Nachspiel, Regeln, Einführung.
import learn from "./learn.js";
import review from "./review.js";
import rules from "./rules.js";

export default { ...review, ...rules, ...learn };
