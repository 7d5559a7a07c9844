"""The compiled twin of the rules, for search and training. Proved equal to `game` by tests."""

from expedition.fast import needed

# isort: split
from expedition.fast.batch import POLICIES, Batch
from expedition.fast.checks import BadArray
from expedition.fast.exchange import Information, determinize, pack, unpack
from expedition.fast.sections import (
    Section,
    information_sections,
    observation_sections,
    observation_size,
)
from expedition.fast.views import observation_row

__all__ = [
    "POLICIES",
    "BadArray",
    "Batch",
    "Information",
    "Section",
    "determinize",
    "information_sections",
    "needed",
    "observation_row",
    "observation_sections",
    "observation_size",
    "pack",
    "unpack",
]
