"""What readers of books see: no phrase that an editor would change, in any language or kind."""

import re
import tomllib
from collections.abc import Iterator
from typing import Any, Final

import pytest

from pipeline.edition.language import list_languages, load_language
from pipeline.kinds import get_kind, kind_ids
from pipeline.kinds.kit.telling.kind_texts import FIRST, read_texts, symbols_of
from tests.source import ROOT

REFUSED: Final = {
    "en": {
        r"exactly one way|keep all \w+ rules": "Each puzzle has one solution",
        r"(?:ha(?:s|ve)|had|must) (?:to )?(?:be tried|try)|to be tried|to try\b": "test a number",
        r"see it (?:fail|leave)|on trial|[Ll]ong(?:er)? (?:trials|thoughts)": "a contradiction",
        r"Here and there|one trial within": "Now and then",
        r"nothing has to be|little guessing or none": "no guessing needed",
        r"pass(?:es)? (?:all|every|each|the) (?:pearl|circle)s?": "goes through the pearl",
        r"stay where they (?:are|stand)|numbers that are given": "The given numbers do not change",
        r"Its solution|one dark cell|at sight|across and down from": "a caption without a pronoun",
        r"Number Link|number link": "Numberlink, as in the heads",
        r"holds every|say how hard|columns? \{?\d+\}?, \{?\d+\}?\b": "has, show, and",
    },
    "de": {
        r"probiert werden|\bprobieren und|und sehen, dass|muss man": "probeweise eintragen",
        r"Hier (?:und da|müssen)|Lange Proben": "Ab und zu",
        r"Wie leicht\b|sagen, wie schwer": "Wie bei „leicht“",
        r"Seine Lösung|bleiben, wo sie stehen": "bleiben unverändert",
        r"[Gg]anze Feld|großes Feld|über das Feld|Das Feld ist wieder": "Gitter; Feld is a cell",
        r"Zahlenp(?:fad|aar-)|Kästchen|Drilling(?!e und die)": "the word of the rules",
    },
    "fr": {
        r"[Cc]haque pas\b|tous les pas\b": "étape",
        r"rien (?:n.est )?à essayer|(?:est|sont) à essayer|des \w+ à essayer": "sans tâtonner",
        r"[Ii]ci et là|[Ee]ssayez (?:des|un|une|où)\b|voir qu.(?:il|elle) échoue": "testez",
        r"Comment jouer|Règles de \{|Les minutes de \{": "Règles : {kind}",
        r"suivez-les|(?:couvrent|contenir) cela|disent (?:la diff|pourquoi)": "case; indiquent",
        r"fermée par\b|Sa solution|restent à leur place|un seul motif": "passant par",
        r"[Nn]ombres à relier|réflexions plus longues|triplets?, |et triplets": "raisonnements",
        r"(?: de|à|que|er) \{(?:at|places)\}": "la région ({at}), la case {at}",
    },
}
"""Regular expressions by language, and what a native editor writes."""

SMARTENED: Final = ("rules", "easy_rules", "difficulty")
"""Texts that get their typographic apostrophes where they are printed."""


def texts_of(table: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the texts of a table and the names of the tables that they are in."""
    for key, value in table.items() if isinstance(table, dict) else ():
        if isinstance(value, str):
            yield f"{path}{key}", value
        yield from texts_of(value, f"{path}{key}.")


def printed(code: str) -> Iterator[tuple[str, str]]:
    """Yield every text of a language that a book or a page shows, with its place."""
    language = load_language(code)
    yield from language.texts.items()
    for package in (*(get_kind(one).package for one in kind_ids()), "pipeline.kinds.kit.telling"):
        for name, text in texts_of(read_texts(package, code)):
            is_raw = name.startswith(SMARTENED) or name.endswith(FIRST)
            yield f"{package}: {name}", language.smarten(text) if is_raw else text
    folder = ROOT / "pipeline" / "config" / "templates"
    if code == "en":
        for path in folder.glob("*.toml"):
            parsed = tomllib.loads(path.read_text(encoding="utf-8"))
            yield from texts_of(parsed) if path.stem != "words" else ()
    else:
        words = tomllib.loads((folder / "words.toml").read_text(encoding="utf-8"))
        yield from texts_of(words[code])


@pytest.mark.parametrize("code", list_languages())
def test_no_phrase_that_an_editor_would_change_is_printed(code: str) -> None:
    refused = re.compile("|".join(REFUSED[code]))
    found = [(where, text) for where, text in printed(code) if refused.search(text)]
    assert found == [], REFUSED[code]


@pytest.mark.parametrize("code", list_languages())
def test_every_printed_text_has_typographic_apostrophes(code: str) -> None:
    assert [(where, text) for where, text in printed(code) if re.search(r"'", text)] == []


@pytest.mark.parametrize("code", list_languages())
@pytest.mark.parametrize("kind_id", ["numberlink", "sudoku"])
def test_every_word_for_symbols_replaces_a_word_of_a_text(kind_id: str, code: str) -> None:
    """What is replaced was changed with the texts, so rules of letters never speak of numbers."""
    package = get_kind(kind_id).package
    texts = {**read_texts("pipeline.kinds.kit.telling", code)["reasons"]}
    for part in (*SMARTENED, "reasons", "easy_reasons"):
        texts |= {f"{part}.{key}": text for key, text in read_texts(package, code)[part].items()}
    for symbols in symbols_of(package):
        words = read_texts(package, code)["symbols"].get(symbols, {})
        changed, left = [*texts.values()], []
        for word, other in words.items():
            if word not in FIRST:
                left += [] if any(word in text for text in changed) else [word]
                changed = [text.replace(word, other) for text in changed]
        assert left == [], symbols
