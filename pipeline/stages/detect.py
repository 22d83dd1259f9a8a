"""Which kind and text form a file is in, where the user does not say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from pipeline.kinds import KINDS, get_kind
from pipeline.kinds.capabilities import change_rule
from pipeline.kinds.interface import AnyKind, TextFormat
from pipeline.model import ConfigError, PuzzleFormatError

Form: TypeAlias = tuple[AnyKind, TextFormat[Any, Any]]
"""A kind, and one of its text forms."""


def detect_forms(text: str) -> list[Form]:
    """Return for each kind the first of its forms that a text looks like, in the order of kinds."""
    looks = (
        (kind, next((form for form in kind.formats if form.detect(text)), None))
        for kind in map(get_kind, KINDS)
    )
    return [(kind, form) for kind, form in looks if form is not None]


def choose_form(
    forms: Sequence[Form], text: str, rule: str | None, settings: Mapping[str, str]
) -> Form:
    """Return the first form that reads the text to its end, under a rule that its kind has.

    Kinds share some forms (a rectangle of digits and dots), so looks alone do not decide.

    Parameters
    ----------
    forms : sequence of Form
        At least one.
    text : str
        The whole file.
    rule : str or None
        Rule that the puzzles are posed under.
    settings : mapping of str to str
        Parts of the rule to change.

    Raises
    ------
    PuzzleFormatError
        If no form reads it, and several get equally far: what each of them says. Where one gets
        furthest, that is returned, and its reader will raise.
    """
    if len(forms) == 1:
        return forms[0]
    failures: list[tuple[int, Form, str]] = []
    for form in forms:
        kind, text_format = form
        try:
            for _ in text_format.read(text, change_rule(kind, rule, settings)):
                pass
        except ConfigError:
            continue
        except PuzzleFormatError as error:
            failures.append((error.line or 0, form, error.message))
        else:
            return form
    if not failures:
        return forms[0]
    furthest = max(line for line, _, _ in failures)
    told = [(form, message) for line, form, message in failures if line == furthest]
    if len(told) == 1:
        return told[0][0]
    words = "; ".join(
        f"as {kind.title} ({text_format.name}): {message}" for (kind, text_format), message in told
    )
    raise PuzzleFormatError(f"{words}; name the format with --from", line=furthest or None)
