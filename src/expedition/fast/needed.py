"""Imported before the rest of this room: says which package is missing, and what to do."""

from importlib import import_module


def check(room: str, extra: str, *packages: str) -> None:
    """Raise ModuleNotFoundError with a sentence unless all of them can be imported."""
    for package in packages:
        try:
            import_module(package)
        except ModuleNotFoundError as error:
            missing = (error.name or package).split(".")[0]
            msg = (
                f"{room} needs {missing}, which is not installed. "
                f"In a checkout of Expedition: pip install '.[{extra}]'"
            )
            raise ModuleNotFoundError(msg, name=missing) from None


check("expedition.fast", "fast", "numpy", "numba")
