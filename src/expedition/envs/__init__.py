"""Environments in the forms that researchers use, over the compiled engine."""
