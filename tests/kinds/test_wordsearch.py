"""Words that can be read once, none that is blocked, and a message in the letters left over."""

import random
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from pipeline.config.params import read_params
from pipeline.kinds import get_kind
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.wordsearch.readings import readings_of
from pipeline.kinds.wordsearch.settings import THEMES, fold, read_words, words_of_theme
from pipeline.model import ConfigError, PuzzleFormatError
from tests.refusals import refused

KIND = get_kind("wordsearch")
FORM = KIND.formats[0]
STEPS = [way for way in product((-1, 0, 1), repeat=2) if way != (0, 0)]
BANDS = ("easy", "medium", "hard", "expert")
BLOCKED = "ox\nape\nrat\ntar\n"


def read_all(rows: list[str], word: str) -> list[tuple[int, int, int, int]]:
    """Return the first cell and the direction of each reading, letter by letter."""
    found = []
    for row, col in product(range(len(rows)), range(len(rows[0]))):
        for down, right in STEPS:
            places = [(row + k * down, col + k * right) for k in range(len(word))]
            is_inside = all(0 <= y < len(rows) and 0 <= x < len(rows[0]) for y, x in places)
            if is_inside and all(rows[y][x] == a for (y, x), a in zip(places, word, strict=True)):
                found.append((row, col, down, right))
    return found


def rows_of(board: Board) -> list[str]:
    letters = "".join(chr(64 + value) for value in board.values)
    return [letters[at : at + board.cols] for at in range(0, len(letters), board.cols)]


def words_of(board: Board) -> list[str]:
    return [clue.sign for clue in board.other_clues if clue.sort == "word"]


def make(seed: int, rows: int = 10, cols: int = 10, **settings: str) -> Any:
    return KIND.generate(KIND.parse_params(rows, cols, None, settings), seed)


def board_of(text: str) -> Board:
    clues: Board = next(FORM.read(text, None)).clues
    return clues


@pytest.mark.parametrize(("size", "band"), [*product([(5, 5), (9, 14), (15, 15)], (None, *BANDS))])
def test_each_word_is_read_once_and_no_blocked_word_at_all(
    size: tuple[int, int], band: str | None
) -> None:
    settings = {} if band is None else {"band": band}
    for seed in range(3):
        made = make(seed, size[0], size[1], blocked=BLOCKED, **settings)
        rows, words = rows_of(made.clues), words_of(made.clues)
        assert words == sorted({*words})
        for word in words:
            assert len(read_all(rows, word)) == 1
        assert not any(read_all(rows, word) for word in BLOCKED.upper().split())
        assert KIND.check(made.clues, made.solution) == ()
        assert len(made.solution.items) == len(words)


WAYS = {
    "easy": {(0, 1), (1, 0)},
    "medium": {(0, 1), (1, 0), (1, 1), (-1, 1)},
    "hard": {*STEPS},
    "expert": {*STEPS} - {(0, 1), (1, 0)},
}


@pytest.mark.parametrize("band", BANDS)
def test_the_band_of_a_board_follows_from_the_directions_of_its_words(band: str) -> None:
    seen = set()
    for seed in range(4):
        made = make(seed, 15, 15, band=band)
        assert KIND.grade(made.clues, made.solution).band == band
        rows = rows_of(made.clues)
        seen |= {reading[2:] for word in words_of(made.clues) for reading in read_all(rows, word)}
    assert seen == WAYS[band]


def test_large_boards_have_many_words_and_are_proved() -> None:
    words = "\n".join(
        {"".join(random.Random(k).choices("abcdefghiklmnoprstuvw", k=7)) for k in range(150)}
    )
    made = make(1, 40, 40, words=words, word_count="90", band="hard")
    assert len(words_of(made.clues)) == 90
    assert KIND.uniqueness is not None
    assert KIND.uniqueness.prove(made.clues, None, KIND.budget).status == "unique"


