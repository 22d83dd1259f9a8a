"""Texts of a kind: found by language, checked, and with English for what is missing."""

import re
import tomllib
from pathlib import Path

import pytest

from pipeline.edition.language import list_languages
from pipeline.kinds import get_kind, kind_ids
from pipeline.kinds.kit.telling.kind_texts import (
    has_texts,
    read_difficulty,
    read_reasons,
    read_rules,
    read_texts,
    rename_symbols,
    title_of,
)
from pipeline.model import ConfigError
from pipeline.scene.symbols import Symbols
from tests.source import ROOT

ENGLISH = """
title = "Isles"
[titles]
wide-1 = "Wide Isles"
[rules]
one = "A"
wide = "W{most}"
most-1 = " at most one"
[easy_rules]
one = "Easy A"
[reasons]
near = "near"
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> str:
    folder = tmp_path / f"shelf_{len(request.node.name)}_{abs(hash(request.node.name))}"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "texts.en.toml").write_text(ENGLISH)
    monkeypatch.syspath_prepend(str(tmp_path))
    return folder.name


def write(package: str, folder: Path, language: str, text: str) -> None:
    (folder / package / f"texts.{language}.toml").write_text(text, encoding="utf-8")


def test_a_language_without_texts_has_the_english_ones(package: str, tmp_path: Path) -> None:
    write(package, tmp_path, "de", 'title = "Inseln"\n[rules]\none = "Ä"\n')
    assert [read_rules(package, "one", code) for code in ("en", "de", "fr")] == [
        "A\n",
        "Ä\n",
        "A\n",
    ]
    assert (title_of(package, "de"), title_of(package, "de", "wide-1")) == ("Inseln", "Wide Isles")
    assert read_texts(package, "de")["reasons"] == {"near": "near"}


def test_rules_for_children_are_those_for_all_where_there_are_none(
    package: str, tmp_path: Path
) -> None:
    write(package, tmp_path, "de", 'title = "Inseln"\n[rules]\none = "Ä"\n')
    assert read_rules(package, "one", "en", is_easy=True) == "Easy A\n"
    assert read_rules(package, "one", "de", is_easy=True) == "Ä\n"
    assert read_rules(package, "wide-1", "en", is_easy=True) == "W at most one\n"


def test_a_rule_without_text_is_refused(package: str) -> None:
    with pytest.raises(ConfigError, match=r"texts\.en\.toml: expected rules\.two, found one, wide"):
        read_rules(package, "two", "en")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title = ", "expected TOML, found Invalid value (at end of document)"),
        ('title = "A"\nrule = 1', "found rule = 1"),
        ("[rules]\none = 'A'", "found title = None"),
        ('title = "A"\nrules = "A"', "found rules = 'A'"),
    ],
)
def test_wrong_texts_are_refused(package: str, tmp_path: Path, text: str, message: str) -> None:
    write(package, tmp_path, "en", text)
    with pytest.raises(ConfigError, match=re.escape(message)) as caught:
        read_texts(package, "en")
    assert str(tmp_path / package / "texts.en.toml") in str(caught.value)


@pytest.mark.parametrize("kind_id", kind_ids())
@pytest.mark.parametrize("language", list_languages())
def test_our_kinds_have_all_texts_in_all_languages(kind_id: str, language: str) -> None:
    kind = get_kind(kind_id)
    texts = read_texts(kind.package, language)
    english = read_texts(kind.package, "en")
    assert has_texts(kind.package, language)
    assert {name: [*table] for name, table in texts.items() if name != "title"} == {
        name: [*table] for name, table in english.items() if name != "title"
    }
    titles = [kind.title_in(language, rule) for rule in kind.rules]
    assert len(set(titles)) == len(titles)
    for rule in kind.rules:
        easy = kind.rules_text(rule, language, is_easy=True)
        assert easy != kind.rules_text(rule, language)
        assert language == "en" or easy != kind.rules_text(rule, "en", is_easy=True)


NUMBERS = re.compile(r"number(?!link)|zahl(?!en(?:pfad|paar))|nombre|chiffre", re.IGNORECASE)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("symbols", ["letters", "dots", "icons"])
def test_no_text_speaks_of_numbers_where_ends_of_lines_have_none(
    symbols: Symbols, language: str
) -> None:
    """For every kind whose ends can be named otherwise: rules, rules for children, reasons, key."""
    tried = 0
    for kind in map(get_kind, kind_ids()):
        if symbols not in kind.symbols:
            continue
        texts = [
            kind.rules_text(rule, language, symbols, easy)
            for rule in kind.rules
            for easy in (False, True)
        ]
        if kind.deductions is not None:
            reasons = kind.deductions.reasons(language, None).values()
            texts += [kind.with_symbols(reason, symbols, language) for reason in reasons]
        key = read_difficulty(kind.package, language).values()
        texts += [kind.with_symbols(text, symbols, language) for text in key]
        assert [text for text in texts if NUMBERS.search(text)] == []
        assert kind.rules_text(kind.rules[0], language) != texts[0]
        tried += 1
    assert tried


@pytest.mark.parametrize("kind_id", ["kit/telling", *kind_ids()])
def test_every_language_has_its_own_text_for_each_reason(kind_id: str) -> None:
    found = set()
    for language in list_languages():
        file = ROOT / "pipeline" / "kinds" / kind_id / f"texts.{language}.toml"
        texts = tomllib.loads(file.read_text("utf-8"))
        found.add(frozenset(texts.get("reasons", {})))
    assert len(found) == 1


@pytest.mark.parametrize(
    ("language", "symbols", "key", "text"),
    [
        ("de", "digits", "overlap-box-off", "das Zeichen {digit} ihres Blocks muss in {at} stehen"),
        ("de", "digits", "cell-on", "für dieses Feld bleibt kein anderes Zeichen"),
        ("en", "digits", "cell-on", "no other number or letter is left for this cell"),
        ("fr", "digits", "cell-on", "il ne reste aucun autre chiffre ni aucune autre lettre"),
        ("fr", "letters", "hard", "lettres bloquées dans un bloc"),
        ("fr", "icons", "hard", "images bloquées dans un bloc"),
    ],
)
def test_words_for_symbols_agree(language: str, symbols: Symbols, key: str, text: str) -> None:
    package = get_kind("sudoku").package
    texts = {**read_reasons(package, language), **read_difficulty(package, language)}
    assert text in rename_symbols(package, texts[key], symbols, language)
