"""Draws docs/play.svg, the picture in the README, from a real sitting at `expedition play`.

Run it again when the terminal match looks different: `.venv/bin/python docs/picture.py`
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from html import escape
from pathlib import Path

import pexpect

# A few turns of a fixed match; the picture shows the end of them.
LINES = ["R$ .", "xG$ .", "xG$ .", "xG4 .", "W3 <Y", "R4 .", "W9 .", "xY2 .", "why B3", "B3"]
SHOWN = 19
STYLES = {
    "33": "#d9a514",
    "1": "#c9ced4",
    "34": "#5b9bd5",
    "32": "#4fae78",
    "31": "#dd6650",
    "35": "#a78bda",
}
CHAR, LINE, PAD = 8.43, 20, 20


def main() -> None:
    """Play the lines in a terminal of 80 columns, and write what is on the screen."""
    with tempfile.TemporaryDirectory() as folder:
        command = str(Path(sys.executable).parent / "expedition")
        words = ["play", "--seed", "2", "--first", "me"]
        env = os.environ | {"EXPEDITION_DATA": folder, "TERM": "xterm"}
        child = pexpect.spawn(command, words, env=env, dimensions=(50, 80), encoding="utf-8")
        prompt = r"Your (card|draw): "
        child.expect(prompt)
        screen = child.before + child.after
        for line in LINES:
            child.sendline(line)
            child.expect(prompt)
            screen += child.before + child.after
        child.close(force=True)
    # readline switches bracketed paste on and off; that is no text.
    screen = re.sub(r"\x1b\[\?2004[hl]", "", screen)
    lines = screen.replace("\r\n", "\n").replace("\r", "").split("\n")[-SHOWN:]
    Path(__file__).with_name("play.svg").write_text(svg(lines), "utf-8")


def svg(lines: list[str]) -> str:
    """Return the lines as a picture."""
    width, height = 80 * CHAR + 2 * PAD, len(lines) * LINE + 2 * PAD
    rows = "\n".join(
        f'<text x="{PAD}" y="{PAD + LINE * number + 14}">{spans(line)}</text>'
        for number, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" role="img" '
        'aria-label="A turn at the terminal: five expeditions, the piles, the hand">\n'
        f'<rect width="{width:.0f}" height="{height}" rx="8" fill="#15191d"/>\n'
        '<g fill="#e9e4da" font-size="14" '
        'font-family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace">\n'
        f"{rows}\n</g>\n</svg>\n"
    )


def spans(line: str) -> str:
    """Return a line with its colours."""
    # Viewers run spaces together unless these are hard ones.
    parts = re.split(r"\x1b\[(\d+)m", line.replace(" ", "\xa0"))
    text = escape(parts[0])
    for code, part in zip(parts[1::2], parts[2::2], strict=True):
        colour = STYLES.get(code)
        text += f'<tspan fill="{colour}">{escape(part)}</tspan>' if colour else escape(part)
    return text


if __name__ == "__main__":
    main()
