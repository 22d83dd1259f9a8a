"""Boards by keyboard and by what is announced alone, read from the accessibility tree."""

from typing import Any

import pytest

from tests.browser.conftest import puzzles, solved_puzzles
from tests.browser.table import Table
from tests.browser.test_kinds import DESKTOP, solve_by_keys
from tests.slices import cases

SHADED = {
    "akari": "lamp", "hitori": "shaded", "nurikabe": "sea", "heyawake": "shaded",
    "starbattle": "star", "tents": "tent",
}  # fmt: skip
LINES = ("slitherlink", "masyu")


def heard(page: Table) -> list[list[str]]:
    """Return what each cell says, in parts, as assistive technology gets it."""
    session = page.page.context.new_cdp_session(page.page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    cells = [node for node in nodes if node.get("role", {}).get("value") == "gridcell"]
    return [node["name"]["value"].split(", ") for node in cells]


def clue_of(kind: str, parts: list[str]) -> int:
    """Return the clue that a cell says, as records have it."""
    numbers = [int(word) for word in " ".join(parts[:2]).split() if word.isdigit()]
    if kind == "akari":
        return -1 if parts[0] != "wall" else next((int(p) for p in parts[1:2] if p.isdigit()), -2)
    if kind == "masyu":
        return {"white pearl": 1, "black pearl": 2}.get(parts[0], 0)
    if kind == "tents":
        return int(parts[0] == "tree")
    if kind == "sudoku":
        return numbers[0] if "given" in parts else 0
    empty = -1 if kind in ("slitherlink", "heyawake") else 0
    is_clue = parts[0].isdigit() or parts[0].startswith("island of")
    return numbers[0] if is_clue else empty


def sides_of(parts: list[str]) -> set[str]:
    """Return the sides of a cell that are drawn."""
    sides: set[str] = set()
    is_drawn = False
    for part in parts:
        for word in part.split():
            is_drawn = {"drawn": True, "crossed": False}.get(word, is_drawn)
            if is_drawn and word in ("top", "bottom", "left", "right"):
                sides.add(word)
    return sides


@pytest.mark.part(3)
@pytest.mark.parametrize("kind", cases([*SHADED, *LINES, "sudoku"], part=2))
def test_clues_are_heard_before_and_the_answer_after(table: Any, kind: str) -> None:
    page = table(kind, **DESKTOP)
    record, answer = puzzles()[kind], solved_puzzles()[kind][1]
    clues = [clue for row in record["puzzle"]["clues"] for clue in row]
    assert [clue_of(kind, parts) for parts in heard(page)] == clues
    solve_by_keys(page, kind)
    page.wait("el.session.isSolved")
    page.page.wait_for_timeout(100)
    cells = heard(page)
    assert not any("mistake" in parts for parts in cells)
    if kind in SHADED:
        assert [at for at, parts in enumerate(cells) if SHADED[kind] in parts] == answer["cells"]
    elif kind == "sudoku":
        numbers = [number for row in answer["numbers"] for number in row]
        assert [int(parts[0]) for parts in cells] == numbers
        assert [parts[-1].split()[0] for parts in cells] == ["box"] * len(cells)
    else:
        drawn = sum(len(sides_of(parts)) for parts in cells)
        count = len(answer.get("borders", answer.get("edges")))
        edge = sum(
            side in sides_of(parts)
            for at, parts in enumerate(cells)
            for side, is_edge in (
                ("top", at < page.cols), ("bottom", at >= len(cells) - page.cols),
                ("left", at % page.cols == 0), ("right", at % page.cols == page.cols - 1),
            )
            if is_edge
        )  # fmt: skip
        assert drawn == 2 * count - edge, "each line is heard from both sides of it"


def test_mistakes_lit_cells_and_complete_islands_are_heard(table: Any) -> None:
    page = table("akari", **DESKTOP)
    page.click(6)
    page.click(9)
    page.page.wait_for_timeout(100)
    cells = heard(page)
    assert "mistake" in cells[6]
    assert "lit" in cells[7]
