"""Who hears a board or an answer can draw it: the words name every clue, line and bridge."""

import re
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from pipeline.edition.answer_words import describe_answer
from pipeline.edition.board_words import board_notes, clue_rows, describe_board
from pipeline.edition.language import list_languages
from pipeline.kinds import get_kind, kind_ids, kit, load_examples
from pipeline.kinds.kit.board.clues import BETWEEN, Clue
from pipeline.kinds.kit.looks.said import aloud_of

EXAMPLES = [
    (kind_id, number, example)
    for kind_id in kind_ids()
    for number, example in enumerate(load_examples(get_kind(kind_id))["solved"])
]
LINES = [
    one for one in EXAMPLES if {"paths", "edges", "borders", "bridges"} & set(one[2]["solution"])
]
SIGNS = re.compile(r"[#*+|_←↑→↓]|(?<!\w)[.xo](?!\w)|\{")
WAYS = {"left": "left", "top": "up", "right": "right", "bottom": "down"}


def drawn(words: str, cols: int) -> dict[tuple[int, int], int]:
    """Return how many lines the words draw between cells, or corners, of a board so wide."""
    found: dict[tuple[int, int], int] = {}
    for way in words.split("; "):
        row, col = map(int, re.search(r"row (\d+), column (\d+)", way).groups())  # type: ignore[union-attr]
        here = (row - 1) * cols + col - 1
        for count, name in re.findall(r"(\d+) (left|up|right|down)", way):
            for _ in range(int(count)):
                after = here + {"left": -1, "up": -cols, "right": 1, "down": cols}[name]
                pair = (min(here, after), max(here, after))
                found[pair] = found.get(pair, 0) + 1
                here = after
    return found


