"""Clues outside of single cells are read back from a page, and spoilt ones are noticed."""

from dataclasses import replace
from typing import Any

import pytest

from pipeline.kinds.kit.looks.drawing import draw
from pipeline.kinds.kit.looks.reading import Reader
from pipeline.scene import Align, Ink, Label, Line, Mark, Role, Scene
from tests.kinds.kit.looks.samples import KINDS, random_board
from tests.kinds.test_read_board import is_content, printed
from tests.known import as_a, the
from tests.slices import cases

STYLES = ((4.2, "mono"), (7.0, "mono"), (9.3, "dashed"), (12.0, "colour"))


@pytest.mark.part(3)
@pytest.mark.parametrize(("sort", "style"), cases(KINDS, STYLES))
def test_boards_are_read_as_they_were_drawn(sort: str, style: tuple[float, str]) -> None:
    cell_mm, theme = style
    looks, boards = KINDS[sort]
    made = [random_board(sort, seed) for seed in range(8)]
    scenes = [
        draw(looks, boards, clues, shown, cell_mm)
        for clues, solution in made
        for shown in (None, solution)
    ]
    pages = printed(scenes, theme)
    for k, (clues, solution) in enumerate(made):
        puzzle, solved = (
            Reader(looks, boards).read_board(page.upright, None)
            for page in pages[2 * k : 2 * k + 2]
        )
        assert [(one.fault, one.clues, one.solution) for one in puzzle] == [("", clues, None)]
        assert [(one.fault, one.clues, one.solution) for one in solved] == [("", clues, solution)]


@pytest.mark.part(3)
@pytest.mark.parametrize("sort", cases(KINDS))
def test_no_mark_can_be_lost_unseen(sort: str) -> None:
    looks, boards = KINDS[sort]
    scene = draw(looks, boards, *random_board(sort, 1), 9.0)
    read = Reader(looks, boards).read_board
    kept = [k for k, mark in enumerate(scene.marks) if is_content(mark)]
    spoilt = [replace(scene, marks=(*scene.marks[:k], *scene.marks[k + 1 :])) for k in kept]
    whole, *pages = printed([scene, *spoilt])
    for k, page in zip(kept, pages, strict=True):
        assert read(page.upright, None) != read(whole.upright, None), scene.marks[k]


def test_a_changed_total_is_read_and_an_open_outline_is_a_fault() -> None:
    looks, boards = KINDS["cages"]
    clues, _ = random_board("cages", 1)
    scene = draw(looks, boards, clues, None, 9.0)
    totals = [
        k for k, m in enumerate(scene.marks) if isinstance(m, Label) and m.align is Align.LEFT
    ]
    dashes = [k for k, m in enumerate(scene.marks) if isinstance(m, Line) and m.dash_mm]

    def read_with(place: int, *marks: Mark) -> tuple[str, Any]:
        spoilt = Scene(
            scene.width_mm,
            scene.height_mm,
            (*scene.marks[:place], *marks, *scene.marks[place + 1 :]),
        )
        (page,) = printed([spoilt])
        (found,) = Reader(looks, boards).read_board(page.upright, None)
        return found.fault, found.clues

    other = replace(as_a(Label, scene.marks[totals[0]]), text="99")
    fault, found = read_with(totals[0], other)
    assert not fault
    assert [
        a.numbers for a, b in zip(found.other_clues, clues.other_clues, strict=True) if a != b
    ] == [(99,)]
    assert "the outline of a cage is not complete" in read_with(dashes[0])[0]
    assert "has the total 4x4" in read_with(totals[0], replace(other, text="4x4"))[0]


@pytest.mark.parametrize("sort", ["runs", "around"])
def test_titles_and_other_boards_are_no_numbers_outside(sort: str) -> None:
    looks, boards = KINDS[sort]
    made = [random_board(sort, seed)[0] for seed in (2, 3)]
    left, right = (draw(looks, boards, clues, None, 9.0) for clues in made)
    away = left.width_mm + 4.0
    titles = [
        Label(text, (x, -3.0), 6.0, Ink(Role.TEXT)) for text, x in (("7", 20), ("8", away + 20))
    ]
    sheet = Scene(away + right.width_mm, max(left.height_mm, right.height_mm), left.marks)
    (page,) = printed([sheet.over([*right.moved(away, 0).marks, *titles])])
    found = Reader(looks, boards).read_board(page.upright, None)
    assert sorted(the(one.clues).other_clues for one in found) == sorted(
        clues.other_clues for clues in made
    )
