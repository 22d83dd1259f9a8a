"""Rivals beside ours in one run: ``python -m tools.benchmarks against BINARY...``.

A rival is a program, known by its file name, that is built by hand from its own sources. One that
makes puzzles is called with the words of the race, a count and a seed, and makes that many; one for
a declared kind makes them for a number of seconds, and ends with "R a second of processor time".
One that solves reads puzzles on standard input. What else they print is not looked at.

Ours and theirs take turns, so that the load of the machine falls on both alike, and all seconds
are processor time: our own, compiled before, and that of the rival's whole process.
"""

import os
import resource
import string
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from typing import Final

from pipeline.kinds import get_kind
from pipeline.kinds.numberlink.model import Clues
from tools.benchmarks.numberlink_solving import generated

PROGRAM: Final = Path(sys.executable).with_name("puzzlepress")
TURNS: Final = 3
GRADED: Final = 50
COPIES: Final = 10
"""Short streams are solved once and this many times over: the difference excludes start-up."""
GIANTS: Final = 11
"""Boards of 50x50 in a stream of their own, which takes seconds and is solved once."""


@dataclass(frozen=True, slots=True)
class Race:
    """An order of ours, the words by which the rival is asked for the like, and counts a turn."""

    rival: str
    words: tuple[str, ...]
    kind: str
    side: int
    ours: int
    theirs: int
    settings: Mapping[str, str] = field(default_factory=dict)
    is_timed: bool = False
    """Whether ``theirs`` are seconds, and the rival says how many a second it made."""

    @property
    def name(self) -> str:
        """The order as a reader would write it."""
        asked = " ".join(f"{key}={value}" for key, value in self.settings.items())
        return f"{self.kind} {self.side}x{self.side} {asked}".strip()


def _long(side: int, pairs: str, ours: int, theirs: int) -> Race:
    """Return a race for long lines whose ends keep apart, under ``free``."""
    settings = {"shortest": "8", "adjacent": "false", "pairs": pairs}
    return Race("penciloid", (str(side), "8"), "numberlink", side, ours, theirs, settings)


def _islands(side: int, count: int) -> Race:
    """Return a race at 20 % islands: the rival's are easy, ours of any level."""
    return Race("bridges", (f"{side}x{side}i20e10m2d0",), "hashi", side, count, count)


def _declared(rival: str, words: str, kind: str, side: int, ours: int, **settings: str) -> Race:
    """Return a race of Simon Tatham's for a declared kind, in three seconds of his a turn.

    ``hardest`` is the level of ours that has the deductions of the one he is asked for: two counts
    that overlap for his hard Slitherlink, tricky Akari and Masyu and intermediate Sudoku, sets for
    advanced Sudoku and tricky Hitori, one assumption for what he calls unreasonable.
    """
    return Race(rival, (words,), kind, side, ours, 3, settings, is_timed=True)


MAKERS: Final = (
    _declared("loopy", "10x10t0dh", "slitherlink", 10, 600, hardest="overlap"),
    _declared("loopy", "15x15t0dh", "slitherlink", 15, 200, hardest="overlap"),
    _declared("loopy", "20x20t0de", "slitherlink", 20, 100, hardest="global"),
    _declared("pearl", "10x10dt", "masyu", 10, 300, hardest="overlap"),
    _declared("pearl", "12x12dt", "masyu", 12, 200, hardest="overlap"),
    _declared("lightup", "10x10b20s2d1", "akari", 10, 200, symmetry="half-turn", hardest="overlap"),
    _declared("lightup", "14x14b20s2d2", "akari", 14, 80, symmetry="half-turn", hardest="trial"),
    _declared("solo", "3x3di", "sudoku", 9, 300, symmetry="half-turn", hardest="overlap"),
    _declared("solo", "3x3da", "sudoku", 9, 300, symmetry="half-turn", hardest="set"),
    _declared("singles", "10x10dk", "hitori", 10, 500, hardest="set"),
    _long(8, "5", 60, 15),
    _long(10, "7", 40, 60),
    _long(12, "9", 40, 50),
    _long(15, "13:14", 20, 10),
    _long(20, "23:24", 4, 1),
    _islands(7, 2000),
    _islands(10, 1500),
    _islands(15, 300),
    _islands(25, 60),
    _islands(40, 15),
)

SOLVER: Final = "numberlink"
"""File name of thomasahle's solver, which finds first solutions under ``no-touch``."""


