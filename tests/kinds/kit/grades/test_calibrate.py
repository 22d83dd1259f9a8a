"""Minutes of a kind fitted to times: what is fitted comes back, and wrong files are named."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pipeline.model import ConfigError, PuzzleFormatError
from tests.refusals import refused
from tools.benchmarks.calibrate import Timed, fit, rank_correlation, read_boards, read_times

GOOD = "kind,puzzle,seconds,players\nsudoku,{},300,4\n"
CLUES = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"


def test_a_power_law_is_found_in_spite_of_a_stray_time() -> None:
    times = [Timed(81, measure, 0.02 * measure**0.5, 1 + measure % 3) for measure in range(1, 400)]
    fitted = fit("sudoku", [*times, Timed(81, 50, 1000.0, 1)])
    assert (fitted["factor"], fitted["power"], fitted["cells"]) == ("0.02", "0.5", [81])


def test_few_times_are_refused() -> None:
    with refused(ConfigError):
        fit("sudoku", [Timed(81, 5, 3.0, 1)])


@pytest.mark.parametrize(
    ("text", "line", "found"),
    [
        ("kind,puzzle\n", 1, "found no seconds"),
        (GOOD.format("12"), 2, "expected a Sudoku on one line"),
        (GOOD.format(CLUES) + f"sudoku,{CLUES},fast,3\n", 3, "found 'fast'"),
        (GOOD.format(CLUES) + f"nothing,{CLUES},3,3\n", 3, "nothing"),
        ("kind,puzzle,seconds\nslitherlink,2 2/.3/..,60\n", 2, "expected a"),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, text: str, line: int, found: str) -> None:
    file = tmp_path / "times.csv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(PuzzleFormatError, match=found) as caught:
        read_times(file)
    assert (caught.value.source, caught.value.line) == (str(file), line)


def test_a_good_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "times.csv"
    file.write_text(GOOD.format(CLUES), encoding="utf-8")
    (timed,) = read_times(file)["sudoku"]
    assert (timed.cells, timed.minutes, timed.players) == (81, 5.0, 4.0)


def test_shared_results_are_averaged_and_need_the_board_of_their_number(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = ("AABBBB", "AAACCD", "AEAAAD", "EEADDD", "AAADDD", "AAAAFF")
    boards = tmp_path / "boards.json"
    boards.write_text(json.dumps({"game": "queens", "number": 426, "regions": rows}))
    chat = tmp_path / "chat.txt"
    chat.write_text(
        "A. B. 10:31\nQueens #426 | 0:27 and flawless\n\nQueens #426\n1:33 \N{CROWN}\n"
        "Queens #427 | 2:00\nZip #12 | 0:09 \N{CHEQUERED FLAG}\n",
        encoding="utf-8",
    )
    known = read_boards([str(boards)])
    (timed,) = read_times(chat, known)["starbattle"]
    assert (timed.cells, timed.minutes, timed.players) == (36, 1.0, 2)
    assert capsys.readouterr().out == "2 of 3 puzzles have no board in --boards\n"
    sheet = tmp_path / "times.csv"
    sheet.write_text("kind,puzzle,seconds\nstarbattle,426,60\n")
    assert read_times(sheet, known)["starbattle"] == [replace(timed, players=1.0)]


def test_equal_values_share_their_rank() -> None:
    assert rank_correlation(np.array([1.0, 2, 2, 3]), np.array([1.0, 5, 5, 9])) == pytest.approx(1)
