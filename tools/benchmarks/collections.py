"""A collection from its file to its report: time, peak memory, and what a kill leaves."""

import gzip
import hashlib
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import cycle, groupby, islice
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds import get_kind
from pipeline.kinds.interface import TextFormat, rule_of
from pipeline.kinds.kit.board.symmetry import image_of
from pipeline.model import PuzzleFormatError, Record, record_id
from pipeline.stages.generate import GeneratorOrder, generate_records
from pipeline.stages.puzzle import read_puzzle
from pipeline.store.jsonl import read_records

PROGRAM = Path(sys.executable).with_name("puzzlepress")
MIXED = [
    ("numberlink", "free", {6: 500, 8: 600, 10: 600, 12: 400, 15: 200, 20: 100, 25: 30, 30: 10}),
    ("numberlink", "cover", {8: 300, 10: 300, 15: 60, 20: 20}),
    ("numberlink", "no-touch", {10: 300, 15: 60, 20: 20}),
    ("hashi", None, {7: 700, 10: 600, 15: 300, 20: 100, 25: 50, 30: 20}),
    ("npuzzle", None, {3: 400, 4: 300, 5: 10}),
    ("slitherlink", None, {8: 300, 10: 300, 15: 80, 20: 30}),
    ("masyu", None, {8: 250, 10: 250, 15: 60, 20: 10}),
    ("akari", None, {8: 250, 10: 250, 15: 80, 20: 30}),
    ("hitori", None, {6: 200, 8: 250, 10: 250, 15: 60, 20: 30}),
    ("sudoku", None, {4: 100, 6: 200, 9: 600}),
    ("nurikabe", None, {6: 60, 8: 30, 10: 10}),
    ("zip", None, {5: 100, 6: 150, 8: 50}),
]
"""Kind, rule, and how many of each side a collection holds; a twentieth as much again is turned."""


def collection_published() -> Iterator[str]:
    """Yield what each step takes on 270 published puzzles, under all four rules."""
    data = os.environ.get("PUZZLEPRESS_STUDY_DATA")
    if data is None:
        yield "PUZZLEPRESS_STUDY_DATA names no folder: left out"
        return
    with tempfile.TemporaryDirectory() as folder:
        yield from _steps(
            Path(data) / "janko270.txt", Path(folder), ["--rule", "no-touch"], ["--rule-profile"]
        )


