// Reasons for and against a choice; expedition.analysis names their codes and parameters.
// Suits and cards stand within the sentence, never first. From here to the end it is strict JSON.
export default {
  "hint.adds": "It adds {n} points to your {suit}.",
  "hint.adds-times": "It adds {rank} × {times} = {points} points to your {suit}.",
  "hint.breaks-even": "With it, your {suit} makes up for its cost of {cost} points.",
  "hint.toward-even": {
    "one": "It brings your {suit} nearer to even: then {n} point is missing.",
    "other": "It brings your {suit} nearer to even: then {n} points are missing."
  },
  "hint.starts-costs": "Starting {suit} costs {cost} points.",
  "hint.starts-costs-times": "Starting {suit} with it costs {points} points: the cost counts times {times}.",
  "hint.multiplies": "From then on, your {suit} counts times {times}: a gain, and a loss too.",
  "hint.risk-grows": "If no number follows, your {suit} ends at minus {points}.",
  "hint.last-gain": {
    "one": "In your last turn, it brings {n} point in {suit}.",
    "other": "In your last turn, it brings {n} points in {suit}."
  },
  "hint.last-loss": {
    "one": "In your last turn, it costs {n} point in {suit}.",
    "other": "In your last turn, it costs {n} points in {suit}."
  },
  "hint.hand-covers": "With the cards that you hold, your {suit} can reach {sum} points, enough for the cost of {cost}.",
  "hint.needs-more": {
    "one": "With the cards that you hold, your {suit} can reach {sum} points; {n} more is needed to break even.",
    "other": "With the cards that you hold, your {suit} can reach {sum} points; {n} more are needed to break even."
  },
  "hint.cant-cover": "All the cards that can still come in {suit} don't make up for the cost of {cost} points.",
  "hint.too-late": {
    "one": "It takes at least {n} more card to break even, and there are turns for {turns}.",
    "other": "It takes at least {n} more cards to break even, and there are turns for {turns}."
  },
  "hint.starts-early": {
    "one": "It starts early: {n} turn of yours follows.",
    "other": "It starts early: {n} turns of yours follow."
  },
  "hint.starts-late": {
    "one": "It starts late: {n} turn of yours follows.",
    "other": "It starts late: {n} turns of yours follow."
  },
  "hint.time-short": {
    "one": "You hold {n} card to lay on what you have begun, and have turns for {turns}.",
    "other": "You hold {n} cards to lay on what you have begun, and have turns for {turns}."
  },
  "hint.can-wait": {
    "one": "It can wait: {turns} turns are left for the {n} card you can lay.",
    "other": "It can wait: {turns} turns are left for the {n} cards you can lay."
  },
  "hint.skips-held": "You hold {cards}, which can't be laid after it.",
  "hint.skips-partner": "Your partner holds {cards}, which can't be laid after it.",
  "hint.skips-pile": "On top of the discard pile lies {card}, which can't be laid after it.",
  "hint.skips-unseen": {
    "one": "You haven't seen {cards} yet, and that can't be laid after it.",
    "other": "You haven't seen {cards} yet, and none of that can be laid after it."
  },
  "hint.skips-nothing": "It skips nothing that could still come.",
  "hint.bonus-reached": "It is card number {length} in your {suit}, which brings the bonus of {bonus} points.",
  "hint.bonus-near": {
    "one": "Then {n} more card in {suit} brings the bonus of {bonus} points.",
    "other": "Then {n} more cards in {suit} bring the bonus of {bonus} points."
  },
  "hint.bonus-out-of-reach": "After it, the bonus of {bonus} points can't be reached in {suit} any more.",
  "hint.partner-follows": "Your partner holds {cards}, which can follow it.",
  "hint.denies": "It would fit the other side's {suit}, and doesn't get there.",
  "hint.nobody-can-lay": "Nobody can lay it any more.",
  "hint.you-cant-lay": "You can't lay it on your {suit} any more.",
  "hint.spare-copy": "You hold it twice, and only one of the two can be laid.",
  "hint.only-one": "You haven't begun {suit} and hold no other card for it.",
  "hint.gives-up": "Laid on your {suit}, it would add {n} points.",
  "hint.gives-up-times": "Laid on your {suit}, it would make that count times {times}.",
  "hint.breaks-up": "With it, you hold {n} cards for {suit}, {sum} points together.",
  "hint.partner-collects": "Your partner holds {cards} for the same expedition.",
  "hint.out-of-round": "A discarded card is out of the round for good.",
  "hint.nothing-fits": "None of your cards fits what you have begun.",
  "hint.feeds": "Laid on the other side's {suit}, it would add {n} points there.",
  "hint.feeds-times": "Laid on the other side's {suit}, it would make that count times {times}.",
  "hint.they-hold": "The other side holds {cards} to lay there, too.",
  "hint.they-collect": "The other side holds {cards} and may want to begin {suit}.",
  "hint.they-cant-lay": "The other side can't lay it.",
  "hint.not-begun-there": "The other side hasn't begun {suit}.",
  "hint.nobody-takes": "If you draw off the deck now, the round is over before anybody can take it.",
  "hint.covers-yours": "It covers {card}, which you could lay.",
  "hint.covers-theirs": "It covers {card}, which the other side could lay.",
  "hint.deck-fits": {
    "one": "Of {total} cards that you haven't seen, {n} fits what you have begun.",
    "other": "Of {total} cards that you haven't seen, {n} fit what you have begun."
  },
  "hint.deck-fits-none": {
    "one": "The {n} card that you haven't seen doesn't fit what you have begun.",
    "other": "None of the {n} cards that you haven't seen fits what you have begun."
  },
  "hint.deck-shortens": {
    "one": "It brings the end nearer: you hold {n} card to lay, and have turns for {turns} after it.",
    "other": "It brings the end nearer: you hold {n} cards to lay, and have turns for {turns} after it."
  },
  "hint.deck-hurries": {
    "one": "It brings the end nearer: the other side holds {n} card to lay, and has turns for {turns}.",
    "other": "It brings the end nearer: the other side holds {n} cards to lay, and has turns for {turns}."
  },
  "hint.ends-ahead": "It ends the round with {points} points for you and {theirs} for the other side: you are ahead.",
  "hint.ends-behind": "It ends the round with {points} points for you and {theirs} for the other side: you are behind.",
  "hint.ends-level": "It ends the round with {points} points for both sides.",
  "hint.left-in-hand": {
    "one": "It ends the round with {n} card in your hand that could still have been laid.",
    "other": "It ends the round with {n} cards in your hand that could still have been laid."
  },
  "hint.take-adds": "Laid on your {suit}, it adds {n} points.",
  "hint.take-times": "Laid on your {suit}, it makes that count times {times}.",
  "hint.take-joins": "It joins {cards} in your hand.",
  "hint.take-starts": "It is of use only if you begin {suit}, which costs {cost} points.",
  "hint.take-useless": "You can't lay {card} any more.",
  "hint.take-too-late": "If all draw off the deck from now on, you have no turn left to lay {card}.",
  "hint.take-denies": "It fits the other side's {suit}, and doesn't get there.",
  "hint.take-time": {
    "one": "The deck stays as it is: you hold {n} card to lay, and then have turns for {turns}.",
    "other": "The deck stays as it is: you hold {n} cards to lay, and then have turns for {turns}."
  },
  "hint.take-uncovers": "Below it lies {card}, which the other side could lay.",
  "hint.take-seen": "Everybody sees that you hold {card} then.",
  "hint.stall-near": {
    "one": "Then {n} more turn with a discard and a draw off a pile ends the round.",
    "other": "Then {n} more turns in a row with a discard and a draw off a pile end the round."
  },
  "hint.stall-ends": "It ends the round, as too many turns in a row were a discard and a draw off a pile.",
  "hint.to-lay": {
    "one": "You hold {n} card to lay on what you have begun, and have turns for {turns}.",
    "other": "You hold {n} cards to lay on what you have begun, and have turns for {turns}."
  },
  "hint.they-wait": {
    "one": "The other side holds {n} card to lay on what it has begun, and has turns for {turns}.",
    "other": "The other side holds {n} cards to lay on what it has begun, and has turns for {turns}."
  },
  "hint.hand-over": "While you hold {n} cards or more, you may hand two to your partner instead: that takes your turn, and the deck stays as it is.",
  "hint.hand-over-helps": {
    "one": "You hold {n} card to lay and have turns for {turns}: your partner could lay the rest.",
    "other": "You hold {n} cards to lay and have turns for {turns}: your partner could lay some of them."
  }
};
