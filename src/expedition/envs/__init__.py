"""Environments in the forms that researchers use, over the compiled engine.

docs/environments.md has the tables: what a seat sees, the actions, the rewards.
"""

from expedition.envs import needed

# isort: split
from expedition.envs import expedition_v0, registration
from expedition.envs.solo import SoloEnv
from expedition.envs.vector import ExpeditionVectorEnv

__all__ = ["ExpeditionVectorEnv", "SoloEnv", "expedition_v0", "needed", "registration"]
