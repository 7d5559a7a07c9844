"""The names by which gymnasium.make and make_vec find the environments, once this is imported.

`gymnasium.make("expedition.envs:expedition/Solo-v0")` imports it by itself.
"""

from __future__ import annotations

import gymnasium

SOLO = "expedition/Solo-v0"
SELF_PLAY = "expedition/SelfPlay-v0"

gymnasium.register(
    SOLO,
    "expedition.envs.solo:SoloEnv",
    vector_entry_point="expedition.envs.vector:ExpeditionVectorEnv",
    kwargs={"edition": "standard-solo", "opponents": "random"},
)
gymnasium.register(SELF_PLAY, vector_entry_point="expedition.envs.vector:ExpeditionVectorEnv")
