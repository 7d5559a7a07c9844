"""Environments in the forms that researchers use, over the compiled engine."""

from expedition.envs import expedition_v0, registration
from expedition.envs.solo import SoloEnv
from expedition.envs.vector import ExpeditionVectorEnv

__all__ = ["ExpeditionVectorEnv", "SoloEnv", "expedition_v0", "registration"]
