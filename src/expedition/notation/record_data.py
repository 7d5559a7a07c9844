"""A record as plain data, the shape that both of its forms share, and back with every check."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from expedition.game import (
    RULES_VERSION,
    Deal,
    GameError,
    HandOver,
    InvalidNotation,
    InvalidSetup,
    Match,
    Ruleset,
    StartRule,
    State,
    find_edition,
)
from expedition.notation.actions import HIDDEN_HAND_OVER, parse_action
from expedition.notation.cards import parse_card, shown
from expedition.notation.fields import Fields
from expedition.notation.record import (
    HEX,
    MAX_ACTIONS,
    MAX_COMMENT,
    MAX_NAME,
    MAX_ROUND_ACTIONS,
    MAX_ROUNDS,
    MAX_TAG,
    RECORD_VERSION,
    SALT,
    TAG,
    Comment,
    Player,
    Record,
    Seal,
    SealedRound,
)
from expedition.notation.record_error import RecordError

FORMAT = "expedition-record"
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


# Out


def record_to_data(record: Record) -> dict[str, Any]:
    """Return a record as dicts, lists, texts and numbers."""
    match = record.match
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": RECORD_VERSION,
        "rules": record.rules,
        "edition": match.ruleset.id,
        "match": {
            "rounds": match.rounds,
            "start_rule": match.start_rule.value,
            "first_starter": match.first_starter,
            "open_hands": match.open_hands,
        },
        "seats": [
            {"name": player.name} | ({"bot": player.bot} if player.bot else {})
            for player in record.players
        ],
    }
    if record.date:
        data["date"] = record.date
    if record.comment:
        data["comment"] = record.comment
    if record.tags:
        data["tags"] = dict(record.tags)
    rounds = [_round_data(record, index, state) for index, state in enumerate(match.played)]
    if record.sealed:
        rounds.append(_sealed_data(record, len(rounds) + 1, record.sealed))
    data["rounds"] = rounds
    if match.outcome:
        data["result"] = {
            "totals": list(match.outcome.totals),
            "winners": list(match.outcome.winners),
        }
    return data


def _round_data(record: Record, index: int, state: State) -> dict[str, Any]:
    data: dict[str, Any] = {"starter": state.starter}
    if seal := record.seal(index):
        data["commitment"] = seal.commitment
        if seal.salt is not None:
            data["salt"] = seal.salt
    data["deal"] = [str(card) for card in state.deal.cards]
    data["actions"] = [str(action) for action in state.history]
    data |= _comments_data(record, index + 1)
    if state.termination:
        data["result"] = {
            "scores": [score.total for score in state.scores],
            "termination": state.termination.code,
        }
    return data


def _sealed_data(record: Record, round_number: int, sealed: SealedRound) -> dict[str, Any]:
    return {
        "starter": sealed.starter,
        "commitment": sealed.seal.commitment,
        "actions": list(sealed.actions),
    } | _comments_data(record, round_number)


def _comments_data(record: Record, round_number: int) -> dict[str, Any]:
    comments = [
        {"after": comment.after, "text": comment.text}
        for comment in record.comments
        if comment.round_number == round_number
    ]
    return {"comments": comments} if comments else {}


# In


def record_from_data(data: object) -> Record:
    """Check plain data and play it through, or raise RecordError with the first fault."""
    fields = Fields(data, "The record")
    rules = _check_versions(fields)
    try:
        ruleset = find_edition(fields.line("edition", 80))
    except InvalidSetup as error:
        raise RecordError(str(error)) from None
    match = _match(Fields(fields.take("match"), "The match"), ruleset)
    seats = fields.items("seats", ruleset.seats)
    if len(seats) < ruleset.seats:
        msg = f"{ruleset.id} has {ruleset.seats} seats, and the record names {len(seats)}."
        raise RecordError(msg)
    players = tuple(_player(Fields(seat, f"Seat {n}")) for n, seat in enumerate(seats, start=1))
    day = _day(fields) if "date" in fields else None
    comment = fields.text("comment", MAX_COMMENT) if "comment" in fields else ""
    tags = _tags(fields) if "tags" in fields else ()

    comments: list[Comment] = []
    seals: list[Seal | None] = []
    sealed = None
    total = 0
    for number, item in enumerate(fields.items("rounds", MAX_ROUNDS), start=1):
        if sealed:
            msg = "it follows a round whose deal is still sealed."
            raise RecordError(msg, round_number=number)
        part = Fields(item, "The round", number)
        seal = _seal(part)
        if "deal" in part:
            match = _played(part, match, seal)
            actions = len(_current(match).events)
            seals.append(seal)
        else:
            sealed = _sealed(part, match, seal)
            actions = len(sealed.actions)
        total += actions
        if total > MAX_ACTIONS:
            msg = f"the record has more than {MAX_ACTIONS} actions"
            raise part.error(msg)
        comments += _comments(part, actions)
        part.done()
    _check_result(fields, match)
    fields.done()
    while seals and seals[-1] is None:
        seals.pop()
    return Record(match, players, day, comment, tuple(comments), tags, tuple(seals), sealed, rules)


def _check_versions(fields: Fields) -> int:
    """Return the version of the rules, or raise if a version is later than this program."""
    if "format" not in fields or fields.take("format") != FORMAT:
        msg = f'This is not a match record: it does not say "format": "{FORMAT}".'
        raise RecordError(msg)
    for key, known, what in (
        ("version", RECORD_VERSION, "form"),
        ("rules", RULES_VERSION, "version of the rules"),
    ):
        version = fields.whole(key, 1, 10**6)
        if version > known:
            msg = (
                f"The record has {what} {version}, from a later Expedition; "
                f"this one knows {what} {known}. Update it to read this record."
            )
            raise RecordError(msg)
    return version


def _match(fields: Fields, ruleset: Ruleset) -> Match:
    rounds = fields.whole("rounds", 1, MAX_ROUNDS)
    name = fields.line("start_rule", 40)
    rules = [rule.value for rule in StartRule]
    if name not in rules:
        msg = f"'start_rule' is {shown(name)}; it should be one of {', '.join(rules)}"
        raise fields.error(msg)
    first = fields.whole("first_starter", 0, ruleset.seats - 1)
    open_hands = fields.flag("open_hands", default=False)
    fields.done()
    return Match.new(
        ruleset,
        rounds=rounds,
        start_rule=StartRule(name),
        first_starter=first,
        open_hands=open_hands,
    )


def _player(fields: Fields) -> Player:
    name = fields.line("name", MAX_NAME)
    bot = fields.line("bot", MAX_NAME) if "bot" in fields else None
    fields.done()
    return Player(name, bot)


def _day(fields: Fields) -> str:
    day = fields.line("date", 40)
    try:
        if not _DAY.fullmatch(day):
            raise ValueError
        return date.fromisoformat(day).isoformat()
    except ValueError:
        msg = f"'date' is {shown(day)}; it should be a day like 2026-11-30"
        raise fields.error(msg) from None


def _tags(fields: Fields) -> tuple[tuple[str, str], ...]:
    mapping = fields.mapping("tags")
    for name in mapping:
        if not TAG.fullmatch(name):
            msg = f"the tag {shown(name)} should have a name of small letters, digits and hyphens"
            raise fields.error(msg)
    tags = Fields(mapping, "The tags")
    return tuple((name, tags.line(name, MAX_TAG)) for name in mapping)


def _seal(fields: Fields) -> Seal | None:
    if "commitment" not in fields:
        if "salt" in fields:
            msg = "the round has a salt without a commitment"
            raise fields.error(msg)
        return None
    commitment = fields.line("commitment", 64)
    if not HEX.fullmatch(commitment):
        msg = "'commitment' should be 64 hexadecimal digits"
        raise fields.error(msg)
    salt = fields.line("salt", 128) if "salt" in fields else None
    if salt is not None and not SALT.fullmatch(salt):
        msg = "'salt' should be 16 to 128 letters, digits, hyphens or underscores"
        raise fields.error(msg)
    return Seal(commitment, salt)


def _played(fields: Fields, match: Match, seal: Seal | None) -> Match:
    """Return the match after a round whose deal is known, with every action verified."""
    number = fields.round_number
    ruleset = match.ruleset
    try:
        cards = tuple(parse_card(text, ruleset) for text in fields.texts("deal", 1000))
        deal = Deal(ruleset, cards)
        if seal and seal.salt is None:
            msg = "the round has its deal and a commitment, but no salt to check one by the other."
            raise RecordError(msg, round_number=number)
        if seal and not seal.fits(deal):
            msg = "the deal is not the one that its commitment promised."
            raise RecordError(msg, round_number=number)
        match = match.begin(deal)
    except RecordError:
        raise
    except GameError as error:
        raise RecordError(str(error), round_number=number) from None
    _check_starter(fields, ruleset.seats, _current(match).starter)
    for text in fields.texts("actions", MAX_ROUND_ACTIONS):
        try:
            match = match.apply(parse_action(text, ruleset))
        except GameError as error:
            msg = f"{shown(text)}: {error}"
            turn = _current(match).turn
            raise RecordError(msg, round_number=number, turn=turn) from None
    _check_round_result(fields, _current(match))
    return match


def _current(match: Match) -> State:
    return match.played[-1]


def _check_starter(fields: Fields, seats: int, due: int) -> None:
    starter = fields.whole("starter", 0, seats - 1)
    if starter != due:
        msg = f"seat {starter} starts, but by the start rule seat {due} does"
        raise fields.error(msg)


def _check_round_result(fields: Fields, state: State) -> None:
    if "result" not in fields:
        return
    if state.termination is None:
        msg = "the round has a result, but its actions don't end it"
        raise fields.error(msg)
    result = Fields(fields.take("result"), "The result", fields.round_number)
    scores = [score.total for score in state.scores]
    given = result.wholes("scores", len(scores))
    if given != scores:
        msg = f"the scores are {scores} by the rules, not {given}"
        raise result.error(msg)
    reason = result.line("termination", 40)
    if reason != state.termination.code:
        msg = f"the round ended by {state.termination.code}, not {shown(reason)}"
        raise result.error(msg)
    result.done()


def _sealed(fields: Fields, match: Match, seal: Seal | None) -> SealedRound:
    """Return a round without a deal: its actions are read, and can't be judged."""
    if seal is None:
        msg = "the round has neither a deal nor a commitment"
        raise fields.error(msg)
    if not match.awaits_deal:
        msg = "the round before is not over" if not match.is_over else "the match was over before"
        raise fields.error(msg)
    if seal.salt is not None:
        msg = "the round has a salt, but not the deal that it opens"
        raise fields.error(msg)
    _check_starter(fields, match.ruleset.seats, match.next_starter)
    actions: list[str] = []
    turn, awaits_draw = 0, False
    for text in fields.texts("actions", MAX_ROUND_ACTIONS):
        try:
            written = _sealed_action(text, match.ruleset)
        except InvalidNotation as error:
            msg = f"{shown(text)}: {error}"
            raise RecordError(msg, round_number=fields.round_number, turn=turn) from None
        draws = written[0] in ".<"
        # Where hands are played out a card may be a whole turn; the deck is not known here.
        if draws > awaits_draw or (awaits_draw > draws and not match.ruleset.play_out_hands):
            msg = f"{shown(text)}: a turn is a card and then a draw."
            raise RecordError(msg, round_number=fields.round_number, turn=turn)
        turn += not draws
        awaits_draw = not draws and written[0] != ">"
        actions.append(written)
    return SealedRound(match.next_starter, Seal(seal.commitment), tuple(actions))


