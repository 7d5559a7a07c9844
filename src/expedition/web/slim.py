"""Sources as they are sent: without the comments that stand on lines of their own.

The comments are for people who read the repository; on the way to a phone they would be a third of
the weight. Lines stay where they are, so that a browser names the right one. Nothing else changes.

This reads lines, not a language. Where a line could be taken for what it isn't, it raises instead
of sending something broken: the line is then to be written another way.
"""

from __future__ import annotations


class Unclear(Exception):
    """A line of a source can't be told to be comment or code. The message names it."""


def without_comments(source: str) -> str:
    """Return JavaScript or CSS with an empty line for every line that is all comment.

    A line inside a template text is left alone: as long as a backtick is open, nothing is taken.
    Raises Unclear for code after the end of a long comment, and for an odd backtick after `//`.
    """
    kept: list[str] = []
    in_block = False
    ticks = 0
    for number, line in enumerate(source.split("\n"), start=1):
        text = line.strip()
        if in_block:
            _, ended, after = text.partition("*/")
            if after:
                raise Unclear(f"Line {number} has code after a comment's end: {text!r}.")
            in_block = not ended
            kept.append("")
        elif ticks % 2 == 0 and _is_comment(text):
            in_block = text.startswith("/*") and "*/" not in text
            kept.append("")
        else:
            if ticks % 2 == 0 and _ticks(_last_comment(line)) % 2:
                raise Unclear(f"Line {number} has an odd backtick after //: {text!r}.")
            ticks += _ticks(line)
            kept.append(line)
    if ticks % 2:
        raise Unclear("A backtick is never closed.")
    return "\n".join(kept)


def _ticks(text: str) -> int:
    """Return how many backticks in a text open or close a template."""
    return text.count("`") - text.count("\\`")


def _last_comment(line: str) -> str:
    """Return what follows the first // outside of quotes."""
    quote = ""
    at = 0
    while at < len(line):
        letter = line[at]
        if letter == "\\":
            at += 1
        elif quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"`":
            quote = letter
        elif line.startswith("//", at):
            return line[at + 2 :]
        at += 1
    return ""


def _is_comment(text: str) -> bool:
    """Return whether a line outside a comment is one, or begins one, and has nothing else."""
    if text.startswith("//"):
        return True
    if not text.startswith("/*"):
        return False
    end = text.find("*/")
    return end == -1 or end == len(text) - 2
