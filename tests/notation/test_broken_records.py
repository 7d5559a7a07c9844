"""Records that are broken, cut short, hostile or not yet opened: one sentence for each."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from expedition.game import Deal, HandOver, Match, State, find_edition
from expedition.notation import (
    MAX_RECORD_BYTES,
    Comment,
    Player,
    Record,
    RecordError,
    Seal,
    SealedRound,
    parse_record,
    record_to_json,
    record_to_text,
)
from notation.records import RULESETS, random_record


def data_of(edition: int = 0, seed: int = 1) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(
        record_to_json(random_record(RULESETS[edition], seed, finished=True))
    )
    return data


def error_of(data: object) -> RecordError:
    with pytest.raises(RecordError) as caught:
        parse_record(json.dumps(data))
    return caught.value


def test_an_illegal_action_is_named_with_round_turn_and_reason() -> None:
    data = data_of()
    actions = data["rounds"][0]["actions"]
    place = next(i for i, text in enumerate(actions) if text.startswith("x") and i > 4)
    card = actions[place].removeprefix("x")
    actions[place + 1] = f"<{card[0]}"
    error = error_of(data)
    turn = sum(text[0] not in ".<" for text in actions[: place + 2])
    assert (error.round_number, error.turn) == (1, turn)
    assert str(error).startswith(f"Round 1, turn {turn}: '<{card[0]}': You discarded ")


def test_actions_after_the_end_are_refused() -> None:
    data = data_of()
    data["rounds"][0]["actions"].append(".")
    assert "The round is over: the last card of the deck was drawn." in str(error_of(data))


def test_a_wrong_pack_is_named() -> None:
    data = data_of()
    deal = data["rounds"][0]["deal"]
    deal[deal.index("R7")] = "R8"
    assert str(error_of(data)) == "Round 1: Not a pack of classic: missing R7; too many R8."


FIRST_SEAT_STARTS = next(
    seed for seed in range(50) if data_of(seed=seed)["rounds"][0]["starter"] == 0
)

Change = tuple[list[Any], Any, str]
CHANGES: list[Change] = [
    (["version"], 2, "form 2, from a later Expedition; this one knows form 1. Update it"),
    (["rules"], 7, "version of the rules 7, from a later Expedition"),
    (["version"], True, "'version' should be a whole number, not true or false"),
    (["version"], 0, "'version' is 0; it should be from 1"),
    (["format"], "pgn", "This is not a match record"),
    (["edition"], "clasic", "There is no edition 'clasic'. Did you mean 'classic'?"),
    (["edition"], 5, "'edition' should be text, not a number"),
    (["match"], [], "The match should be an object, not a list"),
    (["match", "rounds"], 0, "'rounds' is 0; it should be from 1 to 1000"),
    (["match", "rounds"], 10**30, "'rounds' is a huge number"),
    (["match", "start_rule"], "oldest", "it should be one of round-winner, next-seat, leader"),
    (["match", "first_starter"], 2, "'first_starter' is 2; it should be from 0 to 1"),
    (["match", "open_hands"], 1, "'open_hands' should be true or false, not a number"),
    (["match", "speed"], 1, "The match has 'speed', which is unknown"),
    (["seats"], [{"name": "A"}], "classic has 2 seats, and the record names 1"),
    (["seats"], None, "'seats' should be a list, not nothing"),
    (["seats", 0, "name"], "", "'name' should be one line of text"),
    (["seats", 0, "name"], "A\nB", "'name' should be one line of text"),
    (["seats", 0, "name"], "A\x1b[2J", "'name' has a character that can't be printed"),
    (["seats", 0, "name"], "n" * 81, "'name' is longer than 80 characters"),
    (["date"], "30.11.2026", "it should be a day like 2026-11-30"),
    (["tags"], {"Seed": "1"}, "the tag 'Seed' should have a name of small letters"),
    (["tags"], {"seed": 1}, "'seed' should be text, not a number"),
    (["rounds", 0, "starter"], 1, "Round 1: seat 1 starts, but by the start rule seat 0 does"),
    (["rounds", 0, "deal"], "R7", "Round 1: 'deal' should be a list, not text"),
    (["rounds", 0, "deal", 3], 7, "Round 1: 'deal' should hold texts, not a number"),
    (["rounds", 0, "deal", 3], "Z9", "Round 1: 'Z9' is not a card of classic"),
    (["rounds", 0, "actions", 0], "??", "Round 1, turn 1: '??': '??' is not a card of classic"),
    (["rounds", 0, "actions", 0], ".", "Round 1, turn 1: '.': Play or discard a card before"),
    (["rounds", 0, "actions", 1], None, "Round 1: 'actions' should hold texts, not nothing"),
    (["rounds", 0, "commitment"], "abc", "'commitment' should be 64 hexadecimal digits"),
    (["rounds", 0, "salt"], "s" * 16, "Round 1: the round has a salt without a commitment"),
    (["rounds", 0, "result", "scores"], [1, 2], "by the rules, not [1, 2]"),
    (["rounds", 0, "result", "scores"], [True, 2], "should hold whole numbers"),
    (["rounds", 0, "result", "termination"], "resigned", "ended by deck-empty, not 'resigned'"),
    (["rounds", 0, "comments"], [{"after": 9999, "text": "x"}], "'after' is 9999"),
    (["rounds", 0, "comments"], [{"after": 1, "text": " "}], "a comment is empty"),
    (["rounds", 0, "coments"], [], "Round 1: The round has 'coments', which is unknown"),
    (["rounds"], {}, "'rounds' should be a list, not an object"),
    (["rounds", 0], 3, "Round 1: The round should be an object, not a number"),
    (["result", "totals"], [0, 0], "the totals are"),
    (["result", "winners"], [0, 1], "the winners are"),
    (["extra"], 1, "The record has 'extra', which is unknown"),
]


@pytest.mark.parametrize(("path", "value", "message"), CHANGES, ids=lambda part: str(part)[:40])
def test_a_broken_record_gets_one_clear_error(path: list[Any], value: Any, message: str) -> None:
    data = data_of(seed=FIRST_SEAT_STARTS)
    data["rounds"][0].pop("commitment", None)
    data["rounds"][0].pop("salt", None)
    place: Any = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    error = str(error_of(data))
    assert message in error
    assert "\n" not in error


@pytest.mark.parametrize(
    "key", ["format", "version", "rules", "edition", "match", "seats", "rounds"]
)
def test_a_missing_part_is_named(key: str) -> None:
    data = data_of()
    del data[key]
    assert key in str(error_of(data))


def test_comments_out_of_order_are_refused() -> None:
    data = data_of()
    data["rounds"][0]["comments"] = [{"after": 4, "text": "a"}, {"after": 4, "text": "b"}]
    assert "comments should stand in order" in str(error_of(data))


def test_a_result_of_an_unfinished_match_is_refused() -> None:
    data = data_of()
    data["rounds"][-1]["actions"].pop()
    assert "the round has a result, but its actions don't end it" in str(error_of(data))
    del data["rounds"][-1]["result"]
    assert "not all its rounds are over" in str(error_of(data))


def test_a_deal_that_was_not_promised_is_found() -> None:
    record = random_record(RULESETS[0], 3, finished=True)
    data = json.loads(record_to_json(replace(record, seals=())))
    data["rounds"][0]["commitment"] = "0" * 64
    data["rounds"][0]["salt"] = "s" * 20
    assert "not the one that its commitment promised" in str(error_of(data))


def test_a_deal_and_a_promise_without_the_salt_are_refused() -> None:
    data = data_of()
    data["rounds"][0].pop("salt", None)
    data["rounds"][0]["commitment"] = "0" * 64
    assert "no salt to check one by the other" in str(error_of(data))


def sealed_data() -> dict[str, Any]:
    data = data_of(RULESETS.index(find_edition("classic-partners")), seed=2)
    for part in data["rounds"]:
        for key in ("salt", "comments"):
            part.pop(key, None)
        part.pop("commitment", None)
    (first, *_) = data["rounds"]
    del data["result"]
    data["rounds"] = [
        {"starter": first["starter"], "commitment": "0" * 64, "actions": ["xR7", ".", ">?", "B5"]}
    ]
    return data


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("actions", ["xR7", "."], None),
        ("actions", [">?", ">?", "B5", "<R"], None),
        ("actions", [">R7+B3"], "hidden while the deal is sealed: write >?."),
        ("actions", ["."], "a turn is a card and then a draw"),
        ("actions", ["R7", "R8"], "Round 1, turn 1: 'R8': a turn is a card and then a draw"),
        ("actions", [">?", "."], "a turn is a card and then a draw"),
        ("salt", "s" * 20, "not the deal that it opens"),
        ("starter", 4, "'starter' is 4"),
        ("starter", None, "'starter' should be a whole number"),
    ],
)
def test_a_sealed_round_is_checked_as_far_as_it_can_be(
    key: str, value: Any, message: str | None
) -> None:
    data = sealed_data()
    data["rounds"][0][key] = value
    if message is None:
        record = parse_record(json.dumps(data))
        assert parse_record(record_to_text(record)) == record
    else:
        assert message in str(error_of(data))


def test_a_sealed_round_starts_with_the_seat_that_is_due() -> None:
    data = sealed_data()
    data["rounds"][0]["starter"] = (data["rounds"][0]["starter"] + 1) % 4
    assert "by the start rule seat" in str(error_of(data))


def test_a_running_round_is_sealed_as_a_spectator_may_have_it() -> None:
    """Neither drawn nor handed-over cards are in it, and it reads back."""
    ruleset = find_edition("standard-partners")
    rng = Random(3)
    deal = Deal.shuffled(ruleset, rng)
    state = State.new(deal)
    while not any(isinstance(action, HandOver) for action in state.history):
        state = state.apply(rng.choice(state.legal_actions()))
    seal = Seal.of(deal, "salt-salt-salt-salt")
    sealed = SealedRound.of(state, seal)
    assert sealed.seal == Seal(seal.commitment)
    assert ">?" in sealed.actions
    assert not [text for text in sealed.actions if "+" in text]
    players = tuple(Player(f"P{seat}") for seat in range(4))
    record = Record(Match.new(ruleset), players, sealed=sealed)
    assert parse_record(record_to_json(record)) == record
    assert parse_record(record_to_text(record)) == record


MATCH = Match.new(RULESETS[0])
TWO = (Player("A"), Player("B"))


@pytest.mark.parametrize(
    "change",
    [
        {"players": (Player("A"),)},
        {"players": (Player(" A"), Player("B"))},
        {"players": (Player("A"), Player("B", ""))},
        {"match": Match.new(RULESETS[0], rounds=1001)},
        {"match": Match.new(replace(RULESETS[0], bonus_cards=3))},
        {"match": Match.new(replace(RULESETS[0], id="short"))},
        {"comments": (Comment(1, 0, "before any round"),)},
        {"comment": "a\ttab"},
        {"tags": (("a", "1"), ("a", "2"))},
        {"tags": (("A", "1"),)},
        {"tags": (("a", " 1"),)},
        {"seals": (Seal("0" * 64),)},
    ],
)
def test_a_record_that_could_not_be_read_again_is_not_made(change: dict[str, Any]) -> None:
    with pytest.raises(RecordError):
        replace(Record(MATCH, TWO), **change)


def test_comments_that_could_not_be_read_again_are_refused() -> None:
    record = random_record(RULESETS[0], 1, finished=True)
    last = len(record.match.played[0].events)
    for comments in (
        (Comment(1, 3, "a"), Comment(1, 3, "b")),
        (Comment(1, 3, "a"), Comment(1, 2, "b")),
        (Comment(1, last + 1, "a"),),
        (Comment(9, 0, "a"),),
        (Comment(0, 0, "a"),),
        (Comment(1, 0, " "),),
        (Comment(1, 0, "a\rb"),),
        (Comment(1, -1, "a"),),
    ):
        with pytest.raises(RecordError):
            replace(record, comments=comments)


def test_a_text_record_cut_short_anywhere_is_refused() -> None:
    text = record_to_text(random_record(find_edition("solo"), 3, finished=True))
    for length in range(len(text) - 1):
        with pytest.raises(RecordError):
            parse_record(text[:length])


@pytest.mark.parametrize(
    "text",
    [
        "Expedition record 1\nRound " + "1" * 5000,
        "Expedition record 1\nRound \u0663",
        "Expedition record " + "9" * 5000,
        "Expedition record 1\nRules: " + "9" * 5000,
        "Expedition record 1\n" + ";\n" * 1_000_000,
        "Expedition record 1\n" + "x: y\n" * 500_000,
        "{" + ", ".join(f'"{n}": 1' for n in range(100_000)) + ', "7": 1}',
        '{"' + "k" * 2_000_000 + '": 1, "' + "k" * 2_000_000 + '": 1}',
    ],
    ids=lambda text: text[:30],
)
def test_a_hostile_record_is_refused_in_a_line(text: str) -> None:
    """A reader that took the square of its input would not come back."""
    with pytest.raises(RecordError) as caught:
        parse_record(text)
    assert len(str(caught.value)) < 300


def test_a_record_of_too_many_actions_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("expedition.notation.record_data.MAX_ACTIONS", 50)
    assert "more than 50 actions" in str(error_of(data_of()))


def test_a_sealed_round_can_only_be_the_last() -> None:
    data = data_of(seed=2)
    rounds = data["rounds"]
    starter = rounds[0]["starter"]
    rounds[0] = {"starter": starter, "commitment": "0" * 64, "actions": []}
    rounds.append(dict(rounds[0]))
    assert "it follows a round whose deal is still sealed" in str(error_of(data))
    del rounds[0]["commitment"]
    assert "neither a deal nor a commitment" in str(error_of(data))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The record is empty."),
        ("hello", "it doesn't begin with 'Expedition record' or with '{'"),
        ("{", "It is cut short: it ends in line 1."),
        ('{"format": "exped', "It is cut short"),
        ("{nope}", "This is not JSON"),
        ('{"a": 1, "a": 2}', "has 'a' twice"),
        ('{"a": NaN}', "NaN, which is not a number in JSON"),
        ('{"a": ' + "9" * 5000 + "}", "far too many digits"),
        ('{"a": ' + "[" * 200_000, "nested too deeply"),
        ("{" + " " * MAX_RECORD_BYTES, "too large: more than 4 MB"),
        (b"\xff\xfe{", "not UTF-8 text: byte 1"),
    ],
    ids=lambda part: str(part)[:24],
)
def test_what_is_no_record_says_so(text: str | bytes, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_record(text)
    assert message in str(caught.value)


@pytest.mark.parametrize("form", [record_to_json, record_to_text], ids=["json", "text"])
@settings(max_examples=150)
@given(seed=st.integers(0, 20), cut=st.integers(0, 100_000), change=st.data())
def test_a_damaged_record_reads_or_says_why(
    form: Any, seed: int, cut: int, change: st.DataObject
) -> None:
    """Cut, doubled or overwritten anywhere, a record never raises anything but RecordError."""
    text = form(random_record(RULESETS[seed % len(RULESETS)], seed))
    place = cut % len(text)
    length = change.draw(st.integers(0, 40))
    digits = st.sampled_from(("9" * 5000, "٣٤", "1" * 12, "-0"))
    pieces = st.one_of(st.just(""), st.text(max_size=8), st.just(text[place:][:length]), digits)
    piece = change.draw(pieces)
    damaged = text[:place] + piece + text[place + length :]
    try:
        parse_record(damaged)
    except RecordError as error:
        assert "\n" not in str(error)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Rules: 1", "Rules: one", "'one' is not a whole number, in line 2"),
        ("Edition: classic", "Edition: classic\nEdition: classic", "'edition' stands there twice"),
        ("Round 1", "Round 7", "'Round 7' is out of order"),
        ("Seat 2:", "Seat 3:", "the heading 'Seat 3' is unknown or out of place"),
        ("Deal:", "Deel:", "the heading 'Deel' is unknown or out of place"),
        ("Rules: 1", "Rules: 1\nxR7 .", "'xR7' stands before the first round"),
        ("Expedition record 1", "Expedition record 9", "form 9, from a later Expedition"),
        ("  3.  ", "  4.  ", "turn 3 has another number, in line"),
        ("Rules: 1", "Rules: 1\nOpen hands: ja", "'ja' is neither yes nor no"),
        ("End of record", "End of record\nRules: 1", "'Rules: 1' stands after the end"),
    ],
)
def test_a_broken_text_record_names_the_line(old: str, new: str, message: str) -> None:
    text = record_to_text(random_record(RULESETS[0], 1, finished=True))
    assert old in text
    with pytest.raises(RecordError) as caught:
        parse_record(text.replace(old, new, 1))
    assert message in str(caught.value)
