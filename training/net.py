"""The networks: one encoder for every suit, so that suits are treated alike by construction."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import nn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torch import Tensor

#: A logit for what is illegal: low enough never to be chosen, and finite.
_NEVER = -1e9


class SuitReader(nn.Module):
    """Reads blocks of suits: a code for each suit, and one for the whole round.

    Each suit is read by the same layers together with the numbers of the round; the mean and the
    maximum over suits go into a trunk. Permuting suits permutes their codes, and no more.
    """

    def __init__(self, by_suit: int, overall: int, width: int, trunk: int) -> None:
        """Take how many numbers a suit and a round have, and how wide the layers are."""
        super().__init__()
        self.first = nn.Linear(by_suit, width)
        self.around = nn.Linear(overall, width, bias=False)
        self.second = nn.Linear(width, width)
        self.trunk = nn.Linear(2 * width + overall, trunk)
        self.deep = nn.Linear(trunk, trunk)

    def forward(self, blocks: Tensor, overall: Tensor) -> tuple[Tensor, Tensor]:
        """Return the codes of the suits (n, suits, width) and of the round (n, trunk)."""
        code = torch.relu(self.first(blocks) + self.around(overall).unsqueeze(1))
        code = torch.relu(self.second(code))
        pooled = torch.cat((code.mean(dim=1), code.amax(dim=1), overall.to(code.dtype)), dim=1)
        return code, torch.relu(self.deep(torch.relu(self.trunk(pooled))))


class SuitNet(nn.Module):
    """From blocks of suits to a policy over action ids and a value.

    What a suit's own cards are worth doing is read off its own code and the round's, so permuting
    suits permutes the policy, and leaves the value as it was.
    """

    def __init__(
        self, suits: int, by_suit: int, overall: int, ranks: int, width: int = 128, trunk: int = 256
    ) -> None:
        """Take the sizes that `expedition.fast.blocks` gives, and the kinds of card of a suit."""
        super().__init__()
        self.sizes = (suits, by_suit, overall, ranks, width, trunk)
        self.reader = SuitReader(by_suit, overall, width, trunk)
        self.of_suit = nn.Linear(width, width)
        self.of_round = nn.Linear(trunk, width, bias=False)
        # Once more from suits to the round and back. What it adds is nothing at first, so a network
        # that was trained without it goes on from where it was.
        self.third = nn.Linear(width, width)
        self.last = nn.Linear(2 * width + trunk, trunk)
        self.to_suit = nn.Linear(width, width, bias=False)
        self.to_suits = nn.Linear(trunk, width, bias=False)
        self.to_round = nn.Linear(trunk, trunk, bias=False)
        for layer in (self.to_suit, self.to_suits, self.to_round):
            nn.init.zeros_(layer.weight)
        self.cards = nn.Linear(width, 2 * ranks + 1)  # play, discard, draw off the suit's pile
        self.deck = nn.Linear(trunk, 1)
        self.value = nn.Linear(trunk, 1)
        for head in (self.cards, self.deck, self.value):
            nn.init.normal_(head.weight, std=0.01)
            nn.init.zeros_(head.bias)

    def forward(
        self, blocks: Tensor, overall: Tensor, mask: Tensor, *, apart: bool = False
    ) -> tuple[Tensor, Tensor]:
        """Return the logits of every action, illegal ones far down, and the value.

        `blocks` (n, suits, by_suit), `overall` (n, overall), `mask` (n, actions) true where legal.
        With `apart`, learning the value leaves alone what the policy is read from.
        """
        ranks = self.sizes[3]
        code, state = self.reader(blocks, overall)
        each = torch.relu(self.of_suit(code) + self.of_round(state).unsqueeze(1))
        more = torch.relu(self.third(each))
        pooled = torch.cat((more.mean(dim=1), more.amax(dim=1), state), dim=1)
        around = torch.relu(self.last(pooled))
        each = each + self.to_suit(more) + self.to_suits(around).unsqueeze(1)
        state = state + self.to_round(around)
        with torch.autocast("cpu", enabled=False):  # logits need all their digits
            each, state = each.float(), state.float()
            cards = self.cards(each)
            play, discard = cards[:, :, :ranks], cards[:, :, ranks : 2 * ranks]
            logits = torch.cat(
                (play.flatten(1), discard.flatten(1), self.deck(state), cards[:, :, -1]), dim=1
            )
            value = self.value(state.detach() if apart else state).squeeze(1)
            return logits.masked_fill(~mask, _NEVER), value


#: The layers that a network trained before they were there lacks.
_LATER = ("third", "last", "to_suit", "to_suits", "to_round")


def load_net(net: SuitNet, kept: Mapping[str, Tensor]) -> None:
    """Give a network the layers of a checkpoint, which may lack those that came later."""
    missing, unexpected = net.load_state_dict(kept, strict=False)
    wrong = [name for name in missing if name.split(".")[0] not in _LATER]
    if wrong or unexpected:
        msg = f"The checkpoint is of another network: {', '.join([*wrong, *unexpected])}."
        raise ValueError(msg)


class Critic(nn.Module):
    """A value that is told every card: only training asks it, so only training has it."""

    def __init__(
        self, by_suit: int, hidden: int, overall: int, width: int = 96, trunk: int = 128
    ) -> None:
        """Take how many numbers a suit has that the seat sees, and that it doesn't see."""
        super().__init__()
        self.reader = SuitReader(by_suit + hidden, overall, width, trunk)
        self.value = nn.Linear(trunk, 1)
        nn.init.normal_(self.value.weight, std=0.01)
        nn.init.zeros_(self.value.bias)

    def forward(self, blocks: Tensor, hidden: Tensor, overall: Tensor) -> Tensor:
        """Return the value (n,) of rounds whose hidden cards are known."""
        _, state = self.reader(torch.cat((blocks, hidden), dim=2), overall)
        with torch.autocast("cpu", enabled=False):
            value: Tensor = self.value(state.float()).squeeze(1)
        return value
