"""The networks that ship, as files of weights: read when first needed, and checked.

A file is NumPy's `.npz`: the arrays of `suit_net.SHAPES` as float16, those of a critic, and
`about`, a JSON object that says how they came to be. The folder EXPEDITION_WEIGHTS stands in for
the package's own.
"""

from __future__ import annotations

import json
import os
import zlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from zipfile import BadZipFile

import numpy as np

from expedition.bots.reading import BY_KIND, BY_SUIT, OVERALL
from expedition.bots.suit_net import CRITIC, CRITIC_SHAPES, SHAPES, Critic, SuitNet
from expedition.game import EDITIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from expedition.game import Ruleset

#: Names another folder to read weights from.
VARIABLE = "EXPEDITION_WEIGHTS"
#: The version of the files: what the numbers mean that a network reads, and its layers.
VERSION = 1
#: The network that plays each edition. Suits are read alike, so their number doesn't matter.
NETWORKS = {
    "classic": "classic",
    "classic-sixth": "classic",
    "standard": "standard",
    "standard-solo": "standard-solo",
}
_LARGEST = 64 * 2**20
#: Numbers of each kind that a critic is told beside what a seat sees.
_HIDDEN = 2
#: What reading a file that somebody else wrote can raise.
_UNREADABLE = (
    OSError,
    ValueError,
    TypeError,
    KeyError,
    EOFError,
    RuntimeError,
    MemoryError,
    BadZipFile,
    zlib.error,
)


class BadWeights(Exception):
    """A network is missing, damaged, or of another version. The sentence says which."""


def weights_folder() -> Path:
    """Return the folder that networks are read from."""
    given = os.environ.get(VARIABLE)
    return Path(given) if given else Path(__file__).with_name("weights")


def family(ruleset: Ruleset) -> str | None:
    """Return the name of the network that plays a ruleset, or None where none was trained."""
    name = NETWORKS.get(ruleset.id)
    return name if name and EDITIONS.get(ruleset.id) == ruleset else None


@cache
def network_for(ruleset: Ruleset) -> SuitNet:
    """Return the network that plays a ruleset. Raises BadWeights, with a sentence."""
    return _weights_for(ruleset)[0]


@cache
def critic_for(ruleset: Ruleset) -> Critic | None:
    """Return the critic of that network, or None where none ships. Raises BadWeights."""
    return _weights_for(ruleset)[1]


@cache
def _weights_for(ruleset: Ruleset) -> tuple[SuitNet, Critic | None]:
    name = family(ruleset)
    if name is None:
        msg = f"There is no network for {ruleset.id}: {why_no_network(ruleset)}"
        raise BadWeights(msg)
    path = weights_folder() / f"{name}.npz"
    weights = read_weights(path)
    net, critic, ranks = weights.net, weights.critic, len(ruleset.kinds) // len(ruleset.suits)
    by_suit = BY_KIND * ranks + BY_SUIT
    told = by_suit + _HIDDEN * ranks
    if (net.by_suit, net.overall, net.ranks) != (by_suit, OVERALL, ranks) or (
        critic is not None and (critic.by_suit, critic.overall) != (told, OVERALL)
    ):
        msg = f"The weights {path} are of another game than {ruleset.id}."
        raise BadWeights(msg)
    return net, critic


def why_no_network(ruleset: Ruleset) -> str | None:
    """Return why no network plays a ruleset, as the end of a sentence, or None if one does."""
    if family(ruleset) is None:
        return f"none was trained for it, only for {', '.join(NETWORKS)}."
    try:
        network_for(ruleset)
    except BadWeights as error:
        return str(error)
    return None


class Weights(NamedTuple):
    """What a file of weights holds."""

    net: SuitNet
    critic: Critic | None
    about: dict[str, Any]


def read_weights(path: Path) -> Weights:
    """Return what a file of weights holds. Raises BadWeights, with a sentence."""
    try:
        if path.stat().st_size > _LARGEST:
            msg = "it is far too large"
            raise ValueError(msg)
        # Opened here, because NumPy leaves open what turns out to be no archive.
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            about = json.loads(str(file["about"]))
            if not isinstance(about, dict) or about.get("version") != VERSION:
                msg = f"it is of another version than this program's, which is {VERSION}"
                raise ValueError(msg)
            net = SuitNet({name: file[name] for name in SHAPES if name in file})
            parts = {name: file[CRITIC + name] for name in CRITIC_SHAPES if CRITIC + name in file}
            critic = Critic(parts) if parts else None
    except FileNotFoundError:
        msg = f"There are no weights {path}. Install Expedition again to have them."
        raise BadWeights(msg) from None
    except _UNREADABLE as error:
        why = str(error).strip(" .'\"") or type(error).__name__
        msg = f"The weights {path} can't be used: {why}. Install Expedition again to mend them."
        raise BadWeights(msg) from error
    return Weights(net, critic, about)


def write_weights(path: Path, arrays: Mapping[str, Any], about: Mapping[str, Any]) -> None:
    """Write a network to a file, half as precise as it was trained. Raises ValueError.

    Where it is cut off, or what is given is no network, the file stays as it was.
    """
    names = [*SHAPES, *(CRITIC + name for name in CRITIC_SHAPES)]
    halves: dict[str, Any] = {
        name: np.asarray(arrays[name], np.float16) for name in names if name in arrays
    }
    # Checked as they are kept: a number may be too large for that.
    SuitNet(halves)
    if critic := {name: halves[CRITIC + name] for name in CRITIC_SHAPES if CRITIC + name in halves}:
        Critic(critic)
    partial = path.with_suffix(".part")
    with partial.open("wb") as file:
        np.savez_compressed(
            file,
            about=np.array(json.dumps({"version": VERSION, **about})),
            **halves,
        )
    partial.replace(path)
