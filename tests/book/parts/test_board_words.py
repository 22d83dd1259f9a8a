"""Who hears an answer can draw it: the words say every line and every bridge."""

import re
from itertools import pairwise

import pytest

from pipeline.book.parts.board_words import describe_answer
from pipeline.kinds import get_kind, kind_ids, load_examples

EXAMPLES = [
    (kind_id, number, example)
    for kind_id in kind_ids()
    for number, example in enumerate(load_examples(get_kind(kind_id))["solved"])
]
LINES = [
    one for one in EXAMPLES if {"paths", "edges", "borders", "bridges"} & set(one[2]["solution"])
]


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
    else:
        pairs = answer.get("edges") or answer["borders"]
        cols += "borders" in answer
    assert drawn(words, cols) == {(min(pair), max(pair)): 1 for pair in pairs}


def said_bridges(words: str, cols: int) -> list[tuple[int, bool, int]]:
    """Return island, whether to the right, and number of each bridge in the answer."""
    found = []
    for island in words.split("; "):
        place, _, bridges = island.partition(": ")
        row, col = map(int, re.findall(r"\d+", place))
        for number, name in re.findall(r"(\d) (right|down)", bridges):
            found.append(((row - 1) * cols + col - 1, name == "right", int(number)))
    return found


@pytest.mark.parametrize("language", ["de", "fr"])
def test_other_languages_have_words_of_their_own(language: str) -> None:
    for kind_id, _, example in LINES:
        kind = get_kind(kind_id)
        clues = kind.decode(example["puzzle"])
        words = describe_answer(
            kind, clues, kind.decode_solution(clues, example["solution"]), language
        )
        assert not re.search(r"\b(row|column|left|right|up|down|from)\b", words)


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
