"""Typesetting as a whole process: processor time, memory, bytes a puzzle, equal bytes."""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from pipeline.kinds import get_kind
from pipeline.model import Record
from pipeline.stages.filter import filter_records
from pipeline.stages.generate import GeneratorOrder, generate_records
from pipeline.stages.grade import grade_records
from pipeline.store.jsonl import write_records

PROGRAM = Path(sys.executable).with_name("puzzlepress")
BOOK = """
seed = 1
[book]
title = "Benchmark"
author = "A. Setter"
year = 2026
[[section]]
title = "All"
kind = "numberlink"
size = "{size}"
count = {count}
"""
CASES = (
    ("200 puzzles of 10x10 with answers", "10x10", 200, ""),
    ("500 pages, 8x8, one puzzle on a page", "8x8", 466, "per_page = 1\n"),
)


def typesetting() -> Iterator[str]:
    """Yield what `puzzlepress book` takes, from starting Python to the file."""
    yield "| book | pages | s of processor time | MB resident | KiB a puzzle | rebuilt alike |"
    yield "| --- | --- | --- | --- | --- | --- |"
    with tempfile.TemporaryDirectory() as folder:
        for title, size, count, more in CASES:
            place = Path(folder)
            write_records(_stock(size, count), str(place / "stock.jsonl"))
            (place / "book.toml").write_text(BOOK.format(size=size, count=count) + more)
            seconds, megabytes = _book(place, "one.pdf")
            _book(place, "two.pdf")
            one = (place / "one.pdf").read_bytes()
            alike = "yes" if one == (place / "two.pdf").read_bytes() else "NO"
            yield (
                f"| {title} | {_pages(place / 'one.pdf')} | {seconds:.1f} | {megabytes:.0f} "
                f"| {len(one) / 1024 / count:.1f} | {alike} |"
            )


def _book(place: Path, name: str) -> tuple[float, float]:
    """Return seconds of processor time and megabytes at most of one run of the command."""
    pid = os.fork()
    if not pid:
        os.chdir(place)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 2)
        os.execv(
            PROGRAM, [str(PROGRAM), "book", "stock.jsonl", "--config", "book.toml", "-o", name]
        )
    _, status, used = os.wait4(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def _pages(path: Path) -> int:
    from pipeline.pdf.document import open_pdf

    with open_pdf(path) as file:
        return len(file.pdf.pages)


def _stock(size: str, count: int) -> list[Record]:
    kind = get_kind("numberlink")
    for part in kind.warm_up:
        part()
    cols, rows = (int(side) for side in size.split("x"))
    order = GeneratorOrder("numberlink", kind.parse_params(rows, cols, "free", {}), 1)
    made = (r for r in generate_records((order, i) for i in range(count + 20)) if r is not None)
    return list(grade_records(filter_records(made)))[:count]
