// Words of the pages round the table: score sheet, review, rules, tutorial.
import learn from "./learn.js";
import review from "./review.js";
import rules from "./rules.js";

export default { ...review, ...rules, ...learn };
