"""Phrases that plain technical English does without, and what to write instead."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.source import ROOT, name_of

REFUSED = {
    r"told|tells?": "given, states, returns, shows",
    r"is said|are said|say once|said once": "stated, defined once",
    r"stands?(?! (?:for|in for)\b)|stood": "is, is written, is stored",
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

LATER = (
    "pipeline/book", "pipeline/commands", "pipeline/config", "pipeline/kinds", "pipeline/library",
    "THIRD_PARTY", "pipeline/pdf",
    "pipeline/preflight", "pipeline/render", "pipeline/run", "pipeline/scene",
    "pipeline/stages",
    "pipeline/store", "pipeline/web", "tests", "docs", "README", "CONTRIBUTING",
    "CHANGELOG",
)  # fmt: skip
"""Rooms that are not yet held to this."""

_PATTERN = re.compile(rf"\b(?:{'|'.join(REFUSED)})\b", re.IGNORECASE)


def _files() -> list[Path]:
    found = [*ROOT.glob("*.md"), *ROOT.glob("*.py"), *(ROOT / "docs").rglob("*.md")]
    for room in ("pipeline", "tests"):
        found += [*(ROOT / room).rglob("*.py"), *(ROOT / room).rglob("*.js")]
    own = Path(__file__)
    return [path for path in sorted(found) if path != own and not name_of(path).startswith(LATER)]


@pytest.mark.parametrize("path", _files(), ids=name_of)
def test_refused_phrases_are_not_used(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    found = [
        f"{name_of(path)}:{number}: {match.group()}"
        for number, line in enumerate(lines, start=1)
        for match in _PATTERN.finditer(line.replace("_", " "))
    ]
    assert found == [], {match: REFUSED[match] for match in REFUSED}