@pytest.mark.parametrize("solver", KIND.solvers)
def test_solvers_find_the_readings_of_a_naive_search(solver: str) -> None:
    rng, numbers = random.Random(4), set()
    for _ in range(60):
        letters = [rng.choice("ABC") for _ in range(12)]
        rows = ["".join(letters[k : k + 4]) for k in range(0, 12, 4)]
        words = {"".join(rng.choices("ABC", k=3)) for _ in range(2)}
        if any(a != b and (a in b or a[::-1] in b) for a, b in product(words, repeat=2)):
            continue
        text = "\n".join(" ".join(row) for row in rows)
        board = board_of(text + "\n\n" + "\n".join(sorted(words)))
        ways = 1
        for word in words:
            strokes = {
                frozenset([(y, x), (y + 2 * down, x + 2 * right)])
                for y, x, down, right in read_all(rows, word)
            }
            ways *= len(strokes)
        found = KIND.solve(board, 50, KIND.budget, solver)
        assert found.is_complete
        assert len(found.solutions) == min(ways, 50)
        assert all(KIND.check(board, one) == () for one in found.solutions)
        numbers.add(min(ways, 2))
    assert numbers == {0, 1, 2}


def test_readings_are_those_of_a_naive_search() -> None:
    rng = random.Random(7)
    for _ in range(80):
        rows, cols = rng.randrange(1, 6), rng.randrange(1, 6)
        letters = [rng.choice("AB") for _ in range(rows * cols)]
        text = ["".join(letters[k : k + cols]) for k in range(0, len(letters), cols)]
        word = "".join(rng.choices("AB", k=rng.randrange(2, 5)))
        naive = sorted(
            (y * cols + x, (y + (len(word) - 1) * down) * cols + x + (len(word) - 1) * right)
            for y, x, down, right in read_all(text, word)
        )
        found = readings_of(rows, cols, letters)
        assert sorted(found.at(word)) == naive
        assert found.places(word) == sorted({(min(pair), max(pair)) for pair in naive})


def test_a_message_is_what_the_letters_left_over_begin_with() -> None:
    made = make(3, 12, 12, message="Très bien, Zoë!")
    assert made.notes == {"message": "TRES BIEN ZOE"}
    assert KIND.encode(made.clues)["message"] == [4, 4, 3]
    taken = {cell for pair in made.solution.items for cell in made.clues.grid.stroke(*pair)}
    letters = "".join(rows_of(made.clues))
    left = "".join(letter for cell, letter in enumerate(letters) if cell not in taken)
    assert left.startswith("TRESBIENZOE")


@pytest.mark.parametrize(
    ("word", "folded"),
    [("Bär", "BAER"), ("BÄR", "BAER"), ("Ba\u0308r", "BAER"), ("Straße", "STRASSE"),
     ("l’œil", "LOEIL"), ("forêt", "FORET"), ("mañana", "MANANA"), ("ice cream", "ICECREAM"),
     ("Jean-Luc", "JEANLUC")],
)  # fmt: skip
def test_accents_are_folded(word: str, folded: str) -> None:
    assert fold(word) == folded


@pytest.mark.parametrize("theme", THEMES)
def test_the_words_that_come_with_the_program_are_words(theme: str) -> None:
    words = words_of_theme(theme)
    assert words == read_words("words", "\n".join(words))
    assert len(words) >= 50
    assert {*words_of(make(1, 12, 12, theme=theme).clues)} <= {*words}


@pytest.mark.parametrize(
    ("text", "what"),
    [("cat\nd0g\n", r"line 2: .*found 'd0g'"), ("cat\n# one\nCat\n", "line 3: .*CAT as in line 1"),
     ("cat\nno\n", "line 2: .*found 'no'"), ("# nothing\n", "found 0"),
     ("cat\nκύων\n", "line 2")],
)  # fmt: skip
def test_a_file_of_words_names_its_mistakes(text: str, what: str, tmp_path: Path) -> None:
    (tmp_path / "pets.txt").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=what) as caught:
        read_params(KIND, 10, 10, None, {"words": "pets.txt"}, tmp_path)
    assert str(caught.value).startswith("words=pets.txt: ")


@pytest.mark.parametrize(
    ("settings", "what"),
    [({"words": "cat\ndog\n", "word_count": "5"}, "expected 5 words"),
     ({"words": "crocodile\n"}, "expected 1 words of up to 5 letters"),
     ({"words": "cat\ncats\ncater\ndog", "word_count": "4"}, "none is a part of another"),
     ({"words": "grass\ncat", "blocked": "ass"}, "GRASS with ASS"),
     ({"message": "a" * 20}, "at most 10 letters"), ({"message": "ab " * 9}, "at most 17"),
     ({"message": "my ass", "blocked": "sam\nass"}, "without words of blocked"),
     ({"words": "cat", "theme": "tiere"}, "found both"), ({"theme": "plants"}, "theme")],
)  # fmt: skip
def test_what_fits_no_board_is_refused(settings: dict[str, str], what: str) -> None:
    with pytest.raises(ConfigError, match=what):
        KIND.parse_params(5, 5, None, settings)


