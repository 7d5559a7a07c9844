"""Whole matches through standard input, as a pipe or a screen reader's line mode sees them."""

from __future__ import annotations

import json
import os
import re
import subprocess
from random import Random
from typing import TYPE_CHECKING

import pytest

from cli.conftest import COMMAND
from expedition.game import EDITIONS, Card, Deal, Match, find_edition
from expedition.notation import Record, parse_record, record_to_text

if TYPE_CHECKING:
    from pathlib import Path

    from cli.conftest import Run

# Discards the first card and draws off the deck, again and again. The second form is for editions
# that play on without drawing: there the draw is a wrong line, which changes nothing.
WHOLE_MATCH = "x1 .\n" * 400
ANY_MATCH = "x1\n1\n" * 400


def first_hand(edition: str, seed: str) -> tuple[Card, ...]:
    """The hand that `expedition play` deals to the person for a seed."""
    return Deal.shuffled(find_edition(edition), Random(f"{seed} deal 1")).hands[0]


def only_record(run: Run) -> tuple[Path, Record]:
    (path,) = (run.data / "matches").glob("*.json")
    return path, parse_record(path.read_bytes())


@pytest.mark.parametrize("bot", ["random", "careful"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_plays_to_the_end(run: Run, edition: str, bot: str) -> None:
    result = run("play", edition, "--bot", bot, "--seed", "7", "--rounds", "2", text=ANY_MATCH)
    assert result.code == 0, result.out[-500:]
    path, record = only_record(run)
    assert record.match.is_over
    assert record.match.ruleset.id == edition
    assert f"The record: {path}" in result.out
    assert len(record.match.scores) == 2
    assert run("replay", "--end", str(path)).code == 0


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", ["3", "4"])
def test_lines_fit_a_small_terminal(run: Run, edition: str, seed: str) -> None:
    # Looks at the table at both steps, discards much, and hands over where that is done.
    hand_over = ">{}+{}\n".format(*map(str, first_hand(edition, seed)[:2]))
    text = hand_over + "1 .\nx1\nhand\npiles\nscore\n1\n1\n?\n" * 50
    result = run("play", edition, "--first", "me", "--seed", seed, "--rounds", "1", text=text)
    lines = result.out.splitlines()
    too_long = [line for line in lines if len(line) > 80 and not line.startswith("The record:")]
    assert too_long == []


def test_the_same_seed_gives_the_same_match(run: Run, tmp_path: Path) -> None:
    outs = []
    for name in ("a", "b"):
        file = tmp_path / f"{name}.json"
        words = ("play", "--seed", "5", "--rounds", "1", "--record", str(file))
        result = run(*words, text=WHOLE_MATCH)
        outs.append(result.out.replace(str(file), ""))
    assert outs[0] == outs[1]
    first, second = (json.loads((tmp_path / f"{name}.json").read_text()) for name in "ab")
    assert first == second


def test_without_a_seed_two_matches_differ(run: Run, tmp_path: Path) -> None:
    deals = []
    for name in ("a", "b"):
        file = tmp_path / f"{name}.json"
        run("play", "--record", str(file), text="quit\n")
        deals.append(json.loads(file.read_text())["rounds"][0]["deal"])
    assert deals[0] != deals[1]


def test_leaving_keeps_the_match_and_resume_goes_on(run: Run, tmp_path: Path) -> None:
    """Cut into many sittings, a match is the same, byte for byte, as played in one."""
    whole = tmp_path / "whole.json"
    words = ("--seed", "9", "--rounds", "1", "--bot", "careful", "--first", "me")
    run("play", *words, "--record", str(whole), text=WHOLE_MATCH)
    pieces = tmp_path / "pieces.json"
    result = run("play", *words, "--record", str(pieces), text="x1 .\nquit\n")
    assert result.code == 0
    assert "The match is kept." in result.out
    for _ in range(60):
        # Leaves in the middle of a turn, too: the card is played, the draw is not made.
        result = run("play", "--resume", "--record", str(pieces), text="x1\nquit\n")
        if "The match is over" in result.out:
            break
        result = run("play", "--resume", "--record", str(pieces), text=".\nquit\n")
        if "The match is over" in result.out:
            break
    assert json.loads(pieces.read_text()) == json.loads(whole.read_text())
    again = run("play", "--resume", "--record", str(pieces))
    assert again.code == 2
    assert "is over" in again.err


def test_resume_takes_the_last_unfinished_match(run: Run) -> None:
    run("play", "solo", "--seed", "1", text="x1 .\nquit\n")
    (path,) = (run.data / "matches").glob("*.json")
    os.utime(path, (1, 1))
    run("play", "standard", "--seed", "1", text="quit\n")
    assert "Standard deck.\n" in run("play", "--resume", text="quit\n").out
    files = sorted((run.data / "matches").glob("*standard.json"))
    files[-1].unlink()
    assert "Standard deck for one.\n" in run("play", "--resume", text="quit\n").out


def test_resume_without_a_match_says_so(run: Run) -> None:
    result = run("play", "--resume")
    assert result.code == 2
    assert "There is no match to resume. `expedition play` starts one." in result.err


def test_the_end_of_input_keeps_the_match(run: Run) -> None:
    result = run("play", "--seed", "2", "--first", "me", text="x1 .\n")
    assert result.code == 1
    assert "The input has ended; the match is kept." in result.out
    _, record = only_record(run)
    assert len(record.match.played[0].events) == 4


def test_undo_before_the_draw_takes_the_card_back(run: Run) -> None:
    text = "undo\nx1\nundo\nhand\nx1 .\nundo\nquit\n"
    result = run("play", "--seed", "2", "--first", "me", "--bot", "random", text=text)
    assert result.out.count("You take the card back.") == 1
    assert result.out.count("There is nothing to undo") == 2
    hands = re.findall(r"Your hand: (.*)", result.out)
    assert hands[0] == hands[1] == hands[2] != hands[3]
    _, record = only_record(run)
    mine = [event for event in record.match.played[0].events if event.seat == 0]
    assert len(mine) == 2


def test_undo_works_in_a_resumed_turn(run: Run) -> None:
    run("play", "--seed", "2", "--first", "me", text="x1\nquit\n")
    result = run("play", "--resume", text="undo\nquit\n")
    assert "You take the card back." in result.out
    _, record = only_record(run)
    assert record.match.played[0].events == ()


def test_a_refused_line_says_why_and_changes_nothing(run: Run) -> None:
    lines = [
        "foo",
        "R99",
        "99",
        "x0",
        ".",
        "<Q",
        ">R7+R8",
        "",
        "why",
        "why Q",
        "why 99",
        "²",
        "x²",
        "7" * 60,
    ]
    result = run("play", "--seed", "2", "--first", "me", text="\n".join([*lines, "quit"]) + "\n")
    assert result.code == 0
    for sentence in (
        "'R99' is not a card of classic",
        "There is no card 99 in your hand; they are numbered 1 to 8.",
        "There is no card 0 in your hand",
        "Play or discard a card before you draw.",
        "'foo' is neither a card nor a command. Type ? for help.",
        "'Q' is not a suit of classic",
        "Cards are not handed over in classic.",
        "Which card? Write it after the word, like `why 3`.",
        "'Q' is not a card of classic",
    ):
        assert sentence in result.out
    _, record = only_record(run)
    assert record.match.played[0].events == ()


def test_a_whole_turn_in_one_line_is_taken_whole_or_not_at_all(run: Run) -> None:
    result = run("play", "--seed", "2", "--first", "me", text="x1 <R\nquit\n")
    assert "pile" in result.out.split("Your card: ")[1]
    _, record = only_record(run)
    assert record.match.played[0].events == ()


def test_every_look_answers(run: Run) -> None:
    text = "?\nboard\nhand\npiles\nscore\nwhy 1\nx1\nwhy 1\npiles\n1\nquit\n"
    result = run("play", "--seed", "2", "--first", "me", text=text)
    assert "lay the third card of your hand" in result.out
    assert result.out.count("Deck: 44 cards, 22 turns for you") == 2
    assert "no expedition started" in result.out
    assert "can be laid as the first of its expedition" in result.out
    assert "You have played a card in this turn" in result.out
    assert result.out.count("empty") == 5 + 4
    assert result.out.count("From bottom to top:") == 2


def test_the_teaching_round_shows_hands_and_does_not_count(run: Run) -> None:
    result = run("play", "--open", "--seed", "2", "--rounds", "1", text=ANY_MATCH)
    assert "Teaching round: all hands are open, and it does not count." in result.out
    assert re.search(r"Careful holds (\S+ ){7}\S+\.", result.out)
    assert "Now the match begins, with hidden hands." in result.out
    counted = result.out.split("Now the match begins")[1]
    assert "Careful holds" not in counted
    _, record = only_record(run)
    match: Match = record.match
    assert len(match.played) == 2
    assert match.totals == tuple(score.total for score in match.played[1].scores)


def test_the_screen_shows_no_hidden_card(run: Run) -> None:
    """What the other side draws off the deck is not told, in a round with hidden hands."""
    result = run("play", "--seed", "4", "--rounds", "1", text=ANY_MATCH)
    told = [line for line in result.out.splitlines() if line.startswith("Careful")]
    assert any(line.endswith("draws off the deck.") for line in told)
    assert not [line for line in told if re.search(r"draws .+ off the deck", line)]


def test_options_of_a_new_match(run: Run) -> None:
    words = ("--rounds", "5", "--start-rule", "leader", "--first", "bot", "--name", "Ann", "--bot")
    run("play", "standard", *words, "random", text="quit\n")
    _, record = only_record(run)
    match = record.match
    assert (match.rounds, match.start_rule.value, match.first_starter) == (5, "leader", 1)
    assert [player.name for player in record.players] == ["Ann", "random"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--bot", "carefull"), "There is no bot 'carefull'. Did you mean 'careful'?"),
        (("--rounds", "0"), "A match has at least one round, not 0."),
        (("--rounds", "5000"), "A record has 1000 rounds at most."),
        (("--rounds", "x"), "invalid int value: 'x'"),
        (("--name", "a\nb"), "In a record a name should be one line of text"),
        (("--resume", "--seed", "4"), "--resume goes on with a match as it was set up"),
        (("--resume", "classic", "--open"), "leave --open, classic out"),
        (("--first", "them"), "invalid choice: 'them'"),
    ],
)
def test_wrong_options_are_one_sentence(run: Run, words: tuple[str, ...], message: str) -> None:
    result = run("play", *words)
    assert result.code == 2
    assert message in result.err
    assert not (run.data / "matches").exists()


def test_a_folder_that_cannot_be_written_is_one_sentence(run: Run, tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    result = run("play", EXPEDITION_DATA=str(in_the_way))
    assert result.code == 2
    assert "Can't keep the match in" in result.err
    assert "--record FILE" in result.err


def test_a_record_is_never_overwritten(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "dear.json"
    file.write_text("dear")
    result = run("play", "--record", str(file))
    assert result.code == 2
    assert "is there already" in result.err
    assert file.read_text() == "dear"


def test_a_match_of_other_seats_is_refused(run: Run) -> None:
    run("play", "--seed", "1", text="quit\n")
    path, _ = only_record(run)
    data = json.loads(path.read_text())
    del data["seats"][1]["bot"]
    path.write_text(json.dumps(data))
    result = run("play", "--resume")
    assert result.code == 2
    assert "not a match of one person in the first seat against bots" in result.err
    assert "There is no match to resume" in result.err


def test_resume_passes_over_what_cannot_go_on_and_says_so(run: Run) -> None:
    run("play", "solo", "--seed", "1", text="x1 .\nquit\n")
    (good,) = (run.data / "matches").glob("*.json")
    os.utime(good, (1, 1))
    bad = run.data / "matches" / "2099-01-01-classic.json"
    bad.write_text(good.read_text()[:100])
    result = run("play", "--resume", text="quit\n")
    assert result.code == 0
    assert "Standard deck for one." in result.out
    assert f"Passed over: {bad}: It is cut short" in result.err


def test_leaving_says_how_to_go_on_with_a_named_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "my match.json"
    result = run("play", "--record", str(file), text="quit\n")
    assert f"`expedition play --resume --record '{file}'` goes on with it." in result.out
    assert run("play", "--resume", "--record", str(file), text="quit\n").code == 0


def test_a_link_stays_a_link_and_a_mode_a_mode(run: Run, tmp_path: Path) -> None:
    file, link = tmp_path / "match.json", tmp_path / "link.json"
    run("play", "--seed", "1", "--record", str(file), text="quit\n")
    file.chmod(0o640)
    link.symlink_to(file)
    result = run("play", "--resume", "--record", str(link), text="x1 .\nquit\n")
    assert result.code == 0
    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o640
    assert parse_record(file.read_bytes()).match.played[0].events


def test_a_record_in_text_form_stays_one(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    run("play", "--seed", "1", "--record", str(file), text="quit\n")
    file.write_text(record_to_text(parse_record(file.read_bytes())), "utf-8")
    assert run("play", "--resume", "--record", str(file), text="x1 .\nquit\n").code == 0
    assert file.read_text("utf-8").startswith("Expedition record 1\n")


def test_matches_begun_at_once_have_files_of_their_own(run: Run) -> None:
    environment = os.environ | {"EXPEDITION_DATA": str(run.data)}
    started = [
        subprocess.Popen(
            [COMMAND, "play", "solo", "--seed", str(number)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            env=environment,
        )
        for number in range(6)
    ]
    for process in started:
        process.communicate(b"x1 .\nquit\n", timeout=60)
    assert [process.returncode for process in started] == [0] * 6
    files = list((run.data / "matches").glob("*.json"))
    assert len(files) == 6
    seeds = {dict(parse_record(file.read_bytes()).tags)["seed"] for file in files}
    assert seeds == set("012345")


def test_two_places_of_the_hand_are_handed_over(run: Run) -> None:
    words = ("play", "partners", "--seed", "3", "--first", "me")
    first, second = first_hand("partners", "3")[:2]
    result = run(*words, text=">1+2\n>1+9\nquit\n")
    assert f"You hand {first.name} and {second.name} to your partner." in result.out
    assert "There is no card 9 in your hand" in result.out
    _, record = only_record(run)
    assert record.match.played[0].events[0].cards == (first, second)


def test_at_the_draw_a_wrong_line_gets_the_places(run: Run) -> None:
    result = run("play", "--seed", "2", "--first", "me", text="x1\nfoo\n9\nquit\n")
    assert "'foo' is no place to draw from: 1 deck." in result.out
    assert "There is no place 9 to draw from: 1 deck." in result.out


def test_a_record_where_no_file_can_be_is_one_sentence(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "typo"
    result = run("play", "--record", str(folder / "m.json"))
    assert (result.code, folder.exists()) == (2, False)
    assert "No such file or directory. Name another file with --record FILE." in result.err
    for path in ("/dev/null", str(tmp_path)):
        assert run("play", "--record", path).code == 2
        assert run("play", "--resume", "--record", path).code == 2


def test_a_queen_is_not_a_way_out(run: Run) -> None:
    result = run("play", "standard", "--seed", "1", "--first", "me", text="Q of hearts\nquit\n")
    assert result.out.count("Your card: ") == 2 or "Your draw: " in result.out


def test_a_damaged_match_is_named(run: Run) -> None:
    run("play", "--seed", "1", text="quit\n")
    path, _ = only_record(run)
    path.write_text(path.read_text()[:200])
    result = run("play", "--resume")
    assert result.code == 2
    assert str(path) in result.err
    assert "cut short" in result.err
