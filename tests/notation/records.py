"""Records made by random play, for the tests of both forms."""

from __future__ import annotations

from random import Random

from expedition.game import (
    EDITIONS,
    Deal,
    DrawDeck,
    DrawPile,
    HandOver,
    Match,
    Play,
    Ruleset,
    StartRule,
    State,
)
from expedition.notation import Comment, Player, Record, Seal, SealedRound

NAMES = ("Ann", "Bo O'Neil: the 2nd", "Çağla; {x}", "小林 👩\u200d🚀", "x", "-12")
REMARKS = (
    "Good.",
    "; two\n\n  lines: 3. <R\n",
    "Round 2",
    'Deal: "quoted" \\ [ 1,  2 ]',
    "\n leading",
)


def random_action(state: State, rng: Random) -> object:
    """Prefer laying cards and the deck, so that rounds are short and expeditions grow."""
    legal = state.legal_actions()
    better = [action for action in legal if isinstance(action, Play | DrawDeck)]
    worse = [action for action in legal if not isinstance(action, HandOver | DrawPile)]
    pool = better if better and rng.random() < 0.7 else worse if rng.random() < 0.7 else legal
    return rng.choice(pool or legal)


def random_match(ruleset: Ruleset, seed: int, *, finished: bool | None = None) -> Match:
    rng = Random(f"{ruleset.id} {seed}")
    rounds = rng.randint(1, 2)
    match = Match.new(
        ruleset,
        rounds=rounds,
        first_starter=rng.randrange(ruleset.seats),
        start_rule=rng.choice(list(StartRule)),
        open_hands=rng.random() < 0.3,
    )
    cut = 10**9 if finished or (finished is None and rng.random() < 0.5) else rng.randrange(120)
    while not match.is_over:
        match = match.begin(Deal.shuffled(ruleset, rng))
        while not match.played[-1].is_over:
            if cut == 0:
                return match
            cut -= 1
            match = match.apply(random_action(match.played[-1], rng))  # type: ignore[arg-type]
    return match


def random_record(ruleset: Ruleset, seed: int, *, finished: bool | None = None) -> Record:
    match = random_match(ruleset, seed, finished=finished)
    rng = Random(f"record {ruleset.id} {seed}")
    players = tuple(
        Player(rng.choice(NAMES), rng.choice((None, "careful"))) for _ in range(ruleset.seats)
    )
    comments = []
    for number, state in enumerate(match.played, start=1):
        places = sorted(rng.sample(range(len(state.events) + 1), min(3, len(state.events))))
        comments += [Comment(number, place, rng.choice(REMARKS)) for place in places]
    seals: tuple[Seal | None, ...] = ()
    if rng.random() < 0.5:
        seals = tuple(Seal.of(state.deal, f"{rng.random():.20f}"[2:]) for state in match.played)
    sealed = None
    if match.awaits_deal and rng.random() < 0.8:
        deal = Deal.shuffled(ruleset, rng)
        first = deal.hands[match.next_starter][0]
        seal = Seal(Seal.of(deal, "a-salt-nobody-guesses").commitment)
        sealed = SealedRound(match.next_starter, seal, (f"x{first}", "."))
    return Record(
        match,
        players,
        date=rng.choice((None, "2026-11-30")),
        comment=rng.choice(("", *REMARKS)),
        comments=tuple(comments),
        tags=rng.choice(((), (("seed", "12"), ("place", "Kitchen; 3: table")))),
        seals=seals,
        sealed=sealed,
    )


RULESETS = tuple(EDITIONS.values())
