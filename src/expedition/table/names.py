"""The names that people give themselves: one visible line, with nothing in it that plays tricks."""

from __future__ import annotations

import unicodedata

from expedition.table.errors import Code, Refused

#: In characters as Unicode counts them.
MAX_NAME = 24
#: Letters and signs that fonts draw as nothing: fillers of Hangul and Khmer, and empty Braille.
_NOTHING = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def clean_name(text: str) -> str:
    """Return the name as it is shown, or raise Refused with what is wrong with it.

    Compatibility forms become plain ones, blanks become one space, and what can't be seen or turns
    the direction of writing is refused.
    """
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not name:
        raise Refused(Code.BAD, "A name needs at least one letter.")
    if len(name) > MAX_NAME:
        raise Refused(Code.BAD, f"A name has {MAX_NAME} characters at most; this one {len(name)}.")
    categories = [unicodedata.category(character)[0] for character in name]
    if "C" in categories or not _NOTHING.isdisjoint(name) or set(categories) <= {"M", "Z"}:
        raise Refused(Code.BAD, "A name can't have characters that are not seen.")
    # Marks stacked on one letter climb over the lines above.
    if any(len(name) > 2 and _marks(name[i : i + 3]) == 3 for i in range(len(name) - 2)):
        raise Refused(Code.BAD, "A name can't have so many marks on one letter.")
    return name


def _marks(text: str) -> int:
    return sum(unicodedata.category(character) in ("Mn", "Me") for character in text)
