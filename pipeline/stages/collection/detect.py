"""Which kind and text form a file is in, where the user does not say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, Final, TypeAlias

from pipeline.kinds import KINDS, get_kind
from pipeline.kinds.capabilities import change_rule
from pipeline.kinds.interface import AnyKind, TextFormat
from pipeline.model import ConfigError, PuzzleFormatError

Form: TypeAlias = tuple[AnyKind, TextFormat[Any, Any]]
"""A kind, and one of its text forms."""


SAMPLE: Final = 200
"""Puzzles of a text that are read to find out its form."""


def detect_forms(text: str) -> list[Form]:
    """Return the forms that a text looks like: kind by kind, those with fewest guesses first."""
    return [
        (kind, form) for kind in map(get_kind, KINDS) for form in kind.formats if form.detect(text)
    ]


def choose_form(
    forms: Sequence[Form], text: str, rule: str | None, settings: Mapping[str, str]
) -> Form:
    """Return the form that reads the most puzzles of a text; kinds that have the rule come first.

    Kinds share some forms (a rectangle of digits and dots), so looks alone do not decide. Where
    none reads a puzzle, the one that gets furthest is returned, and its reader says what is wrong.
    The settings are parts of the rule to change.
    """
    best, most = forms[0], (False, False, -1, -1, -1)
    for form in forms if len(forms) > 1 else ():
        kind, text_format = form
        has_rule = rule is None or rule in kind.rules
        try:
            posed = change_rule(kind, rule if has_rule else None, settings)
        except ConfigError:
            continue
        read, left, line = _score(text_format, text, posed)
        if (read > 0, has_rule, read, left, line) > most:
            best, most = form, (read > 0, has_rule, read, left, line)
    return best


def _score(form: TextFormat[Any, Any], text: str, rule: str | None) -> tuple[int, int, int]:
    """Return how many puzzles are read, how few are not, and where the first mistake is."""
    read, broken, line = 0, 0, 0
    try:
        for found in islice(form.read_each(text, rule), SAMPLE):
            if isinstance(found, PuzzleFormatError):
                broken, line = broken + 1, line or found.line or 0
            else:
                read += 1
    except PuzzleFormatError as error:
        broken, line = broken + 1, line or error.line or 0
    return read, -broken, line
