"""The networks that ship, as files of weights: read when first needed, and checked.

A file is NumPy's `.npz`: the arrays of `suit_net.SHAPES` as float16, and `about`, a JSON object
that says how they came to be. The folder EXPEDITION_WEIGHTS stands in for the package's own.
"""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np

from expedition.bots.suit_net import SHAPES, SuitNet
from expedition.game import EDITIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from expedition.game import Ruleset

#: Names another folder to read weights from.
VARIABLE = "EXPEDITION_WEIGHTS"
#: The version of the files: what the numbers mean that a network reads, and its layers.
VERSION = 1
#: The network that plays each edition. Suits are read alike, so their number doesn't matter.
NETWORKS = {"classic": "classic", "classic-sixth": "classic"}
_LARGEST = 64 * 2**20


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
    name = family(ruleset)
    if name is None:
        msg = f"There is no network for {ruleset.id}: {why_no_network(ruleset)}"
        raise BadWeights(msg)
    return read_weights(weights_folder() / f"{name}.npz")[0]


def why_no_network(ruleset: Ruleset) -> str | None:
    """Return why no network plays a ruleset, as the end of a sentence, or None if one does."""
    if family(ruleset) is not None:
        return None
    return f"none was trained for it, only for {', '.join(NETWORKS)}."


def read_weights(path: Path) -> tuple[SuitNet, dict[str, Any]]:
    """Return a network, and what its file says about it. Raises BadWeights."""
    try:
        if path.stat().st_size > _LARGEST:
            msg = "it is far too large"
            raise ValueError(msg)
        with np.load(path, allow_pickle=False) as file:
            about = json.loads(str(file["about"]))
            if not isinstance(about, dict) or about.get("version") != VERSION:
                msg = f"it is of another version than this program's, which is {VERSION}"
                raise ValueError(msg)
            net = SuitNet({name: file[name] for name in SHAPES if name in file})
    except FileNotFoundError:
        msg = f"There are no weights {path}. Install Expedition again to have them."
        raise BadWeights(msg) from None
    except (OSError, ValueError, KeyError, BadZipFile, EOFError, MemoryError) as error:
        why = str(error).strip(" .'\"") or type(error).__name__
        msg = f"The weights {path} can't be used: {why}. Install Expedition again to mend them."
        raise BadWeights(msg) from error
    return net, about


def write_weights(path: Path, arrays: Mapping[str, Any], about: Mapping[str, Any]) -> None:
    """Write a network to a file, half as precise as it was trained."""
    SuitNet(arrays)
    halves: dict[str, Any] = {name: np.asarray(arrays[name], np.float16) for name in SHAPES}
    with path.open("wb") as file:
        np.savez_compressed(
            file,
            about=np.array(json.dumps({"version": VERSION, **about})),
            **halves,
        )
