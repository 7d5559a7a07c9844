"""Sources as they are sent: without the comments that stand on lines of their own.

The comments are for people who read the repository; on the way to a phone they would be a third of
the weight. Lines stay where they are, so that a browser names the right one. Nothing else changes.
"""

from __future__ import annotations


def without_comments(source: str) -> str:
    """Return JavaScript or CSS with an empty line for every line that is all comment.

    A line inside a template text is left alone: as long as a backtick is open, nothing is taken.
    """
    kept: list[str] = []
    in_block = False
    ticks = 0
    for line in source.split("\n"):
        text = line.strip()
        if in_block:
            in_block = "*/" not in text
            kept.append("" if in_block or text.endswith("*/") else line)
        elif ticks % 2 == 0 and _is_comment(text):
            in_block = text.startswith("/*") and "*/" not in text
            kept.append("")
        else:
            ticks += line.count("`") - line.count("\\`")
            kept.append(line)
    return "\n".join(kept)


def _is_comment(text: str) -> bool:
    """Return whether a line outside a comment is one, or begins one, and has nothing else."""
    if text.startswith("//"):
        return True
    if not text.startswith("/*"):
        return False
    end = text.find("*/")
    return end == -1 or end == len(text) - 2
