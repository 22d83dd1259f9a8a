"""Ctrl+C and SIGTERM: one sentence, an exit code of their own, no trace; and words while it works.

A board of 60x60 with few pairs keeps any engine busy for longer than the test waits.
"""

import itertools
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from pipeline.kinds.kit.proving.engines import collect
from pipeline.kinds.numberlink.engines.search import FrontierSearch
from pipeline.kinds.numberlink.model import make_clues
from pipeline.model import StoppedError
from pipeline.run.progress import Pulse
from pipeline.solvers import sat

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")

RUN = """\
seed = 5
[book]
title = "T"
author = "A"
year = 2026
has_pdf = false
[[section]]
title = "S"
kind = "numberlink"
size = "9x9"
count = 4000
"""
SHEET = RUN.replace("numberlink", "heyawake").replace("9x9", "12x12").replace("4000", "9")
SHEET += '[sheet]\nsize = "260x380mm"\n'
"""A page of few puzzles, which take about a second each."""


def write_hard(folder: Path) -> None:
    """Write a record that nobody settles soon."""
    side, pairs = 60, 14
    grid = [[0] * side for _ in range(side)]
    for place, cell in enumerate(random.Random(5).sample(range(side * side), 2 * pairs)):
        grid[cell // side][cell % side] = place // 2 + 1
    puzzle = {"rows": side, "cols": side, "rule": "free", "clues": grid}
    record = {"kind": "numberlink", "puzzle": puzzle, "schema": 1}
    (folder / "hard.jsonl").write_text(json.dumps(record) + "\n")


@pytest.mark.parametrize(
    ("words", "number"),
    [
        (("filter", "hard.jsonl", "-o", "out.jsonl"), signal.SIGTERM),
        (("solve", "hard.jsonl", "--jobs", "2"), signal.SIGINT),
    ],
)
def test_a_signal_ends_a_command_in_one_sentence(
    program: str, tmp_path: Path, words: tuple[str, ...], number: int
) -> None:
    write_hard(tmp_path)
    process = subprocess.Popen(
        [program, *words], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(timeout=2)
    process.send_signal(number)
    out, said = process.communicate(timeout=60)
    assert process.returncode == 128 + number, said
    lines = [line for line in said.splitlines() if not line.startswith("compiling")]
    assert lines == ["puzzlepress: stopped; the same command starts from the beginning"]
    assert out == ""
    assert [path.name for path in tmp_path.iterdir()] == ["hard.jsonl"]


FINALIZER = """\
import signal, time
from pipeline.commands.errors import stoppable

class Solver:
    def __del__(self):
        signal.raise_signal(signal.SIGTERM)
        sum(range(10))

with stoppable():
    solver = Solver()
    del solver
    {then}
    print("went on")
"""


@pytest.mark.part(2)
@pytest.mark.parametrize("then", ["time.sleep(3)", "while True: pass"])
def test_a_signal_in_a_finalizer_is_not_lost(then: str) -> None:
    """Python drops errors of finalizers, and solvers have one."""
    done = subprocess.run(
        [sys.executable, "-c", FINALIZER.format(then=then)], capture_output=True, text=True,
        timeout=60, check=False,
    )  # fmt: skip
    said = "puzzlepress: stopped; the same command starts from the beginning\n"
    assert (done.returncode, done.stdout, done.stderr) == (128 + signal.SIGTERM, "", said)


def test_an_interrupted_solver_is_stopped_and_not_undecided(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The budget of a hard formula lasts for minutes; the interruption ends it and says why."""
    monkeypatch.setattr(sat, "_stopped_by", 0)
    holes = 12  # more pigeons than holes
    hole = [[pigeon * holes + one + 1 for one in range(holes)] for pigeon in range(holes + 1)]
    apart = [[-a, -b] for one in zip(*hole, strict=True) for a, b in itertools.combinations(one, 2)]
    timer = threading.Timer(0.2, sat.interrupt, (signal.SIGTERM,))
    with sat.SatSolver("glucose4", [*hole, *apart]) as solver:
        assert solver.solve(conflicts=10) is None
        timer.start()
        with pytest.raises(StoppedError, match="15"):
            solver.solve(conflicts=10**8)


@pytest.mark.dear
@pytest.mark.part(2)
@pytest.mark.parametrize("command", ["run", "sheet"])
def test_all_of_a_terminal_get_ctrl_c(program: str, tmp_path: Path, command: str) -> None:
    """A terminal sends it to the workers as well; they leave the word to the command."""
    (tmp_path / "run.toml").write_text(SHEET if command == "sheet" else RUN)
    process = subprocess.Popen(
        [program, command, "run.toml", "--out", "made", "--jobs", "2"], cwd=tmp_path,
        stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    made = tmp_path / "made" / "10-generated.jsonl"
    start = time.monotonic()
    while time.monotonic() - start < 60 and not (made.exists() and made.stat().st_size):
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert (process.returncode, said.strip().splitlines()[-1]) == (
        130,
        "puzzlepress: stopped; run the same command again to resume",
    )
    assert not list(tmp_path.rglob("*.part"))
    assert "Traceback" not in said
    assert "Warning" not in said


def test_a_pulse_reports_that_work_goes_on() -> None:
    said: list[str] = []
    with Pulse(said.append, (0.01, 0.01)):
        start = time.monotonic()
        while len(said) < 2 and time.monotonic() - start < 10:
            time.sleep(0.005)
    assert said[0].startswith("still at work after 0 s")
    time.sleep(0.05)
    count = len(said)
    time.sleep(0.05)
    assert len(said) == count


def test_a_pulse_waits_twice_as_long_from_line_to_line() -> None:
    waited: list[float] = []

    class Clock(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            waited.append(timeout or 0.0)
            return len(waited) > 4

    said: list[str] = []
    pulse = Pulse(said.append)
    pulse._is_over = Clock()
    pulse._beat()
    assert waited == [20, 60, 120, 240, 480]
    assert [one.split(" s")[0] for one in said] == [
        f"still at work after {n}" for n in (20, 80, 200, 440)
    ]


def test_slices_change_neither_answers_nor_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    labels = [0] * 36
    for place, cell in enumerate((0, 5, 30, 35)):
        labels[cell] = place // 2 + 1
    clues = make_clues(6, 6, "free", labels)
    whole = FrontierSearch(clues)
    found = collect(whole, 300, 10**6)
    monkeypatch.setattr(FrontierSearch, "slice_nodes", 7)
    sliced = FrontierSearch(clues)
    assert collect(sliced, 300, 10**6) == found
    assert (sliced.nodes, sliced.is_complete) == (whole.nodes, whole.is_complete)
    assert whole.nodes > 50
    assert len(found) == 300