@pytest.mark.parametrize(("kind_id", "number", "example"), LINES, ids=lambda one: str(one)[:12])
def test_the_words_say_every_line(kind_id: str, number: int, example: dict) -> None:  # type: ignore[type-arg]
    kind = get_kind(kind_id)
    clues = kind.decode(example["puzzle"])
    solution = kind.decode_solution(clues, example["solution"])
    words = describe_answer(kind, clues, solution)
    answer, cols = example["solution"], clues.cols
    if "bridges" in answer:
        assert said_bridges(words, cols) == [
            (a, b // cols == a // cols, n) for a, b, n in answer["bridges"]
        ]
        return
    if "paths" in answer:
        pairs = [pair for path in answer["paths"] for pair in pairwise(path)]
    elif "Area 1: " in words:
        assert sorted(said_cells(words, cols)) == [*range(cols * clues.rows)]
        return
    else:
        pairs = answer.get("edges") or answer["borders"]
        cols += "borders" in answer
    lines = words.partition(". ")[0]
    assert drawn(lines, cols) == {(min(pair), max(pair)): 1 for pair in pairs}


def said_cells(words: str, cols: int) -> list[int]:
    """Return the cells that a text names, in its order."""

    def numbers(text: str) -> list[int]:
        ranges = [one.split(" to ") for one in text.split(", ")]
        return [n for one in ranges for n in range(int(one[0]), int(one[-1]) + 1)]

    pattern = r"rows? ([\d, to]+), columns? (\d+(?: to \d+)?(?:, \d+(?: to \d+)?)*)"
    return [
        (row - 1) * cols + col - 1
        for rows, columns in re.findall(pattern, words)
        for row in numbers(rows)
        for col in numbers(columns)
    ]


@pytest.mark.parametrize(("kind_id", "number", "example"), EXAMPLES, ids=lambda one: str(one)[:12])
def test_every_clue_has_its_place_and_no_cell_is_a_sign(
    kind_id: str,
    number: int,
    example: dict,  # type: ignore[type-arg]
) -> None:
    kind, puzzle, answer = get_kind(kind_id), example["puzzle"], example["solution"]
    clues = kind.decode(puzzle)
    solution = kind.decode_solution(clues, answer)
    words = describe_board(kind, clues)
    cells = [clue for row in clue_rows(kind, clues) for clue in row]
    rows = [part for part in words.split(". ") if re.match(r"Row \d+: ", part)]
    assert sum(part.count(",") + 1 for part in rows) == sum(map(bool, cells))
    notes, cols = board_notes(kind, clues, "en"), clues.cols
    for cage in puzzle.get("cages", ()):
        assert any(said_cells(note, cols) == sorted(cage["cells"]) for note in notes)
    if notes and notes[0].startswith("Area"):
        areas = [note for note in notes if note.startswith("Area")]
        assert sorted(said_cells(" ".join(areas), cols)) == [*range(cols * clues.rows)]
    for side in ("left", "right", "top", "bottom"):
        numbers = [str(n) for line in puzzle.get(side, ()) for n in line]
        assert not numbers or any(re.findall(r"\d+", note) == numbers for note in notes)
    assert len([n for n in notes if n.startswith(("Row", "A wall", "The sign"))]) == len(
        puzzle.get("between", ())
    )
    if "cells" in answer and "Row 1: " not in describe_answer(kind, clues, solution):
        said = describe_answer(kind, clues, solution).rpartition(". ")[2]
        assert said_cells(said, cols) == answer["cells"]
    arrows = [word for word in cells if "arrow" in word]
    assert arrows == [f"{n} with an arrow {WAYS[to]}" for _, n, to in puzzle.get("arrows", ())]
    for code in ("en", "de", "fr"):
        for text in (
            describe_board(kind, clues, code),
            describe_answer(kind, clues, solution, code),
        ):
            assert not SIGNS.search(text), text
            if code != "en":
                assert not re.search(r"\b([Rr]ow|column|left|right|up|down|from|cells)\b", text)


def said_bridges(words: str, cols: int) -> list[tuple[int, bool, int]]:
    """Return island, whether to the right, and number of each bridge in the answer."""
    found = []
    for island in words.split("; "):
        place, _, bridges = island.partition(": ")
        row, col = map(int, re.findall(r"\d+", place))
        for number, name in re.findall(r"(\d) (right|down)", bridges):
            found.append(((row - 1) * cols + col - 1, name == "right", int(number)))
    return found


def test_a_way_of_numbers_begins_at_the_first_and_ends_bear_their_letters() -> None:
    kind = get_kind("zip")
    example = load_examples(kind)["solved"][0]
    clues = kind.decode(example["puzzle"])
    words = describe_answer(kind, clues, kind.decode_solution(clues, example["solution"]))
    row, col = map(int, re.findall(r"\d+", words)[:2])
    assert example["puzzle"]["clues"][row - 1][col - 1] == 1
    lines = get_kind("numberlink")
    example = load_examples(lines)["solved"][0]
    clues = lines.decode(example["puzzle"])
    words = describe_answer(
        lines, clues, lines.decode_solution(clues, example["solution"]), "en", "letters"
    )
    assert [way[:2] for way in words.split("; ")][:2] == ["A ", "B "]


@pytest.mark.parametrize("language", list_languages())
@pytest.mark.parametrize("sign", ["<", ">", "=", "x", "|", "o", "→"])
def test_every_sign_between_cells_has_words(sign: str, language: str) -> None:
    clues = [Clue(BETWEEN, (0, 1), (), sign)]
    boards = kit.Boards(family="numbers", clue_sorts=(kit.Between((sign,)),))
    board = boards.make_clues(1, 2, (0, 0), other_clues=clues)
    kind: Any = SimpleNamespace(encode=boards.encode, aloud=aloud_of(boards.clue_sorts))
    (note,) = board_notes(kind, board, language)
    assert note.count("1") == 3  # one row, two columns of which one is the second
    assert "2" in note
    assert sign in note or sign in "<>=x|"


@pytest.mark.parametrize("language", list_languages())
def test_every_operation_of_a_cage_is_named(language: str) -> None:
    kind = get_kind("calcudoku")
    (cages,) = kind.declared.boards.clue_sorts
    said = set()
    for sign in cages.operations:
        clue = Clue("cage", (0, 1), (2,), sign)
        board = kind.declared.boards.make_clues(4, 4, [0] * 16, other_clues=(clue,))
        (note,) = board_notes(kind, board, language)
        said.add(note)
    assert len(said) == len(cages.operations) == 4
