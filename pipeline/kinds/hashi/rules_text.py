"""The rules as the reader of the book reads them, from ``rules.<language>.md``."""

from __future__ import annotations

from importlib.resources import files

from pipeline.kinds.hashi.model import require_rule
from pipeline.model import ConfigError


def rules_text(rule: str, language: str) -> str:
    """Return how to play under one rule, in a small Markdown (paragraphs and a numbered list).

    Parameters
    ----------
    rule : str
        One of `pipeline.kinds.hashi.model.RULES`.
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
    name, _, most = require_rule(rule).rpartition("-")
    folder = files(__package__)
    known = sorted(
        entry.name[len("rules.") : -len(".md")]
        for entry in folder.iterdir()
        if entry.name.startswith("rules.") and entry.name.endswith(".md")
    )
    if language not in known:
        raise ConfigError(
            f"no rules of Hashi in language {language!r}: expected one of {', '.join(known)}"
        )
    text = folder.joinpath(f"rules.{language}.md").read_text(encoding="utf-8")
    sections = dict(section.split("\n", 1) for section in text.split("\n## ")[1:])
    body = sections[name].strip() + "\n"
    return body.replace("{most}", sections[f"most-{most}"].strip())
