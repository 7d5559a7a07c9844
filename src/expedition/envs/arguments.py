"""What the environments are given by their users: checked here, each with a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from expedition.fast import BadArray
from expedition.fast.checks import listed, shown, whole_number
from expedition.game import InvalidSetup

if TYPE_CHECKING:
    from expedition.game import Ruleset

#: Turns after which a round is cut short, where nothing else is said. The rules have no limit;
#: in 20,000 uniform random rounds of each edition the longest took some 800.
MAX_TURNS = 1000
_NO_CAP = 2**31 - 1
RENDER_MODES = ("ansi",)


def turn_cap(ruleset: Ruleset, max_turns: object) -> int:
    """Return the cap on turns, or raise BadArray. Every seat has a turn under it."""
    return whole_number("max_turns", max_turns, ruleset.seats, _NO_CAP)


def checked_seed(seed: object) -> int | None:
    """Return the seed of a reset, None for none, or raise BadArray."""
    return None if seed is None else whole_number("seed", seed, 0, 2**64 - 1)


def check_everybody_acts(ruleset: Ruleset) -> None:
    """Raise InvalidSetup where a round can end before a seat has had a turn.

    In an environment of one seat against policies it would be over before there is anything to do.
    """
    if ruleset.deck_size < ruleset.seats:
        msg = (
            f"The deck of {ruleset.id} is too small: a round can end before a seat has had a turn."
        )
        raise InvalidSetup(msg)


def chosen_render_mode(render_mode: str | None) -> str | None:
    """Return the render mode, or raise BadArray for one that there isn't."""
    if render_mode is None or (isinstance(render_mode, str) and render_mode in RENDER_MODES):
        return render_mode
    msg = f"`render_mode` is None or 'ansi', not {shown(render_mode)}."
    raise BadArray(msg)


def deal_options(options: object, *names: str, ignored: str | None = None) -> dict[str, Any]:
    """Return the options of a reset that are set. Raises BadArray for one without meaning."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        msg = f"`options` is a dictionary, not {shown(options)}."
        raise BadArray(msg)
    given = {name: value for name, value in options.items() if name != ignored}
    for name in given:
        if name not in names:
            msg = f"There is no option {name!r}; the options are {' and '.join(names)}."
            raise BadArray(msg)
    return {name: value for name, value in given.items() if value is not None}


def one_of(name: str, given: object, allowed: tuple[str, ...]) -> str:
    """Return a word that is one of those allowed, or raise BadArray."""
    if isinstance(given, str) and given in allowed:
        return given
    msg = f"`{name}` is {listed([*map(repr, allowed)], 'or')}, not {shown(given)}."
    raise BadArray(msg)
