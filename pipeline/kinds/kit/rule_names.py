"""Check the names of rules."""

from __future__ import annotations

from collections.abc import Collection

from pipeline.model import ConfigError, unknown_name


def require_rule(rule: str, rules: Collection[str]) -> str:
    """Return the name of a rule; `ConfigError` if it is unknown."""
    if rule not in rules:
        raise unknown_name("rule", rule, rules)
    return rule


def require_no_rule(kind_id: str, rule: str | None) -> None:
    """Raise `ConfigError` if a rule is given for a kind with one set of rules."""
    if rule is not None:
        raise ConfigError(f"{kind_id} has no rules to choose from, found {rule!r}; leave it out")
