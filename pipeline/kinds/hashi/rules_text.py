"""The rules as the reader of the book reads them, from ``rules.<language>.md``."""

from __future__ import annotations

from pipeline.kinds.hashi.model import RULES, require_rule
from pipeline.kinds.kit.rules_files import rules_sections


def rules_text(rule: str | None, language: str) -> str:
    """Return how to play under one rule, in a small Markdown (paragraphs and a numbered list).

    Parameters
    ----------
    rule : str or None
        One of `pipeline.kinds.hashi.model.RULES`; None for the default, the first of them.
    language : str
        Two letters, such as ``en``.

    Raises
    ------
    ConfigError
        If the rule is unknown or its text is not there in that language.

    Examples
    --------
    >>> rules_text("connected-2", "en").splitlines()[4]
    '3. Two islands are joined by one bridge, by two side by side, or by none.'
    """
    name, _, most = require_rule(rule or RULES[0]).rpartition("-")
    sections = rules_sections(__package__, "Hashi", language)
    return sections[name].replace("{most}", sections[f"most-{most}"]) + "\n"
