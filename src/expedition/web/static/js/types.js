// What the server sends and takes, as JSDoc types. Nothing here runs.
// Seats, sides and suits are counted from 0, suits in the edition's order. Cards are texts ("R7").

/** @typedef {string} Card  a suit letter and a rank or wager mark: "R7", "Y$", "HJ" */
/** @typedef {string} Action  "R7" lay, "xR7" discard, "." deck, "<R" pile, ">R7+B2" hand over */

/**
 * @typedef {object} Score
 * @property {number} cards
 * @property {number} sum
 * @property {number} cost
 * @property {number} multiplier
 * @property {number} bonus
 * @property {number} total
 * @property {number} to_even  points still missing to be worth 0
 */
/** @typedef {{letter: string, name: string, symbol: string|null}} Suit */
/**
 * @typedef {object} Edition
 * @property {string} id
 * @property {string} name
 * @property {string} summary
 * @property {string[]} aliases
 * @property {Suit[]} suits
 * @property {number[]} ranks
 * @property {string[]} wagers  marks, lowest first: ["$","$","$"] or ["J","Q","K"]
 * @property {boolean} wagers_ascend
 * @property {number[]} doubled_ranks
 * @property {number} seats
 * @property {number} sides
 * @property {number} hand_size
 * @property {number} set_aside
 * @property {number} deck
 * @property {number} pack
 * @property {boolean} draw_from_piles
 * @property {boolean} play_out_hands
 * @property {null|{min_hand: number, twice_running: boolean}} hand_over
 * @property {number} stall_turns
 * @property {number} cost
 * @property {number} bonus
 * @property {number} bonus_cards
 * @property {number[]} rounds  the default first
 * @property {StartRule} start_rule
 * @property {string} suit_word  "colour" or "suit"
 * @property {string} wager_word  "wager" or "investment"
 * @property {{cards: Card[], score: Score}[]} examples
 * @property {string[]} differs
 */
/** @typedef {"round-winner"|"next-seat"|"leader"} StartRule */
/**
 * @typedef {object} BotInfo
 * @property {string} id
 * @property {string} title
 * @property {string} style  a sentence, or ""
 * @property {boolean} thinks
 * @property {string[]} editions  those that it plays
 * @property {Record<string, null|{mean: number, se: number, deals: number, against: string}>} margin  points a round, by edition
 */
/** @typedef {{kind: "me"|"here"|"friend"|"bot", name?: string, bot?: string}} SeatOrder */
/**
 * @typedef {object} TableOrder
 * @property {string} edition
 * @property {number} [rounds]
 * @property {StartRule} [start_rule]
 * @property {number|null} [first_starter]  null: drawn by lot
 * @property {boolean} [open_hands]
 * @property {boolean} [browse]
 * @property {boolean} [listed]
 * @property {boolean} [daily]
 * @property {SeatOrder[]} seats
 * @property {object} [from]  a record, round and turn to play on from
 */
/** @typedef {{table: string, seats: {seat: number, token: string}[], invite: string|null}} NewTable */

/**
 * @typedef {object} SeatView
 * @property {string|null} name
 * @property {string|null} bot
 * @property {"person"|"bot"|"free"} kind
 * @property {number} side
 */
/** @typedef {{code: string, params: Record<string, any>}} Hint */
/** @typedef {{action: Action, for: Hint[], against: Hint[]}} Reasons */
/** @typedef {{fault: string, card?: Card, top?: Card, message: string}} Refusal */
/**
 * @typedef {object} Round
 * @property {number} starter
 * @property {number|null} to_act
 * @property {boolean} over
 * @property {null|"deck-empty"|"hands-empty"|"stalled"} termination
 * @property {number} turn  turns made
 * @property {number} deck
 * @property {number[]} turns_left
 * @property {Card[][][]} expeditions  [side][suit]
 * @property {Card[][]} piles  [suit], top last
 * @property {number[]} pile_sizes
 * @property {number[]} hand_sizes
 * @property {(Score|null)[][]} scores  [side][suit]
 * @property {number[]} totals
 * @property {Card[][]} known
 * @property {Card[]} exposed
 * @property {null|(Card[]|null)[]} hands
 * @property {Card[]|null} hand
 * @property {number|null} playable
 * @property {{action: Action, draws: Action[]}[]} [legal]  mine, now
 * @property {{action: Action, draws: Action[]}[]} [early]  on another's turn: what I could choose ahead
 * @property {Record<string, Refusal>} [refused]
 * @property {Record<string, Record<string, Refusal>>} [refused_draws]
 * @property {null|{seat: number, actions: Action[], drawn: Card|null}} last
 * @property {number} idle_turns
 * @property {number} stall_limit
 * @property {null|(Reasons & {draws?: Reasons[]})[]} [hints]  those that promise most first
 * @property {Hint[]} [remarks]  of the position as a whole
 * @property {string} commitment
 * @property {string|null} salt
 * @property {Card[]|null} deal
 */
