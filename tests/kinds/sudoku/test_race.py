"""The minutes of Sudokus: the race by kernels and by sets, of every image, against people."""

import json
import os
from pathlib import Path

import numpy as np
import pytest

from pipeline.kernels.compiled import plain_python
from pipeline.kinds import get_kind
from pipeline.kinds.kit.board.board import Board
from pipeline.kinds.sudoku import race
from pipeline.kinds.sudoku.boards import BOARDS
from tests.naive import sudoku_race
from tools.benchmarks.calibrate import rank_correlation

SUDOKU = get_kind("sudoku")
EASY = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
NEARLY_FULL = "9.6.8..7..782..9.11257943685698124377846531292134796858.19.7..66925.871..57...89."
"""It needs a trial, which takes the naive program minutes on an empty board."""
SETTINGS = {
    "locked": ("band", "hard"),
    "trial": ("band", "expert"),
    "singles": ("hardest", "single"),
}


def made(setting: tuple[str, str]) -> Board:
    params = SUDOKU.parse_params(9, 9, None, dict([setting]))
    found = (SUDOKU.generate(params, seed).clues for seed in range(50))
    return next(clues for clues in found if clues is not None)


def board(text: str) -> Board:
    return BOARDS.make_clues(9, 9, [int(sign) for sign in text.replace(".", "0")], "boxes")


@pytest.mark.parametrize("name", SETTINGS)
def test_kernels_and_sets_of_candidates_race_alike(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(race, "ORDERS", 2)
    clues = board(NEARLY_FULL) if name == "trial" else made(SETTINGS[name])
    numbers = np.array(BOARDS.canonical_clues(clues).values).reshape(9, 9).tolist()
    expected = sum(sudoku_race.race_once(numbers, seed) for seed in range(2)) // 2
    assert race.race(clues) == expected


def test_plain_python_races_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(race, "ORDERS", 1)
    clues = board(EASY)
    expected = race.race(clues)
    with plain_python():
        assert race.race(clues) == expected


def test_every_image_takes_as_long() -> None:
    clues = made(SETTINGS["trial"])
    rows = np.array(clues.values).reshape(9, 9)
    turned = np.rot90(rows).ravel().tolist()
    renamed = np.where(rows, 10 - rows, 0).ravel().tolist()
    expected = SUDOKU.grade(clues, None).extra["minutes"]
    for image in (turned, renamed):
        assert (
            SUDOKU.grade(BOARDS.make_clues(9, 9, image, "boxes"), None).extra["minutes"] == expected
        )


def test_sudokus_of_which_no_times_are_known_have_no_minutes() -> None:
    for size, rule in ((6, "boxes"), (9, "diagonal")):
        params = SUDOKU.parse_params(size, size, rule, {})
        clues = SUDOKU.generate(params, 1).clues
        assert "minutes" not in SUDOKU.grade(clues, None).extra


def test_a_board_without_any_way_to_go_on_takes_longest() -> None:
    hardest = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    hard = float(SUDOKU.grade(board(hardest), None).extra["minutes"])
    easy = float(SUDOKU.grade(board(EASY), None).extra["minutes"])
    assert hard > 3 * easy


@pytest.mark.skipif("PUZZLEPRESS_STUDY_DATA" not in os.environ, reason="needs the study data")
def test_minutes_agree_with_those_of_people() -> None:
    file = Path(os.environ["PUZZLEPRESS_STUDY_DATA"], "effort", "sudoku_times.jsonl")
    given, taken, players = [], [], []
    for line in file.read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        given.append(float(SUDOKU.grade(board(one["clues"]), None).extra["minutes"]))
        taken.append(one["mean_seconds"] / 60)
        players.append(one["players"])
    minutes, people, many = np.array(given), np.array(taken), np.array(players) >= 20
    assert rank_correlation(minutes, people) >= 0.70
    assert rank_correlation(minutes[many], people[many]) >= 0.81
    assert np.median(abs(minutes / people - 1)) <= 0.16
