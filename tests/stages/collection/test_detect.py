"""The kind and form of a text: by its looks, by what reads it, by what gets furthest."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.model import ConfigError, PuzzleFormatError
from pipeline.stages.collection.detect import choose_form, detect_forms
from pipeline.stages.collection.export import export_text
from pipeline.stages.collection.importer import import_records

TEXTS = {
    "1..\n.2.\n21.\n": ("numberlink", "bare"),
    "3 3\n1..\n.2.\n21.\n": ("numberlink", "grid-stream"),
    "1 0 0\n0 2 0\n2 1 0\n": ("numberlink", "zero"),
    "https://puzz.link/p?numlin/3/3/1i2g21g\n": ("numberlink", "puzz.link"),
    "pzprv3/arukone/1/2/passallcell/A A /1 /": ("numberlink", "pzprv3"),
    "2.3\n...\n..1\n": ("hashi", "map"),
    "2=3\n  |\n  1\n": ("hashi", "map"),
    "3 3 3\n2 0 3\n0 0 0\n0 0 1\n": ("hashi", "has"),
    "1 4 2\n1 0 0 1\n": ("hashi", "has"),
    "https://puzz.link/p?hashi/3/3/2g3k1\n": ("hashi", "puzz.link"),
    "pzprv3/hashikake/1/3/1 . 1 /1 1 /": ("hashi", "pzprv3"),
    "3x3m2:2a3e1\n": ("hashi", "tatham"),
    "begin\npuzzle hashi\nproblem\n1 - 1\nend\n": ("hashi", "janko"),
}


@pytest.mark.parametrize("text", TEXTS)
def test_each_text_finds_its_kind_and_form(text: str, tmp_path: Path) -> None:
    kind, form = choose_form(detect_forms(text), text, None, {}).form
    assert (kind.id, form.name) == TEXTS[text]
    source = tmp_path / "puzzles.txt"
    source.write_text(text, encoding="utf-8")
    for name in (None, form.name):
        (record,) = import_records(str(source), name)
        assert record.kind == kind.id
    assert export_text([record], form.name)


def test_what_reads_as_both_is_of_the_first_kind_unless_the_rule_tells() -> None:
    text = "2..2\n1..1\n"
    forms = detect_forms(text)
    assert list(dict.fromkeys(kind.id for kind, _ in forms)) == ["numberlink", "hashi"]
    for rule, settings, expected in (
        (None, {}, "numberlink"),
        ("cover", {}, "numberlink"),
        ("free-2", {}, "hashi"),
        (None, {"max_bridges": "3"}, "hashi"),
    ):
        assert choose_form(forms, text, rule, settings).form[0].id == expected


def test_the_form_that_gets_furthest_tells_what_is_wrong() -> None:
    text = "1 3 2\n9 0 1\n"
    kind, form = choose_form(detect_forms(text), text, None, {}).form
    assert (kind.id, form.name) == ("hashi", "has")


def test_a_text_that_no_form_reads_hears_of_one_kind_only(tmp_path: Path) -> None:
    source = tmp_path / "puzzle.txt"
    source.write_text("5.1\n", encoding="utf-8")
    with pytest.raises(PuzzleFormatError) as caught:
        list(import_records(str(source)))
    assert str(caught.value) == (
        f"{source}:1: expected each label exactly twice, found '5' once (line 1); check the grid "
        "for a slip"
    )


def test_a_rule_that_nobody_has_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "puzzle.txt"
    source.write_text("2..2\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="unknown rule 'fast'"):
        list(import_records(str(source), None, "fast"))
