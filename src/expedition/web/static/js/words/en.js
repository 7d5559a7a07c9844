// The whole English catalogue. Pages load only the parts they speak with (words.js); tests read this.
import asking from "./en/asking.js";
import hints from "./en/hints.js";
import learn from "./en/learn.js";
import review from "./en/review.js";
import rules from "./en/rules.js";
import shell from "./en/shell.js";
import table from "./en/table.js";

export default { ...shell, ...table, ...asking, ...review, ...rules, ...learn, ...hints };