def collection_mixed() -> Iterator[str]:
    """Yield what each step takes on 10,000 puzzles that were made for it, in files of text."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _write_texts(_mixed(1), folder / "texts")
        yield from _steps(folder / "texts", folder)


def _mixed(part: int) -> Iterator[Record]:
    """Yield records without solution or verdict: one of ``part`` of each order.

    What is made under no-touch is posed under cover, as it is often published; so some of it has
    several solutions. Of 25 others one lacks a clue, or has two that were exchanged, and one comes
    again, turned and mirrored.
    """
    number = 0
    for kind_id, rule, sides in MIXED:
        for side, count in sides.items():
            params = get_kind(kind_id).parse_params(side, side, rule, {})
            order = GeneratorOrder(kind_id, params, 1)
            for record in generate_records((order, index) for index in range(count // part)):
                if record is None:
                    continue
                number += 1
                posed = "cover" if rule == "no-touch" else None
                posed_record = read_puzzle(record, posed).record.with_(solution=None)
                if number % 25 or kind_id == "npuzzle":
                    yield posed_record
                else:
                    takes_less = number % 2 and kind_id not in ("numberlink", "zip")
                    yield _changed(posed_record, _weaken if takes_less else _exchange)
                if number % 25 == 1 and kind_id != "npuzzle":
                    yield _changed(posed_record, lambda clues: image_of(clues, 5))


def _changed(record: Record, change: Callable[[NDArray[Any]], NDArray[Any]]) -> Record:
    clues = change(np.array(record.puzzle["clues"])).tolist()
    puzzle = {**record.puzzle, "clues": clues}
    return replace(record, puzzle=puzzle, id=record_id(record.kind, puzzle))


def _exchange(clues: NDArray[Any]) -> NDArray[Any]:
    """Return a board on which the first clue has changed places with the last other one."""
    places = np.argwhere(clues > 0)
    values = clues[tuple(places.T)]
    first, last = tuple(places[0]), tuple(places[values != values[0]][-1])
    changed = clues.copy()
    changed[first], changed[last] = clues[last], clues[first]
    return changed


def _weaken(clues: NDArray[Any]) -> NDArray[Any]:
    """Return a board whose last clue has the least value of its cells."""
    changed = clues.copy()
    changed[tuple(np.argwhere(clues > clues.min())[-1])] = clues.min()
    return changed


def _write_texts(records: Iterable[Record], folder: Path) -> None:
    """Write files of up to 50 puzzles of a kind and rule, in each of its forms by turns.

    Comments say whose they are and the rule. Every fifth file is packed with gzip.
    """
    folder.mkdir()
    number = 0
    for kind_id, of_kind in groupby(records, key=lambda record: record.kind):
        kind = get_kind(kind_id)
        forms = cycle(kind.formats)
        for rule, own in groupby(
            (kind.decode(one.puzzle) for one in of_kind), partial(rule_of, kind)
        ):
            while some := list(islice(own, 50)):
                head = f"# Author: Setter {number % 7}\n# Licence: CC-BY-4.0\n"
                head += f"# Rule: {rule}\n" if rule else ""
                text = head + _write_some(some, forms)
                path = folder / f"{kind_id}-{number:03}.txt"
                number += 1
                if number % 5:
                    path.write_text(text)
                else:
                    Path(f"{path}.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


def _write_some(clues: list[Any], forms: Iterator[TextFormat[Any, Any]]) -> str:
    """Return puzzles in the next form that fits them all without answers and names their kind."""
    for form in forms:
        if min(map(form.confidence, clues)):
            with suppress(PuzzleFormatError):
                return form.write([(one, None) for one in clues])
    raise AssertionError("no form")


def _steps(
    source: Path, folder: Path, options: Sequence[str] = (), asks: Sequence[str] = ()
) -> Iterator[str]:
    """Yield what each step takes; the options are those of import, what is asked is of filter."""
    yield "| step | wall s | processor s | peak MB of a process |"
    yield "| --- | --- | --- | --- |"
    names = ["imported", "proved", "graded"]
    imported, proved, graded = (str(folder / f"{name}.jsonl") for name in names)
    rejected = folder / "rejected.jsonl"
    two = ["--jobs", "2"]
    steps = [
        ("import", ["import", str(source), *options, "-o", imported]),
        (
            "filter",
            ["filter", imported, *asks, *two, "--rejected", str(rejected), "-o", proved],
        ),
        ("grade", ["grade", proved, *two, "-o", graded]),
        ("report", ["report", graded, "--out", str(folder / "report")]),
    ]
    wall = used = 0.0
    for name, words in steps:
        taken, spent, peak = run_program(words)
        if name == "filter":  # an owner gets everything
            with Path(proved).open("ab") as file:
                file.write(rejected.read_bytes())
            yield f"| ({_verdicts(Path(proved))}) | | | |"
        wall, used = wall + taken, used + spent
        yield f"| {name} | {taken:.1f} | {spent:.1f} | {peak} |"
    yield f"| together | {wall:.1f} | {used:.1f} | |"


def _verdicts(path: Path) -> str:
    counts = Counter(str(record.verdict.status) for record in read_records(path))
    return ", ".join(f"{count} {status}" for status, count in sorted(counts.items()))


def run_program(words: list[str]) -> tuple[float, float, int]:
    """Return wall and processor seconds of a command with its workers, and the largest of them."""
    start = perf_counter()
    report = (
        "import resource,subprocess,sys;d=subprocess.run(sys.argv[1:],stderr=subprocess.DEVNULL);"
        "assert d.returncode in(0,4),d;r=resource.getrusage(resource.RUSAGE_CHILDREN);"
        "print(r.ru_utime+r.ru_stime,r.ru_maxrss//1024)"
    )
    done = subprocess.run(
        [sys.executable, "-c", report, str(PROGRAM), *words],
        capture_output=True,
        text=True,
        check=False,
    )
    spent, peak = done.stdout.split()[-2:]
    return perf_counter() - start, float(spent), int(peak)


def _digests(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".lock"
    }
