// A bot that plays over JSON lines, for Node 18 or later; docs/protocol.md says what it reads and
// writes. It plays the number that rises least, and discards the card that is worth least.
//
//   expedition check-bot "node examples/external_bot.mjs"

import { createInterface } from "node:readline";

let edition;

/** Where a card stands in its suit: wagers below 2, numbers as they are. */
const rank = (card) => Number.parseInt(card.slice(1), 10) || 1;

/** How good an action looks. A turn is two of them: a card, then a draw. */
function worth(action, seen) {
  if (action === ".") return -1; // The deck: the round ends when it is empty.
  if ("<>".includes(action[0])) return -100; // It neither takes from piles nor hands cards over.
  const discard = action[0] === "x";
  const card = discard ? action.slice(1) : action;
  const laid = seen.expeditions[seen.side][edition.suits.indexOf(card[0])];
  if (discard) return -10 - rank(card) - (laid.length ? 5 : 0);
  if (laid.length) return 20 + rank(laid.at(-1)) - rank(card);
  const held = seen.hand.filter((other) => other[0] === card[0]);
  return held.reduce((sum, other) => sum + rank(other), 4 - edition.cost - rank(card));
}

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "quit") break;
  if (message.type === "hello") {
    edition = message.edition;
    say({ type: "ready", protocol: 1, name: "Stepper in JavaScript" });
  }
  if (message.type === "act") {
    // An action may be named by its id as well as by its text.
    const marks = message.legal.map((action) => worth(action, message.observation));
    const best = marks.indexOf(Math.max(...marks));
    say({ type: "action", request: message.request, action: message.legal_ids[best] });
  }
}