def against(binaries: Sequence[str]) -> Iterator[str]:
    """Yield tables of the races with some programs."""
    named = {Path(binary).name: str(Path(binary).absolute()) for binary in binaries}
    races = [race for race in MAKERS if race.rival in named]
    unknown = named.keys() - {race.rival for race in races} - {SOLVER}
    if unknown or not named:
        known = ", ".join(sorted({race.rival for race in MAKERS} | {SOLVER}))
        yield f"expected programs named {known}, found {', '.join(sorted(unknown)) or 'none'}"
        return
    if races:
        yield "| puzzles made | rival | ours a second | theirs | ratio | of each turn | need it |"
        yield "| --- | --- | --- | --- | --- | --- | --- |"
    for race in races:
        yield _make(race, named[race.rival])
    if SOLVER in named:
        yield from _solve(named[SOLVER])


def _make(race: Race, program: str) -> str:
    """Return the table's line for one race of generators."""
    kind = get_kind(race.kind)
    for part in kind.warm_up:
        part()
    params = kind.parse_params(race.side, race.side, None, race.settings)
    # What is made once for each size (clauses, tables) is not made again for the next puzzle.
    kind.generate(params, -1)
    ours, theirs = [], []
    for turn in range(TURNS):
        start = process_time()
        seeds = range(turn * race.ours, (turn + 1) * race.ours)
        made = sum(kind.generate(params, seed).clues is not None for seed in seeds)
        ours.append((process_time() - start) / made)
        command = [program, *race.words, str(race.theirs), str(turn)]
        if race.is_timed:
            said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            theirs.append(1 / float(said.split()[-6]))
        else:
            theirs.append(child_seconds(command) / race.theirs)
    return (
        f"| {race.name} | {race.rival} | {TURNS / sum(ours):.1f} | {TURNS / sum(theirs):.1f} "
        f"| {_ratio(ours, theirs)} | {_share(race) if race.is_timed else ''} |"
    )


def _share(race: Race) -> str:
    """Return how many of our puzzles need the level that bounds them; all of his do."""
    kind = get_kind(race.kind)
    params = kind.parse_params(race.side, race.side, None, race.settings)
    made = (kind.generate(params, seed) for seed in range(GRADED))
    hardest = [
        kind.grade(one.clues, one.solution).extra["hardest"]
        for one in made
        if one.clues is not None
    ]
    return f"{100 * hardest.count(race.settings['hardest']) // len(hardest)} %"


def _solve(program: str) -> Iterator[str]:
    """Yield the table of puzzles read, solved, proved and printed; theirs are not proved."""
    yield ""
    yield "| solved, `no-touch` | rival | ours, s | theirs, s | of their time | of each turn |"
    yield "| --- | --- | --- | --- | --- | --- |"
    giants = [clues for clues, _ in generated("no-touch", 50, 30, GIANTS)]
    giant_name = f"{GIANTS} of 50x50 made here, whole process"
    streams = {giant_name: ("\n".join(map(_letters, giants)), 1)}
    path = Path(os.environ.get("PUZZLEPRESS_STUDY_DATA") or ".") / "janko270.txt"
    if path.exists():
        streams["270 published"] = path.read_text(encoding="utf-8"), COPIES
    else:
        yield "PUZZLEPRESS_STUDY_DATA names no folder with janko270.txt: skipped"
    mine = [str(PROGRAM), "solve", "-", "--rule", "no-touch", "--count", "2"]
    for name, (text, copies) in streams.items():
        ours, theirs = [], []
        for _ in range(TURNS):
            ours.append(_stream_seconds(mine, text, copies))
            theirs.append(_stream_seconds([program], text, copies))
        yield (
            f"| {name} | {SOLVER} | {sum(ours) / TURNS:.3f} | {sum(theirs) / TURNS:.3f} "
            f"| {_ratio(theirs, ours)} |"
        )


def _stream_seconds(command: Sequence[str], text: str, copies: int) -> float:
    """Return the processor time of a stream of puzzles: that of a copy more, or of all for one."""
    once = child_seconds(command, text)
    if copies == 1:
        return once
    return max(child_seconds(command, f"{text}\n" * copies) - once, 0.001) / (copies - 1)


def child_seconds(command: Sequence[str], text: str | None = None) -> float:
    """Return the processor time of a whole process and of those it started."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True, text=True, input=text)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return max(spent, 0.001)


def _ratio(ours: Sequence[float], theirs: Sequence[float]) -> str:
    """Return the ratio of two lists of seconds, of all and of each turn, as cells of a table."""
    each = ", ".join(f"{other / own:.2f}" for own, other in zip(ours, theirs, strict=True))
    return f"{sum(theirs) / sum(ours):.2f} | {each}"


def _letters(clues: Clues) -> str:
    """Return a puzzle as both read it: its size, and a letter for each end."""
    signs = "." + string.ascii_letters
    text = "".join(signs[clue] for clue in clues.numbers)
    rows = (text[at : at + clues.cols] for at in range(0, len(text), clues.cols))
    return "\n".join((f"{clues.cols} {clues.rows}", *rows, ""))
