"""What is trained in PyTorch is what plays in NumPy, and a checkpoint ships as it was."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from bots.networks import sizes
from expedition.bots.reading import legal_mask, read
from expedition.bots.shipped import VERSION, read_weights
from expedition.bots.suit_net import SHAPES, log_chances
from expedition.fast.blocks import block_sizes
from expedition.game import Deal, State, find_edition, observe
from properties.strategies import any_legal

if TYPE_CHECKING:
    from collections.abc import Iterator

TRAINING = Path(__file__).parents[2] / "training"

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None and os.environ.get("EXPEDITION_NEEDS_TORCH") != "1",
    reason="PyTorch is not installed: pip install 'expedition[training]'",
)


@pytest.fixture
def training(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Return a way to import a script of training/, which is no package."""
    monkeypatch.syspath_prepend(str(TRAINING))
    yield importlib.import_module
    for name in ("net", "ship"):
        sys.modules.pop(name, None)


def trained(training: Any, suits: int, seed: int, ranks: int = 10) -> Any:
    """Return a network of PyTorch with any weights, no two of them alike."""
    import torch

    torch.manual_seed(seed)
    net = training("net").SuitNet(suits, sizes(ranks)["by_suit"], 10, ranks, width=24, trunk=32)
    with torch.no_grad():
        for each in net.parameters():
            each.normal_(0, 0.2)
    return net


def shipped(training: Any, net: Any, folder: Path, **more: Any) -> Path:
    """Let ship.py turn a checkpoint of a network into a file of weights."""
    import torch

    checkpoint, path = folder / "checkpoint.pt", folder / "any.npz"
    kept = {"net": net.state_dict(), "sizes": net.sizes, "edition": "classic", **more}
    torch.save(kept, checkpoint)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["ship.py", str(checkpoint), "--to", str(path)])
        training("ship").main()
    return path


@pytest.mark.parametrize("edition", ["classic", "classic-sixth", "standard"])
def test_both_answer_alike(training: Any, tmp_path: Path, edition: str) -> None:
    import torch

    ruleset = find_edition(edition)
    suits, by_suit, overall = block_sizes(ruleset)
    ranks = len(ruleset.kinds) // suits
    assert (by_suit, overall) == (sizes(ranks)["by_suit"], sizes(ranks)["overall"])
    net = trained(training, suits, 3, ranks)
    with torch.no_grad():  # so that half precision is no excuse
        for each in net.parameters():
            each.copy_(each.half().float())
    twin = read_weights(shipped(training, net, tmp_path)).net
    rng, state = Random(1), None
    readings, masks = [], []
    for _ in range(40):
        if state is None or state.is_over:
            state = State.new(Deal.shuffled(ruleset, rng))
        view = observe(state, state.to_act)
        readings.append(read(view))
        masks.append(legal_mask(view, view.legal_actions))
        state = state.apply(any_legal(state, rng))
    blocks, rest = (np.stack(parts) for parts in zip(*readings, strict=True))
    mask = np.stack(masks)
    with torch.inference_mode():
        theirs, their_value = net(*(torch.from_numpy(each) for each in (blocks, rest, mask)))
        their_logs = torch.log_softmax(theirs, dim=1).numpy()
    logits, value = twin(blocks, rest)
    assert value == pytest.approx(their_value.numpy(), abs=1e-3)
    assert logits[mask] == pytest.approx(theirs.numpy()[mask], abs=1e-3)
    logs = log_chances(logits, mask)
    assert logs[mask] == pytest.approx(their_logs[mask], abs=1e-3)
    assert float(value.std()) > 0.01
    assert float(logits.std()) > 0.01


def test_the_names_are_the_same(training: Any) -> None:
    net = trained(training, 5, 1)
    names = {name.removeprefix("reader.") for name in net.state_dict()}
    assert names == set(SHAPES)


def test_a_file_says_what_it_was_made_of(
    training: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    net = trained(training, 5, 1)
    about = read_weights(shipped(training, net, tmp_path)).about
    assert about["version"] == VERSION
    assert (about["edition"], about["decisions"], about["hours"]) == ("classic", 0, 0)
    assert len(about["commit"]) >= 7
    path = shipped(training, net, tmp_path, decisions=123, seconds=5400.0)
    about = read_weights(path).about
    assert (about["decisions"], about["hours"]) == (123, 1.5)
    assert f"{path.stat().st_size:,} bytes" in capsys.readouterr().out


def test_a_critic_ships_beside_its_network(training: Any, tmp_path: Path) -> None:
    import torch

    torch.manual_seed(5)
    critic = training("net").Critic(sizes()["by_suit"], 20, 10, width=16, trunk=20)
    with torch.no_grad():
        for each in critic.parameters():
            each.copy_((0.2 * torch.randn_like(each)).half().float())
    net = trained(training, 5, 1)
    plain = read_weights(shipped(training, net, tmp_path))
    assert plain.critic is None
    weights = read_weights(shipped(training, net, tmp_path, critic=critic.state_dict()))
    assert weights.critic is not None
    rng = np.random.default_rng(1)
    blocks = rng.normal(size=(7, 5, sizes()["by_suit"])).astype(np.float32)
    hidden = rng.normal(size=(7, 5, 20)).astype(np.float32)
    rest = rng.normal(size=(7, 10)).astype(np.float32)
    with torch.inference_mode():
        theirs = critic(*(torch.from_numpy(each) for each in (blocks, hidden, rest))).numpy()
    assert weights.critic(blocks, hidden, rest) == pytest.approx(theirs, abs=1e-3)
    assert float(theirs.std()) > 0.01
    for one, other in zip(weights.net(blocks, rest), plain.net(blocks, rest), strict=True):
        assert np.array_equal(one, other)


def test_what_does_not_fit_is_not_shipped(training: Any, tmp_path: Path) -> None:
    net = trained(training, 5, 1)
    net.cards = training("net").nn.Linear(24, 20)
    with pytest.raises(RuntimeError, match=r"cards\.bias"):
        shipped(training, net, tmp_path)
