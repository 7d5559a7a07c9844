"""Weights in files: what is no network is refused in one sentence, and nothing of it is run."""

from __future__ import annotations

import io
import json
import pickle
import zipfile
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from bots.networks import Arrays, critic_arrays, forget_networks, random_arrays, sizes
from expedition.bots import shipped
from expedition.bots.reading import BY_KIND, BY_SUIT, OVERALL, read
from expedition.bots.shipped import (
    NETWORKS,
    VARIABLE,
    VERSION,
    BadWeights,
    critic_for,
    family,
    network_for,
    read_weights,
    weights_folder,
    why_no_network,
    write_weights,
)
from expedition.bots.suit_net import CRITIC, SHAPES, SuitNet
from expedition.game import EDITIONS, Deal, State, find_edition, observe

if TYPE_CHECKING:
    from collections.abc import Callable

CLASSIC = find_edition("classic")
ABOUT = {"edition": "classic", "hours": 1.5}


def good(path: Path) -> bytes:
    """Return the bytes of a file that is as it should be."""
    write_weights(path, random_arrays(), ABOUT)
    return path.read_bytes()


def saved(arrays: Arrays, about: object = None) -> bytes:
    """Return a file with any arrays, and any text about them."""
    told = json.dumps({"version": VERSION}) if about is None else about
    file = io.BytesIO()
    np.savez_compressed(file, **arrays, about=np.array(told))  # type: ignore[arg-type]
    return file.getvalue()


def plain(array: np.ndarray) -> bytes:
    """Return one array in a file by itself."""
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


class Bomb:
    """A pickle that does something when it is read."""

    def __reduce__(self) -> tuple[object, ...]:
        return pytest.fail, ("a pickle was opened",)


def with_pickle() -> bytes:
    """Return a file in which one of the arrays is of objects."""
    arrays: dict[str, Any] = dict(random_arrays())
    arrays["deck.bias"] = np.array([Bomb()], object)
    return saved(arrays)


def flipped(path: Path) -> bytes:
    """Return a file that was damaged in the middle of its numbers."""
    kept = good(path)
    middle = len(kept) // 2
    return kept[:middle] + bytes(255 - each for each in kept[middle : middle + 40]) + kept[-1:]


def damaged_inside(path: Path) -> bytes:
    """Return a file whose directory is whole, and whose compressed numbers are not."""
    kept = bytearray(good(path))
    with zipfile.ZipFile(io.BytesIO(bytes(kept))) as archive:
        largest = max(archive.infolist(), key=lambda each: each.compress_size)
    start = largest.header_offset + 30 + len(largest.filename) + 20
    kept[start : start + 60] = bytes(60)
    return bytes(kept)


def without(name: str) -> Arrays:
    """Return the arrays of a network but for one."""
    return {other: array for other, array in random_arrays().items() if other != name}


def critic(only: str | None = None, number: float | None = None) -> Arrays:
    """Return the arrays of a critic as they are named in a file, or one, or with that in one."""
    arrays = critic_arrays()
    if number is not None:
        arrays["value.bias"] = np.array([number], np.float32)
    return {CRITIC + name: array for name, array in arrays.items() if only in (None, name)}


