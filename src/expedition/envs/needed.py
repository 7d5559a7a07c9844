"""Imported before the rest of this room: says which package is missing, and what to do."""

from expedition.fast.needed import check

check("expedition.envs", "envs", "numpy", "numba", "gymnasium", "pettingzoo")
