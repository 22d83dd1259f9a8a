"""The rules as the reader of the book reads them, from ``rules.<language>.md``."""

from __future__ import annotations

from pipeline.kinds.kit.rules_files import rules_sections
from pipeline.kinds.numberlink.model import RULES, require_rule


def rules_text(rule: str | None, language: str) -> str:
    """Return how to play under one rule, in a small Markdown (paragraphs and a numbered list).

    Parameters
    ----------
    rule : str or None
        One of `pipeline.kinds.numberlink.model.RULES`; None for the default, the first of them.
    language : str
        Two letters, such as ``en``.

    Raises
    ------
    ConfigError
        If the rule is unknown or its text is not there in that language.

    Examples
    --------
    >>> rules_text("free", "en").splitlines()[0]
    'Join each pair of equal numbers by a line.'
    """
    name = require_rule(rule or RULES[0])
    return rules_sections(__package__, "Numberlink", language)[name] + "\n"
