"""That the rounds of the properties go where the rules do something."""

from __future__ import annotations

from collections import Counter

from expedition.game import EventKind, Ruleset, Termination
from properties.strategies import FEW, TEMPERAMENTS, every_edition, play


@every_edition
def test_rounds_reach_every_corner_of_the_rules(ruleset: Ruleset) -> None:
    ended: Counter[Termination | None] = Counter()
    done: Counter[EventKind] = Counter()
    most_cards = most_known = 0
    for temperament in TEMPERAMENTS:
        for seed in range(FEW if FEW < 100 else 24):
            dealt, actions = play(ruleset, seed, temperament)
            state = dealt.replay(actions)
            ended[state.termination] += 1
            done.update(event.kind for event in state.events)
            columns = [laid for side in state.expeditions for laid in side]
            most_cards = max(most_cards, *map(len, columns))
            most_known = max(most_known, *map(len, state.knowledge.public))
    assert most_cards >= ruleset.bonus_cards
    assert (most_known >= 3) == ruleset.draw_from_piles
    assert set(ended) == (
        {Termination.HANDS_EMPTY}
        if ruleset.play_out_hands
        else {Termination.DECK_EMPTY, Termination.STALLED}
        if ruleset.stall_turns
        else {Termination.DECK_EMPTY}
    )
    kinds = {EventKind.PLAY, EventKind.DISCARD, EventKind.DRAW_DECK}
    kinds |= {EventKind.DRAW_PILE} if ruleset.draw_from_piles else set()
    kinds |= {EventKind.HAND_OVER} if ruleset.hand_over else set()
    assert set(done) == kinds
    assert min(done.values()) >= 100
