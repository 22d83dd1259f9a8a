"""What is asked of a kind that it may not have, and puzzles posed under its rules."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from pipeline.kinds.interface import AnyKind, Variants
from pipeline.model import ConfigError
from pipeline.scene import Scene
from pipeline.scene.ends import MOST_PICTURES, Ends, most_named, with_ends

T = TypeVar("T")


def require(kind: AnyKind, capability: T | None, name: str) -> T:
    """Return a capability that a kind has.

    ``name`` is what a message calls it, in the plural. `ConfigError` if the kind lacks it.

    Examples
    --------
    >>> from pipeline.kinds import get_kind
    >>> kind = get_kind("numberlink")
    >>> require(kind, kind.variants, "rules to choose from").rules[0]
    'free'
    """
    if capability is None:
        raise ConfigError(
            f"{kind.title} ({kind.id}) has no {name}; leave its puzzles out, or do without"
        )
    return capability


def with_rule(
    kind: AnyKind,
    clues: Any,
    rule: str | None,
    settings: Mapping[str, str] = MappingProxyType({}),
) -> Any:
    """Return clues under the rule named, or their own, with the parts that settings change.

    `ConfigError` if the rule is unknown, a setting is no part of the kind's rules, or it has no
    rules to choose from.
    """
    if rule is None and not settings:
        return clues
    if rule is None and kind.repose is not None:
        return kind.repose(clues, settings)
    variants = require(kind, kind.variants, "rules to choose from")
    if rule is not None:
        clues = variants.with_rule(clues, rule)
    if not settings:
        return clues
    own = rule_of(kind, clues)
    assert own is not None
    return variants.with_rule(clues, _changed(variants, own, settings))


def rule_of(kind: AnyKind, clues: Any) -> str | None:
    """Return the rule that clues are posed under; None for a kind with one set of rules.

    Examples
    --------
    >>> from pipeline.kinds import get_kind
    >>> hashi = get_kind("hashi")
    >>> rule_of(hashi, hashi.decode({"rows": 1, "cols": 3, "loops": False, "clues": [[2, 0, 2]]}))
    'tree-2'
    """
    variants = kind.variants
    if variants is None:
        return None
    return next(rule for rule in variants.rules if variants.with_rule(clues, rule) == clues)


def change_rule(kind: AnyKind, rule: str | None, settings: Mapping[str, str]) -> str | None:
    """Return a rule, None for the kind's default, with the parts that settings change.

    Without settings it is the rule as it was given. `ConfigError` if a setting is no part of the
    kind's rules.

    Examples
    --------
    >>> from pipeline.kinds import get_kind
    >>> change_rule(get_kind("hashi"), None, {"max_bridges": "3"})
    'connected-3'
    """
    if not settings or kind.repose is not None:
        return rule
    variants = require(kind, kind.variants, "rules to choose from")
    return _changed(variants, variants.rules[0] if rule is None else rule, settings)


def _changed(variants: Variants[Any], rule: str, settings: Mapping[str, str]) -> str:
    if variants.change_rule is None:
        raise ConfigError(
            f"expected no setting that changes the rule {rule!r}, found "
            f"{', '.join(map(repr, settings))}; choose a rule by its name"
        )
    return variants.change_rule(rule, settings)


def name_ends(kind: AnyKind, scene: Scene, ends: Ends, cell_mm: float, has_hues: bool) -> Scene:
    """Return a drawing of a kind with the ends of its lines named so; see `with_ends`.

    `ConfigError` if it has no such ends, or more than there are pictures.
    """
    if ends == "numbers":
        return scene
    most = most_named(scene)
    if not most:
        raise ConfigError(
            f"{kind.title} ({kind.id}) has no lines between two equal ends that {ends} could name; "
            "leave ends out"
        )
    if ends == "icons" and most > MOST_PICTURES:
        raise ConfigError(
            f"expected at most {MOST_PICTURES} pairs where pictures name them, found {most}; take "
            'smaller boards, or ends = "letters"'
        )
    return with_ends(scene, ends, cell_mm, has_hues=has_hues)
