"""Rules as the reader of a book reads them, from the files of a kind. It knows no kind.

A kind keeps ``rules.<language>.md`` for each language: a section ``## name`` for each rule, or for
each part that its rules are put together from.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from pipeline.model import ConfigError


@cache
def rules_sections(package: str, title: str, language: str) -> dict[str, str]:
    """Return the sections of the rules of a kind by their names, to be read only.

    Parameters
    ----------
    package : str
        Where the files are, such as ``pipeline.kinds.template``.
    title : str
        What a message calls the kind.
    language : str
        Two letters, such as ``en``.

    Raises
    ------
    ConfigError
        If there are no rules in that language.

    Examples
    --------
    >>> sorted(rules_sections("pipeline.kinds.template", "Latin Square", "en"))
    ['rules']
    """
    folder = files(package)
    known = sorted(
        entry.name[len("rules.") : -len(".md")]
        for entry in folder.iterdir()
        if entry.name.startswith("rules.") and entry.name.endswith(".md")
    )
    if language not in known:
        raise ConfigError(
            f"no rules of {title} in language {language!r}: expected one of {', '.join(known)}"
        )
    text = folder.joinpath(f"rules.{language}.md").read_text(encoding="utf-8")
    parts = (section.split("\n", 1) for section in text.split("\n## ")[1:])
    return {name: body.strip() for name, body in parts}
