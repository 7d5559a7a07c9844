"""How hard Hypothesis tries: the default, or EXPEDITION_HYPOTHESIS=long (`make test-long`)."""

import os

from hypothesis import settings

# A busy machine is not a failure, so there is no deadline. In CI every run tries the same
# examples: a red build is then about the change, and luck is for the machines of people.
settings.register_profile(
    "default",
    deadline=None,
    max_examples=25,
    stateful_step_count=30,
    derandomize="CI" in os.environ,
    print_blob=True,
)
settings.register_profile(
    "long",
    settings.get_profile("default"),
    max_examples=200,
    stateful_step_count=100,
    derandomize=False,
)
settings.load_profile(os.environ.get("EXPEDITION_HYPOTHESIS", "default"))