def _sealed_action(text: str, ruleset: Ruleset) -> str:
    if text == HIDDEN_HAND_OVER and ruleset.hand_over:
        return text
    action = parse_action(text, ruleset)
    if isinstance(action, HandOver):
        msg = (
            f"The cards handed over are hidden while the deal is sealed: write {HIDDEN_HAND_OVER}."
        )
        raise InvalidNotation(msg)
    return str(action)


def _comments(fields: Fields, actions: int) -> list[Comment]:
    comments: list[Comment] = []
    for item in fields.items("comments", actions + 1) if "comments" in fields else ():
        part = Fields(item, "The comment", fields.round_number)
        after = part.whole("after", 0, actions)
        if comments and after <= comments[-1].after:
            msg = "comments should stand in order, one after an action"
            raise part.error(msg)
        text = part.text("text", MAX_COMMENT)
        if not text.strip():
            msg = "a comment is empty"
            raise part.error(msg)
        comments.append(Comment(fields.round_number, after, text))
        part.done()
    return comments


def _check_result(fields: Fields, match: Match) -> None:
    if "result" not in fields:
        return
    if match.outcome is None:
        msg = "The record has a result, but not all its rounds are over."
        raise RecordError(msg)
    result = Fields(fields.take("result"), "The result")
    outcome = match.outcome
    for key, right in (("totals", outcome.totals), ("winners", outcome.winners)):
        given = result.wholes(key, match.ruleset.sides)
        if given != list(right):
            msg = f"the {key} are {list(right)} by the rules, not {given}"
            raise result.error(msg)
    result.done()
