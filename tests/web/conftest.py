"""Hypothesis tries as hard here as it does for the properties."""

import properties.conftest  # noqa: F401  loads the profile
