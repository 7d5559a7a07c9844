// The whole German catalogue; the same keys as the English one, which a test holds.
import asking from "./de/asking.js";
import hints from "./de/hints.js";
import learn from "./de/learn.js";
import review from "./de/review.js";
import rules from "./de/rules.js";
import shell from "./de/shell.js";
import table from "./de/table.js";

export default { ...shell, ...table, ...asking, ...review, ...rules, ...learn, ...hints };
