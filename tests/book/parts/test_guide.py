from __future__ import annotations

import dataclasses

import pytest

from pipeline.book import BookSection, PageRole, lay_out
from pipeline.kinds import get_kind
from pipeline.model import Band
from pipeline.scene import Label, Polyline, Role
from tests.book.sample import make_options, make_section


def section() -> BookSection:
    return make_section("All", [(6, 6)] * 3, Band.MEDIUM)


def test_rules_are_those_that_were_proved() -> None:
    book = lay_out(make_options(), [section()])
    marks = [
        mark for page in book.pages if page.role is PageRole.HOWTO for mark in page.scene.marks
    ]
    text = " ".join(mark.text for mark in marks if isinstance(mark, Label)).split()
    rules = get_kind("numberlink").rules_text("free", "en").replace("’", "'").split()
    assert [word for word in rules if word not in text] == []


def test_worked_example_is_drawn_unsolved_and_solved() -> None:
    book = lay_out(make_options(), [section()])
    page = next(page for page in book.pages if page.role is PageRole.HOWTO)
    frames = [
        mark
        for mark in page.scene.marks
        if isinstance(mark, Polyline) and mark.ink.role is Role.FRAME
    ]
    paths = [
        mark
        for mark in page.scene.marks
        if isinstance(mark, Polyline) and mark.ink.role is Role.PATH
    ]
    assert len(frames) == 2
    assert paths
    middle = min(point[0] for point in frames[1].points)
    assert all(point[0] > middle for path in paths for point in path.points)


def test_key_says_which_puzzles_are_in_each_band() -> None:
    book = lay_out(make_options(), [section()])
    page = next(page for page in book.pages if page.role is PageRole.DIFFICULTY)
    texts = [mark.text for mark in page.scene.marks if isinstance(mark, Label)]
    assert texts[texts.index("Medium") + 1] == "Puzzles 1–3"
    assert texts[texts.index("Expert") + 1] == "None in this book."


@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_rules_and_example_share_a_small_page(language: str) -> None:
    """Lists are set without white space where that brings the example beside its rules."""
    record = make_section("All", [(6, 6)]).records[0]
    strict = record.with_(
        puzzle={**record.puzzle, "rule": "no-touch"},
        verdict=dataclasses.replace(record.verdict, rule="no-touch"),
    )
    section = BookSection(title="All", kind="numberlink", rule="no-touch", records=(strict,))
    book = lay_out(make_options(trim="a5", language=language), [section])
    assert [page.role for page in book.pages].count(PageRole.HOWTO) == 1