def test_parts_of_words_are_left_out_where_many_words_are_wanted() -> None:
    words = "cat\ncats\ncatty\nart\nparty\nsat\nsatin\nsatire"
    for seed in range(12):
        found = words_of(make(seed, 8, 8, words=words, word_count="5", band="hard").clues)
        assert len(found) == 5
        assert not any(a != b and (a in b or a[::-1] in b) for a, b in product(found, repeat=2))
    few = {len(words_of(make(seed, 9, 9, words="cat\ncats\ncatty").clues)) for seed in range(12)}
    assert few == {2}


def test_equal_files_under_other_names_make_equal_boards(tmp_path: Path) -> None:
    boards = []
    for name in ("one.txt", "other.txt"):
        (tmp_path / name).write_text("cat\ndog\nfox\nowl\nbear\nlion\n", encoding="utf-8")
        params = read_params(KIND, 8, 8, None, {"words": name}, tmp_path)
        boards.append((KIND.describe_params(params), KIND.generate(params, 5)))
    assert boards[0] == boards[1]
    (tmp_path / "other.txt").write_text("cat\ndog\nfox\nowl\nbear\nlynx\n", encoding="utf-8")
    changed = KIND.describe_params(read_params(KIND, 8, 8, None, {"words": "other.txt"}, tmp_path))
    assert changed != boards[0][0]


@pytest.mark.parametrize(
    ("puzzle", "what"),
    [({"clues": [[1, 0]], "words": ["AB"]}, "row 1, column 2"),
     ({"clues": [[1, 27]], "words": ["AB"]}, "found 27"), ({"words": []}, "found none"),
     ({"words": ["ab"]}, "'ab'"), ({"words": ["ABC"]}, "'ABC'"), ({"words": [1]}, "found 1"),
     ({"words": ["AB", "BA"]}, "AB and BA"), ({"words": ["AB", "AB"]}, "two"),
     ({"message": [3]}, "2 letters"), ({"message": [0]}, "lengths"), ({"message": "x"}, "numbers")],
)  # fmt: skip
def test_a_record_that_is_no_puzzle_is_refused(puzzle: dict[str, Any], what: str) -> None:
    whole = {"rows": 1, "cols": 2, "clues": [[1, 2]], "words": ["AB"], **puzzle}
    with pytest.raises(PuzzleFormatError, match=what):
        KIND.decode(whole)


@pytest.mark.parametrize("pair", [[0, 0], [0, 5], [3, 9], [-1, 1], [0, "1"], [0], 4])
def test_a_stroke_is_straight_and_on_the_board(pair: Any) -> None:
    board = board_of("A B C\nD E F\nG H I\n\nABC")
    with refused(PuzzleFormatError):
        KIND.decode_solution(board, {"strokes": [pair]})


def test_what_is_marked_is_judged_by_definition() -> None:
    board = board_of("C A T\nA X A\nT U C\n\nCAT")
    codes = {
        ((0, 2), (0, 6)): ["twice"], (): ["not-found"], ((0, 2),): [],
        ((0, 2), (0, 4)): ["no-word"], ((3, 5),): ["no-word", "not-found"],
    }  # fmt: skip
    for strokes, expected in codes.items():
        found = KIND.check(board, Solution("strokes", strokes))
        assert [one.code for one in found] == expected


def test_texts_of_others_are_read() -> None:
    text = "# pets\nc a t\nX O D\nU D g\n\nCat, dog\n_ __\n\nA B\nC D\n\nAB CD\n"
    first, second = [one.clues for one in FORM.read(text, None)]
    assert (words_of(first), rows_of(first)) == (["CAT", "DOG"], ["CAT", "XOD", "UDG"])
    assert KIND.encode(first)["message"] == [1, 2]
    assert words_of(second) == ["AB", "CD"]
    for bad, line in (("A B\nC D\n", 2), ("AB\n", 1), ("A B\nC D E\n\nAB\n", 2), ("A é\n\nAB", 1)):
        with pytest.raises(PuzzleFormatError) as caught:
            [*FORM.read(bad, None)]
        assert caught.value.line == line
