"""Chapter 10 of the rules: what each one sees."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from expedition.game import (
    Deal,
    EventKind,
    Match,
    PublicView,
    Ruleset,
    State,
    observe,
    public_view,
)
from properties.redeal import Audience, other_world
from rules.positions import (
    a_card,
    a_suit,
    after,
    begin,
    editions_with,
    every_edition,
    in_turns,
    some_cards,
    until_seat,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

more_seats = editions_with(lambda ruleset: ruleset.seats > 1)
partners = editions_with(lambda ruleset: ruleset.seats == 4)


def some_states(ruleset: Ruleset, rounds: int = 4) -> Iterator[State]:
    """Random play, a state every few steps and the last of each round."""
    for seed in range(rounds):
        rng = Random(seed)
        state = State.new(Deal.shuffled(ruleset, rng), rng.randrange(ruleset.seats))
        step = 0
        while not state.is_over and step < 300:
            if step % 23 == 0:
                yield state
            state = state.apply(rng.choice(state.legal_actions()))
            step += 1
        yield state


def everybody(state: State) -> Iterator[PublicView]:
    """What each seat sees, and a spectator."""
    yield public_view(state)
    for seat in range(state.ruleset.seats):
        yield observe(state, seat)


def redealt(state: State, audience: Audience, rng: Random) -> State:
    """Deal the cards again that an onlooker never saw, and play the round as it was played."""
    world = other_world(state, audience, rng)
    assert world is not None
    return world[-1]


@every_edition
def test_10_1_a_seat_sees_its_own_hand(ruleset: Ruleset) -> None:
    for state in some_states(ruleset):
        for seat, hand in enumerate(state.hands):
            seen = observe(state, seat)
            assert (seen.seat, seen.hand) == (seat, hand)
            assert seen.side == ruleset.side(seat)
            assert seen.dealt == state.deal.hands[seat]


@every_edition
def test_10_1_and_every_card_that_it_drew(ruleset: Ruleset) -> None:
    for state in some_states(ruleset):
        for seat in range(ruleset.seats):
            hand = Counter(state.deal.hands[seat])
            for event in observe(state, seat).events:
                # Its own events, and hand-overs of its partner, account for the whole hand.
                arrives = event.kind in (EventKind.DRAW_DECK, EventKind.DRAW_PILE)
                if event.seat == seat:
                    assert event.cards
                    hand.update(event.cards) if arrives else hand.subtract(event.cards)
                elif event.seat == ruleset.partner(seat) and event.kind is EventKind.HAND_OVER:
                    hand.update(event.cards)
            assert +hand == Counter(state.hands[seat])


@every_edition
def test_10_1_what_it_may_do_is_said_only_on_its_turn(ruleset: Ruleset) -> None:
    for state in some_states(ruleset):
        for seat in range(ruleset.seats):
            mine = state.legal_actions() if seat == state.to_act else ()
            assert observe(state, seat).legal_actions == mine


@every_edition
def test_10_2_everybody_sees_what_lies_on_the_table(ruleset: Ruleset) -> None:
    for state in some_states(ruleset):
        for view in everybody(state):
            assert view.expeditions == state.expeditions
            assert view.scores == state.scores
            assert view.hand_sizes == tuple(len(hand) for hand in state.hands)
            assert view.deck_size == len(state.deck)
            assert (view.to_act, view.step, view.starter) == (
                state.to_act,
                state.step,
                state.starter,
            )
            assert (view.termination, view.is_over) == (state.termination, state.is_over)
            assert (view.closed_suit, view.idle_turns) == (state.closed_suit, state.idle_turns)
            for suit in ruleset.suits:
                for side in range(ruleset.sides):
                    assert view.expedition(side, suit) == state.expedition(side, suit)


@every_edition
def test_10_2_everybody_sees_what_was_laid_and_discarded_by_whom(ruleset: Ruleset) -> None:
    for state in some_states(ruleset):
        for view in everybody(state):
            for seen, event in zip(view.events, state.events, strict=True):
                assert (seen.seat, seen.kind) == (event.seat, event.kind)
                if event.kind in (EventKind.PLAY, EventKind.DISCARD):
                    assert seen.cards == event.cards


@every_edition
def test_10_3_discard_piles_are_public_all_the_way_down(ruleset: Ruleset) -> None:
    state = in_turns(begin(ruleset, "a9 a2 a5"), "xa9 .", "xa2 .", "xa5 .")
    for view in everybody(state):
        assert view.pile(a_suit(ruleset, "a"))[:3] == some_cards(ruleset, "a9 a2 a5")
        assert view.piles == state.piles


@more_seats
def test_10_4_everybody_knows_a_card_taken_from_a_pile_until_it_is_played(
    ruleset: Ruleset,
) -> None:
    state = after(begin(ruleset, "a5", "b6"), "xa5 . xb6 <a")
    five = some_cards(ruleset, "a5")
    for view in everybody(state):
        assert view.events[-1].cards == five
        assert view.known[1] == five
    assert observe(state, 1).exposed == five
    assert observe(state, 0).exposed == ()
    for played in ("a5", "xa5"):
        for view in everybody(after(until_seat(state, 1), played)):
            assert view.known[1] == ()


@more_seats
def test_10_4_another_card_played_leaves_it_known(ruleset: Ruleset) -> None:
    state = after(begin(ruleset, "a5", "b6 b7"), "xa5 . xb6 <a")
    for view in everybody(after(until_seat(state, 1), "b7")):
        assert view.known[1] == some_cards(ruleset, "a5")


@editions_with(lambda ruleset: ruleset.seats > 1 and len(set(ruleset.wagers)) == 1)
def test_10_4_of_equal_cards_the_known_one_is_played_first(ruleset: Ruleset) -> None:
    # Seat 1 holds a wager and takes an equal one; after laying either it may hold the other.
    state = after(begin(ruleset, "aJ", "aQ b6"), "xaJ . xb6 <a")
    assert public_view(state).known[1] == some_cards(ruleset, "aJ")
    state = after(until_seat(state, 1), "aJ")
    assert state.hands[1].count(a_card(ruleset, "aJ")) == 1
    assert public_view(state).known[1] == ()


@every_edition
def test_10_5_a_seat_cannot_tell_hidden_cards_apart(ruleset: Ruleset) -> None:
    rng = Random(105)
    differ = 0
    for state in some_states(ruleset):
        for seat in range(ruleset.seats):
            other = redealt(state, seat, rng)
            seen, again = observe(state, seat), observe(other, seat)
            assert again == seen
            assert repr(again) == repr(seen)
            assert again.information_state == seen.information_state
            assert hash(again.information_state) == hash(seen.information_state)
            differ += other.deal != state.deal
    assert differ, "a redeal that changes nothing shows nothing"


@every_edition
def test_10_5_nor_can_a_spectator(ruleset: Ruleset) -> None:
    rng = Random(106)
    differ = 0
    for state in some_states(ruleset):
        other = redealt(state, None, rng)
        assert repr(public_view(other)) == repr(public_view(state))
        differ += other.hands != state.hands
    assert differ, "a redeal that changes nothing shows nothing"


@more_seats
def test_10_5_a_card_off_the_deck_is_seen_by_who_draws_it_only(ruleset: Ruleset) -> None:
    state = after(begin(ruleset, "a5", deck="b6"), "xa5 .")
    for seat in range(ruleset.seats):
        cards = observe(state, seat).events[-1].cards
        assert cards == (some_cards(ruleset, "b6") if seat == 0 else ())
    assert public_view(state).events[-1].cards == ()


@partners
def test_10_6_partners_know_what_went_over_and_where_it_is(ruleset: Ruleset) -> None:
    state = after(begin(ruleset, "a5 b6"), ">a5+b6")
    pair = some_cards(ruleset, "a5 b6")
    assert observe(state, 0).known[2] == pair
    for seat in (1, 3):
        assert observe(state, seat).known[2] == ()
    assert public_view(state).known[2] == ()


@partners
def test_10_6_the_other_side_keeps_a_known_card_for_the_pair_of_hands(ruleset: Ruleset) -> None:
    # Seat 0 takes the b6 that seat 3 threw, and then hands over the b6, or two other cards.
    state = begin(ruleset, "a5 a7 a8", "", "", "b6", starter=3)
    state = until_seat(after(state, "xb6 . xa5 <b"), 0)
    six = some_cards(ruleset, "b6")
    assert public_view(state).known[0] == six
    views = []
    for pair in (">a7+b6", ">a7+a8"):
        given = after(state, pair)
        for onlooker in (public_view(given), observe(given, 1), observe(given, 3)):
            assert onlooker.known[0] == onlooker.known[2] == ()
            assert onlooker.pooled == (six, ())
        views.append(repr(observe(given, 1)))
        holder = 2 if "b6" in pair else 0
        assert observe(given, 2 - holder).known[holder] == (
            some_cards(ruleset, "a7 b6") if holder == 2 else six
        )
        assert observe(given, 0).pooled == ((), ())
        # Whoever plays it settles the matter.
        settled = after(until_seat(given, holder), "xb6")
        assert public_view(settled).pooled == ((), ())
    assert views[0] == views[1]


@every_edition
def test_10_7_in_the_teaching_round_everybody_sees_all_hands_and_draws(ruleset: Ruleset) -> None:
    rng = Random(107)
    match = Match.new(ruleset, open_hands=True).begin(Deal.shuffled(ruleset, rng))
    for _ in range(40):
        state = match.state
        assert state is not None
        if state.is_over:
            break
        for view in everybody(state):
            assert view.open_hands == state.hands
            assert view.events == state.events
        match = match.apply(rng.choice(state.legal_actions()))


@every_edition
def test_10_7_the_order_of_the_deck_stays_hidden(ruleset: Ruleset) -> None:
    deal = Deal.shuffled(ruleset, Random(108))
    dealt = ruleset.seats * ruleset.hand_size
    rest = deal.cards[dealt:]
    turned = (*deal.cards[:dealt], *reversed(rest))
    one, other = (State.new(each, open_hands=True) for each in (deal, Deal(ruleset, turned)))
    for seat in range(ruleset.seats):
        assert repr(observe(one, seat)) == repr(observe(other, seat))
    assert repr(public_view(one)) == repr(public_view(other))
