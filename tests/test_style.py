"""Phrases that plain technical English does without, and what to write instead."""

import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from tests.source import ROOT, name_of

REFUSED = {
    r"told|tells|tell(?!$)": "given, states, returns, shows",
    r"is said|are said|say once|said once": "stated, defined once",
    r"stands?(?! (?:for|in for)\b|-in)(?! ins?\b)|stood": "is, is written, is stored",
    r"bears": "has",
    r"may be asked|can be asked|be asked for": "options, parameters",
    r"in words": "as text, with a message",
    r"hangs? together": "is connected",
    r"(?:say|tell)s? whether": "return whether",
    r"at hand|to begin with|the others go": "available, initial, remaining",
    r"dear ones|the cheap(?! [a-z])": "expensive, cheap (with a noun)",
    r"anew": "again, rebuilt",
    r"which there is not|that is there": "existing, missing",
    r"needs? be": "as short as possible",
    r"at home in|has room for|have room for": "belongs to, fits",
    r"may not stand|Return nothing if": "Raise X if",
}
"""Regular expressions of words, by what to write; words of readers' texts are data."""

_PATTERN = re.compile(rf"\b(?:{'|'.join(REFUSED)})\b", re.IGNORECASE)


def _files() -> list[Path]:
    found = [*ROOT.glob("*.md"), *ROOT.glob("*.py"), *(ROOT / "docs").rglob("*.md")]
    for room in ("pipeline", "tests", "tools"):
        found += [*(ROOT / room).rglob("*.py"), *(ROOT / room).rglob("*.js")]
    return [path for path in sorted(found) if path != Path(__file__)]


def _texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the texts of a file by line: in Python comments, strings, and names one by one.

    Of tests the strings are data, such as messages and texts for readers; docstrings are not.
    """
    strings = '"""' if name_of(path).startswith("tests") else ""
    if path.suffix != ".py":
        yield from enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        return
    with path.open("rb") as stream:
        for token in tokenize.tokenize(stream.readline):
            if token.type == tokenize.NAME:
                yield token.start[0], token.string.replace("_", " ")
            elif token.type == tokenize.COMMENT or (
                "STRING" in tokenize.tok_name[token.type] and token.string.startswith(strings)
            ):
                yield from enumerate(token.string.splitlines(), start=token.start[0])


def test_refused_phrases_are_not_used() -> None:
    found = [
        f"{name_of(path)}:{number}: {match.group()}"
        for path in _files()
        if _PATTERN.search(path.read_text(encoding="utf-8").replace("_", " "))
        for number, text in _texts(path)
        for match in _PATTERN.finditer(text)
    ]
    assert found == [], REFUSED
