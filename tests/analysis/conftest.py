"""Hypothesis tries as hard here as in the properties."""

import properties.conftest  # noqa: F401
