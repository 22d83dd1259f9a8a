"""The text forms of Hashi by name, and short ways to use them in tests."""

from __future__ import annotations

import pytest

from pipeline.kinds.hashi.formats import FORMATS
from pipeline.kinds.hashi.model import Clues, Solution
from pipeline.model import PuzzleFormatError

FORMAT = {text_format.name: text_format for text_format in FORMATS}

DRAWN = ("pzprv3", "janko", "solved-map")
"""Forms that hold the solution."""
UNTOLD = ("puzz.link", "pzprv3", "janko", "map", "solved-map")
"""Forms with a sign for an island without a number."""
OF_SITES = ("puzz.link", "pzprv3", "janko")
"""Forms of places where the usual rule is played, and no other."""

SIZE = "expected sides from 1 to 1000 and at least two cells"
NONE = "expected at least one puzzle, found none; check the file"


def write(name: str, clues: Clues, solution: Solution | None = None) -> str:
    """Return a puzzle in a form."""
    return FORMAT[name].write([(clues, solution)])


def read(name: str, text: str, rule: str | None = None) -> list[Clues]:
    """Return the puzzles of a text."""
    return [parsed.clues for parsed in FORMAT[name].read(text, rule)]


def refusal(name: str, text: str) -> str:
    """Return the words with which a text is refused, or the answer that stands in it."""
    with pytest.raises(PuzzleFormatError) as caught:
        raise PuzzleFormatError("".join(one.unread for one in FORMAT[name].read(text, None)))
    return str(caught.value)


def detected(text: str) -> str | None:
    """Return the name of the form that a text is taken for."""
    return next((form.name for form in FORMATS if form.detect(text)), None)
