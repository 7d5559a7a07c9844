"""Turn a checkpoint into the weights that the package plays with.

python training/ship.py runs/first/checkpoint.pt --to src/expedition/bots/weights/classic.npz
"""

from __future__ import annotations

import argparse
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import torch

from expedition.bots.shipped import write_weights
from expedition.bots.suit_net import CRITIC
from net import SuitNet, load_net

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def _arrays(layers: dict[str, torch.Tensor], before: str) -> dict[str, NDArray[np.float32]]:
    """Return layers as NumPy has them: PyTorch has their weights the other way round."""
    return {
        before + name.removeprefix("reader."): (
            each.detach().float().T if name.endswith("weight") else each.detach().float()
        ).numpy()
        for name, each in layers.items()
    }


def main() -> None:
    """Write the weights, and say how large they are."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("checkpoint", help="of ppo.py, imitate.py or another of these scripts")
    parser.add_argument("--to", type=Path, required=True, help="the file to write")
    options = parser.parse_args()
    kept = torch.load(options.checkpoint, weights_only=True)
    net = SuitNet(*kept["sizes"])
    load_net(net, kept["net"])
    arrays = _arrays(net.state_dict(), "")
    if "critic" in kept:
        arrays |= _arrays(kept["critic"], CRITIC)
    git = ["git", "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(git, capture_output=True, text=True, check=True).stdout  # noqa: S603  git itself
    about = {
        "edition": kept["edition"],
        "decisions": kept.get("decisions", 0),
        "hours": round(kept.get("seconds", 0) / 3600, 2),
        "commit": commit.strip(),
    }
    write_weights(options.to, arrays, about)
    print(f"{options.to}: {options.to.stat().st_size:,} bytes; {about}")


if __name__ == "__main__":
    main()
