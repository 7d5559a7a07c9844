"""The command `expedition`."""