BAD: dict[str, Callable[[Path], bytes]] = {
    "empty": lambda _: b"",
    "garbage": lambda _: bytes(range(256)) * 20,
    "words": lambda _: b"version https://git-lfs.github.com/spec/v1\n",
    "cut in half": lambda path: good(path)[: len(good(path)) // 2],
    "its last byte gone": lambda path: good(path)[:-1],
    "damaged": flipped,
    "damaged inside": damaged_inside,
    "a pickle": lambda _: pickle.dumps(Bomb()),
    "a pickle inside": lambda _: with_pickle(),
    "one array": lambda _: plain(np.zeros(3)),
    "another version": lambda _: saved(random_arrays(), json.dumps({"version": VERSION + 1})),
    "no version": lambda _: saved(random_arrays(), "{}"),
    "a list about it": lambda _: saved(random_arrays(), "[1]"),
    "no JSON about it": lambda _: saved(random_arrays(), "{version: 1}"),
    "numbers about it": lambda _: saved(random_arrays(), [1.5, 2.5]),
    "brackets about it": lambda _: saved(random_arrays(), "[" * 100_000),
    "an array missing": lambda _: saved(without("value.bias")),
    "nothing about it": lambda _: saved({}, ""),
    "a wrong shape": lambda _: saved({**random_arrays(), "deck.bias": np.zeros(2)}),
    "no number": lambda _: saved({**random_arrays(), "deck.bias": np.array([np.nan])}),
    "a part of a critic": lambda _: saved({**random_arrays(), **critic(only="value.bias")}),
    "a critic of no numbers": lambda _: saved({**random_arrays(), **critic(number=np.nan)}),
    "texts": lambda _: saved({**random_arrays(), "deck.bias": np.array(["a"])}),
}


@pytest.mark.parametrize("what", BAD)
def test_what_is_no_network_is_refused_in_a_sentence(tmp_path: Path, what: str) -> None:
    path = tmp_path / "classic.npz"
    path.write_bytes(BAD[what](path))
    with pytest.raises(BadWeights) as caught:
        read_weights(path)
    said = str(caught.value)
    assert said.startswith(f"The weights {path} can't be used: "), said
    assert said.endswith(". Install Expedition again to mend them."), said
    assert "\n" not in said
    assert "  " not in said
    assert ".." not in said.replace(str(path), "")


def test_the_sentence_says_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "classic.npz"
    for what, why in {
        "another version": f"another version than this program's, which is {VERSION}",
        "an array missing": "'value.bias' is missing",
        "a wrong shape": "'deck.bias' has a wrong size",
    }.items():
        path.write_bytes(BAD[what](path))
        with pytest.raises(BadWeights, match=why):
            read_weights(path)


def test_weights_that_are_not_there(tmp_path: Path) -> None:
    path = tmp_path / "classic.npz"
    with pytest.raises(BadWeights) as caught:
        read_weights(path)
    assert str(caught.value) == (
        f"There are no weights {path}. Install Expedition again to have them."
    )
    path.mkdir()
    with pytest.raises(BadWeights, match=r"can't be used: .*Is a directory|Permission"):
        read_weights(path)
    (tmp_path / "file").touch()
    with pytest.raises(BadWeights, match="can't be used"):
        read_weights(tmp_path / "file/classic.npz")


def test_a_file_that_is_far_too_large_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "classic.npz"
    size = len(good(path))
    monkeypatch.setattr(shipped, "_LARGEST", size)
    read_weights(path)
    monkeypatch.setattr(shipped, "_LARGEST", size - 1)
    monkeypatch.setattr(np, "load", lambda *_, **__: pytest.fail("it was read"))
    with pytest.raises(BadWeights, match="it is far too large"):
        read_weights(path)


def test_what_is_written_is_read_to_half_precision(tmp_path: Path) -> None:
    path, arrays = tmp_path / "any.npz", random_arrays(5)
    write_weights(path, arrays, ABOUT)
    net, about = (weights := read_weights(path)).net, weights.about
    assert about == {"version": VERSION, **ABOUT}
    halves = SuitNet({name: array.astype(np.float16) for name, array in arrays.items()})
    rng = np.random.default_rng(1)
    blocks = rng.normal(size=(3, 5, net.by_suit)).astype(np.float32)
    overall = rng.normal(size=(3, net.overall)).astype(np.float32)
    for one, same, near in zip(
        net(blocks, overall),
        halves(blocks, overall),
        SuitNet(arrays)(blocks, overall),
        strict=True,
    ):
        assert np.array_equal(one, same)
        assert one == pytest.approx(near, abs=0.02)
    write_weights(path, random_arrays(6), ABOUT)
    assert not np.array_equal(read_weights(path).net(blocks, overall)[0], net(blocks, overall)[0])


def test_a_critic_is_kept_beside_its_network(weights: Path) -> None:
    write_weights(weights / "classic.npz", {**random_arrays(), **critic()}, {})
    assert critic_for(CLASSIC) is not None
    assert network_for(CLASSIC).ranks == 10
    forget_networks()
    write_weights(weights / "classic.npz", random_arrays(), {})
    assert critic_for(CLASSIC) is None
    with pytest.raises(BadWeights, match="no network for five-suit"):
        critic_for(find_edition("five-suit"))


def test_what_is_no_network_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "any.npz"
    kept = good(path)
    for arrays in (without("value.bias"), {**random_arrays(), "deck.bias": np.array([np.nan])}):
        with pytest.raises(ValueError, match="array"):
            write_weights(path, arrays, ABOUT)
    assert path.read_bytes() == kept


@pytest.mark.filterwarnings("ignore:overflow encountered in cast")
def test_what_half_precision_cannot_hold_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "any.npz"
    kept = good(path)
    for huge in ({"deck.bias": np.array([1e6], np.float32)}, critic(number=1e6)):
        with pytest.raises(ValueError, match="array"):
            write_weights(path, {**random_arrays(), **huge}, ABOUT)
        assert path.read_bytes() == kept


# Which network plays what


def test_the_folder_can_be_another(weights: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert weights_folder() == weights
    with pytest.raises(BadWeights, match=r"There are no weights .*classic\.npz\."):
        network_for(CLASSIC)
    write_weights(weights / "classic.npz", random_arrays(), {})
    found = network_for(CLASSIC)  # what failed is tried again
    (weights / "classic.npz").unlink()
    assert network_for(CLASSIC) is found, "it is kept"
    for named in ("", None):
        if named is None:
            monkeypatch.delenv(VARIABLE)
        else:
            monkeypatch.setenv(VARIABLE, named)
        assert weights_folder() == Path(shipped.__file__).with_name("weights")


@pytest.mark.parametrize("edition", NETWORKS)
def test_the_networks_that_ship_read_their_editions(edition: str) -> None:
    ruleset = EDITIONS[edition]
    net = network_for(ruleset)
    view = observe(State.new(Deal.shuffled(ruleset, Random(1))), 0)
    blocks, overall = read(view)
    logits, value = net(blocks[None], overall[None])
    assert logits.shape == (1, len(ruleset.action_space))
    assert np.isfinite(logits).all()
    assert np.isfinite(value).all()
    assert why_no_network(ruleset) is None
    assert ruleset.hand_over is None, "networks have no answer for hand-overs"


def test_the_files_that_ship_are_those_that_are_named() -> None:
    folder = Path(shipped.__file__).with_name("weights")
    assert {path.stem for path in folder.glob("*.npz")} == set(NETWORKS.values())
    for path in folder.glob("*.npz"):
        about = read_weights(path).about
        assert about["version"] == VERSION
        assert about["edition"] in EDITIONS


def test_a_ruleset_with_the_name_of_an_edition_alone_has_no_network() -> None:
    for changed in (
        replace(CLASSIC, cost=10),
        replace(CLASSIC, hand_size=7),
        replace(CLASSIC, id="my-own"),
        replace(find_edition("standard"), id="classic"),
    ):
        assert family(changed) is None
        assert why_no_network(changed)
        with pytest.raises(BadWeights, match=f"no network for {changed.id}: none was trained"):
            network_for(changed)
    assert family(replace(CLASSIC)) == "classic"


def test_every_other_edition_says_which_have_one() -> None:
    for edition, ruleset in EDITIONS.items():
        if edition not in NETWORKS:
            assert why_no_network(ruleset) == (
                f"none was trained for it, only for {', '.join(NETWORKS)}."
            )


def test_a_network_of_another_game_is_refused_before_it_is_asked(weights: Path) -> None:
    """Its arrays fit each other, but not what is read of classic: 12 kinds a suit, not 10."""
    write_weights(weights / "classic.npz", random_arrays(ranks=12), {})
    with pytest.raises(BadWeights, match=r"classic\.npz"):
        network_for(CLASSIC)
    long = sizes()
    forget_networks()
    other = critic() | {CRITIC + "first.weight": np.zeros((9, long["width"]))}
    write_weights(weights / "classic.npz", {**random_arrays(), **other}, {})
    with pytest.raises(BadWeights, match=r"classic\.npz"):
        network_for(CLASSIC)
    odd = {**random_arrays(), "first.weight": np.zeros((long["by_suit"] + 1, long["width"]))}
    write_weights(weights / "classic.npz", odd, {})
    with pytest.raises(BadWeights, match=r"classic\.npz"):
        network_for(CLASSIC)


def test_the_sizes_of_the_networks_here_are_those_of_classic() -> None:
    net = SuitNet(random_arrays())
    assert (net.by_suit, net.overall, net.ranks) == (BY_KIND * 10 + BY_SUIT, OVERALL, 10)
    assert set(random_arrays()) == set(SHAPES)
