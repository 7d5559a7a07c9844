"""The network: one encoder for every suit, so that suits are treated alike by construction."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import nn

if TYPE_CHECKING:
    from torch import Tensor

#: A logit for what is illegal: low enough never to be chosen, and finite.
_NEVER = -1e9


class SuitNet(nn.Module):
    """From blocks of suits to a policy over action ids and a value.

    Each suit is read by the same layers together with the numbers of the round; the mean and the
    maximum over suits go into a trunk, and what a suit's own cards are worth doing is read off its
    own code and the trunk. Permuting suits permutes the policy, and leaves the value as it was.
    """

    def __init__(
        self, suits: int, by_suit: int, overall: int, ranks: int, width: int = 128, trunk: int = 256
    ) -> None:
        """Take the sizes that `expedition.fast.blocks` gives, and the kinds of card of a suit."""
        super().__init__()
        self.sizes = (suits, by_suit, overall, ranks, width, trunk)
        self.first = nn.Linear(by_suit + overall, width)
        self.second = nn.Linear(width, width)
        self.trunk = nn.Linear(2 * width + overall, trunk)
        self.deep = nn.Linear(trunk, trunk)
        self.of_suit = nn.Linear(width, width)
        self.of_trunk = nn.Linear(trunk, width, bias=False)
        self.cards = nn.Linear(width, 2 * ranks + 1)  # play, discard, draw off the suit's pile
        self.deck = nn.Linear(trunk, 1)
        self.value = nn.Linear(trunk, 1)
        for head in (self.cards, self.deck, self.value):
            nn.init.normal_(head.weight, std=0.01)
            nn.init.zeros_(head.bias)

    def forward(self, blocks: Tensor, overall: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits of every action, illegal ones far down, and the value.

        `blocks` (n, suits, by_suit), `overall` (n, overall), `mask` (n, actions) true where legal.
        """
        suits, ranks = self.sizes[0], self.sizes[3]
        around = overall.unsqueeze(1).expand(-1, suits, -1)
        code = torch.relu(self.first(torch.cat((blocks, around), dim=2)))
        code = torch.relu(self.second(code))
        pooled = torch.cat((code.mean(dim=1), code.amax(dim=1), overall), dim=1)
        state = torch.relu(self.deep(torch.relu(self.trunk(pooled))))
        each = torch.relu(self.of_suit(code) + self.of_trunk(state).unsqueeze(1))
        cards = self.cards(each)
        play, discard = cards[:, :, :ranks], cards[:, :, ranks : 2 * ranks]
        logits = torch.cat(
            (play.flatten(1), discard.flatten(1), self.deck(state), cards[:, :, -1]), dim=1
        )
        return logits.masked_fill(~mask, _NEVER), self.value(state).squeeze(1)