/**
 * @typedef {object} TableOptions
 * @property {number} rounds
 * @property {StartRule} start_rule
 * @property {number|null} first_starter
 * @property {boolean} open_hands
 * @property {boolean} browse
 * @property {boolean} listed
 * @property {string|null} daily
 * @property {boolean} branched
 */
/**
 * @typedef {object} Standing
 * @property {number} round
 * @property {number} rounds
 * @property {number[]} totals
 * @property {number[][]} scores
 * @property {boolean} teaching
 */
/** @typedef {{turn: boolean, deal: boolean, "take-back": boolean, restart: boolean, rematch: boolean, answer: boolean, resign: boolean, stop: boolean, replace: number[], return: boolean, greet: boolean}} Can */
/**
 * @typedef {object} View
 * @property {number} seq
 * @property {string} table
 * @property {string} edition
 * @property {"waiting"|"playing"|"between"|"ended"} phase
 * @property {TableOptions} options
 * @property {SeatView[]} seats
 * @property {number|null} me
 * @property {number[]|null} series
 * @property {Standing} standing
 * @property {Round|null} round
 * @property {null|{seat: number, what: string, swap: boolean, agreed: number[], waits_for: number[]}} request
 * @property {Can} can
 * @property {null|{why: "played"|"resigned"|"stopped", seat: number|null, winners: number[], shared: boolean}} ending
 * @property {null|{table: string, seats: number[]}} rematch
 */
/**
 * @typedef {object} Summary  where a table stands, in short
 * @property {string} table
 * @property {string} edition
 * @property {View["phase"]} phase
 * @property {SeatView[]} seats
 * @property {Standing} standing
 * @property {number|null} to_act
 * @property {number|null} deck
 * @property {number[]|null} turns_left
 * @property {number} seq
 */
/**
 * @typedef {object} SheetRound
 * @property {number} round
 * @property {boolean} counted
 * @property {number} starter
 * @property {boolean} over
 * @property {string|null} termination
 * @property {{total: number, expeditions: ({cards: Card[], score: Score}|null)[]}[]} sides
 * @property {string} commitment
 * @property {string|null} salt
 * @property {Card[]|null} deal
 */
/** @typedef {{edition: string, seats: SeatView[], start_rule: StartRule, rounds: SheetRound[], totals: number[], ending: View["ending"]}} Sheet */
/** @typedef {{turn: number, seat: number|null, actions: Action[], drawn: Card|null, position: Round}} ReviewStep */
/**
 * @typedef {object} Review
 * @property {string} edition
 * @property {SeatView[]} seats
 * @property {TableOptions} options
 * @property {number} rounds
 * @property {number} round
 * @property {boolean} counted
 * @property {string|number} eyes
 * @property {boolean} open
 * @property {0|1} first_round
 * @property {ReviewStep[]} steps
 * @property {number[]} totals_before
 * @property {null|{scores: number[], termination: string}} result
 * @property {any} [record]
 */

/**
 * A command without its id; TableClient adds one.
 * @typedef {{type: "turn", base: number, actions: Action[]}
 *   | {type: "deal"}
 *   | {type: "ask", what: "take-back"|"restart"|"rematch", swap?: boolean}
 *   | {type: "answer", yes: boolean}
 *   | {type: "resign"} | {type: "stop"} | {type: "return"}
 *   | {type: "replace", seat: number, bot: string}
 *   | {type: "name", name: string}
 *   | {type: "greet", text: string}} Command
 */
/** @typedef {{type: "ack", id: string, seq: number}} Ack */
/** @typedef {{type: "rej", id: string, code: string, message: string, seq: number, params?: any}} Rej */
/** @typedef {{kind: string, seat?: number|null, [field: string]: any}} TableEvent */
/** @typedef {{type: "presence", seats: {here: boolean, gone: number|null}[], watchers: number}} Presence */
/**
 * @typedef {{type: "welcome", proto: number, table: string, seat: number|null, seq: number, version: string}
 *   | {type: "event", seq: number, event: TableEvent}
 *   | {type: "view", seq: number, view: View}
 *   | Ack | Rej | Presence
 *   | {type: "pong", n: number, seq?: number}
 *   | {type: "error", code: string, message: string}} ServerFrame
 */
/**
 * What a page module's `page(params)` returns.
 * @typedef {object} Page
 * @property {() => import("../vendor/lit.js").TemplateResult} template  has one <h1>
 * @property {() => string} [title]  for the window; without the app's name
 * @property {() => void} [start]  after the first render
 * @property {() => void} [stop]  when another page takes over
 * @property {(params: Params) => boolean} [follow]  same path, other query or hash: true when the page takes it itself
 */
/** @typedef {{name: string, id: string, query: URLSearchParams, hash: string}} Params */

export {};
