"""Configurations to start from: the templates of books and sites, in each language."""

from __future__ import annotations

import re
import secrets
import tomllib
from importlib import resources

from pipeline.edition.language import load_language
from pipeline.kinds import get_kind
from pipeline.kinds.interface import AnyKind, usual_size
from pipeline.model import ConfigError


def write_template(template: str, name: str, code: str = "en", kind_id: str | None = None) -> str:
    """Return the text of a template as the file ``name``, in a language, for a kind.

    Only the template "book" is for a kind, and has one.
    """
    text = _read(template).replace("THIS.toml", name)
    if code != "en":
        text = _translate(text, code)
    if kind_id is not None:
        text = _of_kind(text, kind_id, code)
    return text.replace("DRAWN", secrets.token_hex(16))  # the only random value


def _read(name: str) -> str:
    file = resources.files("pipeline.config").joinpath("templates", f"{name}.toml")
    return file.read_text(encoding="utf-8")


def _translate(template: str, code: str) -> str:
    """Return a template with its language set, and with the texts for readers translated."""
    words = tomllib.loads(_read("words"))[code]
    text = re.sub(r"(?m)^\[(book|site)\]$", rf'\g<0>\nlanguage = "{code}"', template)
    return re.sub(
        r'(?m)^((?:title|subtitle|author|blurb|description) = )"(.*?)"',
        lambda found: f'{found[1]}"{words.get(found[2], found[2])}"',
        text,
    )


def _of_kind(template: str, kind_id: str, code: str) -> str:
    kind = get_kind(kind_id)
    rows, cols = usual_size(kind)
    texts = {"TITLE": kind.title_in(code), "KIND": kind_id, "SIZE": f"{cols}x{rows}"}
    usual = kind.presets.get("usual")
    rule = kind.describe_params(usual).get("rule") if usual else None
    if rule and rule != kind.rules[0]:  # two stars on 10x10, not one
        template = template.replace('kind = "KIND"', f'kind = "KIND"\nrule = "{rule}"')
    head, *sections = template.split("[[section]]")
    kept = [one for one in sections if _has_band(kind, rows, cols, rule, one)]
    if len(kept) < len(sections):  # two stars are never easy
        said = load_language(code).say("section.puzzles_other", count="{puzzles}")
        head = re.sub(r'(?m)^(subtitle|blurb) = ".*"', rf'\1 = "{said}"', head)
    template = "[[section]]".join([head, *kept])
    return re.sub("|".join(texts), lambda found: texts[found[0]], template)


def _has_band(kind: AnyKind, rows: int, cols: int, rule: str | None, section: str) -> bool:
    try:
        kind.parse_params(
            rows, cols, rule or None, dict(re.findall(r'(?m)^(band) = "(.*)"', section))
        )
    except ConfigError:
        return False
    return True
