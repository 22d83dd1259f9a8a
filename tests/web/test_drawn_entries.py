"""What the player draws of what a reader enters: notes, what is held, counts of what is left."""

from itertools import pairwise

import pytest

from tests.web.test_drawing import Board, engine, marks, record_of


@pytest.mark.parametrize("name", ["sudoku", "killer", "sample of killer"])
def test_notes_have_places_of_their_own_within_the_cell(name: str) -> None:
    record = record_of(name)
    values = engine().call("begin", record)
    size = len(values) // 3
    cell = next(at for at in range(size) if not values[at])
    digits = max(one for *_, one in marks(record))
    values[size + cell] = sum(1 << k for k in range(1, digits + 1))
    board = Board(record, values)
    notes = [part for part in board.parts if part["tag"] == "tspan"]
    assert [part["text"] for part in notes] == [str(k) for k in range(1, digits + 1)]
    places = [(round(float(part["y"]), 6), round(float(part["x"]), 6)) for part in notes]
    assert places == sorted({*places})
    rows, cols = {y for y, _ in places}, {x for _, x in places}
    assert len(cols) == (2 if digits == 4 else 3)
    top = 0.3 if board.puzzle.get("cages") else 0.08
    left, above = cell % board.cols, cell // board.cols
    assert (min(cols) + max(cols)) / 2 == pytest.approx(left + 0.5)
    assert (min(rows) + max(rows)) / 2 == pytest.approx(above + (top + 0.92) / 2)
    for lines in (sorted(rows), sorted(cols)):
        gaps = [b - a for a, b in pairwise(lines)]
        assert gaps == pytest.approx([gaps[0]] * len(gaps))
        assert gaps[0] > 0.15
    values[cell] = 1
    filled = Board(record, values)
    assert not [part for part in filled.parts if part["tag"] == "tspan"]
    x, y = filled.centre(cell)
    below = 0.09 if board.puzzle.get("cages") else 0
    (own,) = [
        part for part in filled.of("own") if (part["x"], part["y"]) == (str(x), str(y + below))
    ]
    assert own["text"] == "1"


@pytest.mark.parametrize(("first", "last"), [(0, 0), (1, 6), (6, 1), (8, 3)])
def test_what_is_held_is_framed_and_counted(first: int, last: int) -> None:
    record = record_of("shikaku")
    cols = record["puzzle"]["cols"]
    held = {"cell": last, "first": first, "isRectangle": True, "paint": None}
    board = Board(record, None, held)
    rows, columns = sorted((first // cols, last // cols)), sorted((first % cols, last % cols))
    width, height = columns[1] - columns[0] + 1, rows[1] - rows[0] + 1
    assert board.squares("tip") == {
        row * cols + col
        for row in range(rows[0], rows[1] + 1) for col in range(columns[0], columns[1] + 1)
    }  # fmt: skip
    (size,) = board.of("area")
    assert size["text"] == str(width * height)
    assert (float(size["x"]), float(size["y"])) == (columns[0] + width / 2, rows[0] + height / 2)
    assert Board(record, None, {"cell": last}).squares("tip") == {last}
    many = {"cell": last, "cells": [*{first, last}]}
    assert Board(record, None, many).squares("tip") == {first, last}
    (size,) = Board(record, None, {"cell": last, "paint": 1, "length": 3}).of("area")
    assert (size["text"], float(size["y"])) == ("3", last // cols - 0.5)
    for hold in (None, {"cell": last, "paint": 1}):
        (tip,) = Board(record, None, hold).of("tip")
        assert "hidden" in tip


@pytest.mark.parametrize("count", [1, 3, 4])
def test_notes_in_the_centre_stay_free_of_those_in_the_corners(count: int) -> None:
    record = record_of("sudoku")
    values = engine().call("begin", record)
    size = len(values) // 3
    cell = next(at for at in range(size) if not values[at])
    mask = sum(1 << k for k in range(1, count + 1))
    values[size + cell] = values[2 * size + cell] = mask
    board = Board(record, values)
    *corners, centre = [part for part in board.parts if part["tag"] == "tspan"]
    assert centre["text"] == "".join(part["text"] for part in corners) == "1234"[:count]
    left, above = cell % board.cols, cell // board.cols
    places = [(float(part["x"]) - left, float(part["y"]) - above) for part in (*corners, centre)]
    assert places.pop() == pytest.approx((0.5, 0.5))
    sides = [(x < 0.5, y < 0.5) for x, y in places]
    assert sides == [(True, True), (False, True), (False, False), (True, False)][:count]


def test_symbols_still_to_be_written_are_counted_beside_each_line() -> None:
    record = record_of("binairo")
    values = engine().call("begin", record)
    open_cell = next(at for at, value in enumerate(values) if not value)

    def counted(values: list[int]) -> list[int]:
        return [int(part["text"]) for part in Board(record, values).parts
                if part["class"].startswith("quota")][:-2]  # fmt: skip

    before = counted(values)
    side = record["puzzle"]["cols"]
    rows = [values[at : at + side] for at in range(0, side * side, side)]
    lines = [*zip(*rows, strict=True), *rows]
    assert before == [side // 2 - line.count(value) for line in lines for value in (2, 1)]
    values[open_cell] = 1
    changed = [at for at, (a, b) in enumerate(zip(before, counted(values), strict=True)) if a != b]
    assert changed == [2 * (open_cell % side) + 1, 2 * (side + open_cell // side) + 1]
