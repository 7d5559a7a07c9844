// Where the links of this server begin for others: the page's own address, or, when that is good on
// this computer only, the one that the server says the network knows it by.

import { get } from "../api.js";

let asked = false;
/** What the server says others reach it by, "" if nothing. */
let outside = "";

/** Whether an address's host is this computer itself. @param {string} host */
export function isLoopback(host) {
  return host === "localhost" || host.endsWith(".localhost") || /^127\./.test(host) || host === "[::1]" || host === "::1";
}

/** Ask the server once for a better address than a loopback one. @param {() => void} redraw */
export async function seekAddress(redraw) {
  if (asked || !isLoopback(location.hostname)) return;
  asked = true;
  const { addresses = [] } = await get("/health").catch(() => ({}));
  if (typeof addresses[0] !== "string") return;
  outside = addresses[0].replace(/\/+$/, "");
  redraw();
}

/** What a link begins with: "http://192.168.1.20:8000". */
export function origin() {
  return outside || location.origin;
}

/** Whether links are of no use anywhere else. */
export function isLocalOnly() {
  return !outside && isLoopback(location.hostname);
}
