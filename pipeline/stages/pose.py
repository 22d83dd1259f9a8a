"""Pose puzzles under another rule: by its name, by settings that change its parts, or both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pipeline.kinds.interface import AnyKind


def read_rule(kind: AnyKind, rule: str | None, settings: Mapping[str, str]) -> str | None:
    """Return the rule to read a text under; None for the kind's default, or what the text says.

    Raises
    ------
    ConfigError
        If a setting is no part of the kind's rules.
    """
    if not settings:
        return rule
    return kind.change_rule(kind.rules[0] if rule is None else rule, settings)


def pose(kind: AnyKind, clues: Any, rule: str | None, settings: Mapping[str, str]) -> Any:
    """Return clues under the rule named, or their own, with the parts that settings change.

    Raises
    ------
    ConfigError
        If the rule is unknown, or a setting is no part of the kind's rules.
    """
    if rule is not None:
        clues = kind.with_rule(clues, rule)
    if not settings:
        return clues
    own = next(name for name in kind.rules if kind.with_rule(clues, name) == clues)
    return kind.with_rule(clues, kind.change_rule(own, settings))
