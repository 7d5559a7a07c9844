"""What was measured, as Markdown."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from speed import cpu_model, package_versions

if TYPE_CHECKING:
    from compiled_contestants import Contestant

_PACKAGES = (
    "expedition",
    "numba",
    "numpy",
    "gymnasium",
    "pettingzoo",
    "open-spiel",
    "envpool",
    "rlcard",
    "pgx",
    "jax",
)


def inside_table(contestants: list[Contestant]) -> list[str]:
    """Return the table of random rounds within compiled code, against classic."""
    first = median(contestants[0].rates)
    lines = [
        "| random rounds within compiled code, one core | million actions/s, median | min to max |"
        " million whole turns/s | × classic | an action includes |",
        "| --- | ---: | ---: | ---: | ---: | --- |",
    ]
    for each in contestants:
        turns = median(each.turn_rates)
        lines.append(
            f"| {each.name} | {_millions(median(each.rates))} | {_range(each.rates)}"
            f" | {_millions(turns) if turns else '–'} | {median(each.rates) / first:.2f}"
            f" | {each.includes} |"
        )
    return lines


def outside_table(contestants: list[Contestant]) -> list[str]:
    """Return the table of environments, against our vector of classic rounds."""
    first = median(contestants[0].rates)
    lines = [
        "| environments, actions chosen outside | steps/s, median | min to max | × the first |"
        " a step includes |",
        "| --- | ---: | ---: | ---: | --- |",
    ]
    for each in contestants:
        rates = each.rates
        lines.append(
            f"| {each.name} | {median(rates):,.0f} | {min(rates):,.0f} to {max(rates):,.0f}"
            f" | {median(rates) / first:.4f} | {each.includes} |"
        )
    return lines


def thread_lines(ratios: list[float]) -> list[str]:
    """Return what two threads are worth."""
    return [
        f"- two threads play classic rounds {median(ratios):.2f} times as fast as one"
        f" ({min(ratios):.2f} to {max(ratios):.2f}), by the clock"
    ]


def start_lines(began: dict[str, list[float]]) -> list[str]:
    """Return how long everything takes to compile, and to load."""
    later = {
        name: f"{median(took):.2f} s ({min(took):.2f} to {max(took):.2f})"
        for name, took in began.items()
    }
    return [
        f"- `expedition warmup`, the first time: {began['first'][0]:.1f} s of CPU time",
        f"- every part of the engine in a later start: {later['engine']} by the clock, Python and"
        f" imports included; with the environments {later['everything']}",
    ]


def surroundings() -> list[str]:
    """Return what a reader has to know to compare the figures with others."""
    return [f"- {package_versions(_PACKAGES)}", f"- CPU: {cpu_model()}"]


def _millions(rate: float) -> str:
    return f"{rate / 1e6:.2f}"


def _range(rates: list[float]) -> str:
    return f"{_millions(min(rates))} to {_millions(max(rates))}"
