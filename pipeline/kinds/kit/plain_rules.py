"""For kinds whose rules are plain names, without parts that a setting could change."""

from __future__ import annotations

from collections.abc import Mapping

from pipeline.model import ConfigError


def keep_rule(rule: str, settings: Mapping[str, str]) -> str:
    """Return the rule as it is; no setting is part of it.

    Raises
    ------
    ConfigError
        If there is a setting.

    Examples
    --------
    >>> keep_rule("free", {})
    'free'
    """
    for key in settings:
        raise ConfigError(
            f"expected no setting that changes the rule {rule!r}, found {key!r}; "
            "choose a rule by its name"
        )
    return rule
