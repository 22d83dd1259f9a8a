"""Forms of other programs that are recognised and not read, each with what to use instead."""

from __future__ import annotations

import re
from typing import Final

from pipeline.model import ConfigError, PuzzleFormatError

_KANPEN: Final = (
    "Kanpen's forms are not supported, since its site is gone; open the puzzle in the editor of "
    "puzz.link and save it as a file of pzprv3 or as an address"
)
_TEXTS: Final = (
    (re.compile(r"\S*(?:kanpen\.net|\w+\.html\?problem=)\S*"), "an address of Kanpen", _KANPEN),
    (re.compile(r"(?:<\?xml[^>]*>\s*)?<puzzle\s[^>]*\btype\s*="), "XML of Kanpen", _KANPEN),
    (
        re.compile(r"[0-9]+\s*\n[0-9]+\s*\n(?:[0-9.#+*?]+ ?)+(?:\n|$)"),
        "a text of Kanpen (rows, columns, cells)",
        f"{_KANPEN}, or leave out the two lines of the size and name the form: --from KIND/table",
    ),
)


def refuse_foreign_form(format_name: str) -> None:
    """Raise `ConfigError` if the name is that of a form that was supported once."""
    if format_name.rpartition("/")[2].startswith("kanpen"):
        raise ConfigError(f"unknown format {format_name!r}: {_KANPEN}")


def refuse_foreign_text(text: str) -> None:
    """Raise `PuzzleFormatError` if a text begins in a form that is recognised and not read."""
    lead = len(text) - len(text.lstrip())
    for pattern, name, advice in _TEXTS:
        if pattern.match(text, lead):
            line = text.count("\n", 0, lead) + 1
            raise PuzzleFormatError(f"found {name}: {advice}", line=line)
