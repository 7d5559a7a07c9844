// The whole English catalogue. Pages load only the parts they speak with (words.js); tests read this.
import asking from "./en/asking.js";
import hints from "./en/hints.js";
import pages from "./en/pages.js";
import shell from "./en/shell.js";
import table from "./en/table.js";

export default { ...shell, ...table, ...asking, ...pages, ...hints };
