"""Read the rules for readers of books from the files of a kind.

A kind has ``rules.<language>.md`` for each language, with a section ``## name`` for each rule or
part of a rule; ``## rules`` if there is one set of rules.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection
from functools import cache
from importlib.resources import files

from pipeline.model import ConfigError, unknown_name
from pipeline.scene.endpoint_icons import Ends


def require_rule(rule: str, rules: Collection[str]) -> str:
    """Return the name of a rule; `ConfigError` if it is unknown."""
    if rule not in rules:
        raise unknown_name("rule", rule, rules)
    return rule


def require_no_rule(kind_id: str, rule: str | None) -> None:
    """Raise `ConfigError` if a rule is given for a kind with one set of rules."""
    if rule is not None:
        raise ConfigError(f"{kind_id} has no rules to choose from, found {rule!r}; leave it out")


def read_rules(package: str, title: str, name: str, language: str) -> str:
    """Return the section of a rule, with its line end.

    A rule in parts, such as ``tree-2``, has the section ``tree``, in which ``{most}`` is replaced
    by the section ``most-2``.

    Examples
    --------
    >>> read_rules("pipeline.kinds.hashi", "Hashi", "tree-2", "en").splitlines()[4]
    '3. Two islands are joined by one bridge, by two side by side, or by none.'
    """
    sections = rules_sections(package, title, language)
    if name in sections:
        return f"{sections[name]}\n"
    whole, _, part = name.rpartition("-")
    return re.sub(r"\{(\w+)\}", lambda word: sections[f"{word[1]}-{part}"], sections[whole]) + "\n"


def rename_ends(package: str, text: str, ends: Ends, language: str) -> str:
    """Return a text of a kind with the words for what is printed at ends of lines.

    The words are in the kind's ``ends.toml``. Discs contain letters.

    Examples
    --------
    >>> rename_ends("pipeline.kinds.numberlink", "one line leaves a number", "icons", "en")
    'one line leaves a picture'
    """
    if ends == "numbers":
        return text
    for word, other in _words_for_ends(package, language, "letters" if ends == "dots" else ends):
        text = text.replace(word, other)
    return text


@cache
def _words_for_ends(package: str, language: str, ends: Ends) -> tuple[tuple[str, str], ...]:
    file = files(package).joinpath("ends.toml")
    if not file.is_file():
        return ()
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    return tuple(table.get(language, {}).get(ends, {}).items())


@cache
def rules_title(package: str, language: str) -> str | None:
    """Return a kind's title from the heading of its rules in a language; None without rules.

    Examples
    --------
    >>> rules_title("pipeline.kinds.npuzzle", "fr")
    'Taquin'
    """
    file = files(package).joinpath(f"rules.{language}.md")
    if not file.is_file():
        return None
    return file.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")


@cache
def rules_sections(package: str, title: str, language: str) -> dict[str, str]:
    """Return the sections of the rules of a kind by name; do not change the cached result.

    ``title`` is for messages. `ConfigError` if there are no rules in that language.

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
