"""A library of a million puzzles: its size, and how long searches and checks for repeats take."""

import hashlib
import os
import statistics
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from typing import Any

from pipeline.kinds import get_kind
from pipeline.library import (
    Connection,
    Placement,
    Query,
    Volume,
    excluded_keys,
    find,
    find_faults,
    find_standing,
    list_stock,
    open_library,
    place,
)
from pipeline.library.database import writing
from pipeline.model import Record
from pipeline.stages.filter import filter_records
from pipeline.stages.generate import GeneratorOrder, generate_records
from pipeline.stages.grade import grade_records
from pipeline.store.jsonl import dump_record

PUZZLES = 1_000_000
SERIES = 10
VOLUMES = 100
A_VOLUME = 100
SIZES = (6, 8, 10, 12)
BANDS = ("easy", "medium", "hard", "expert")
AUTHORS = 1000


def library() -> Iterator[str]:
    """Yield size and times; PUZZLEPRESS_BENCHMARK_FOLDER may name a disk with 4 GB to spare."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("PUZZLEPRESS_BENCHMARK_FOLDER")) as folder:
        path = Path(folder) / "library.db"
        start = process_time()
        with open_library(path, is_new=True) as db:
            _fill(db)
            printed = [_make(10, index) for index in range(A_VOLUME)]
            place(
                db, Volume("Series 0", VOLUMES + 1), list(map(Placement, printed, range(A_VOLUME)))
            )
        spent = process_time() - start
        size = path.stat().st_size
        placed = SERIES * VOLUMES * A_VOLUME
        yield f"- {PUZZLES:,} puzzles, {placed:,} placements in {SERIES * VOLUMES:,} volumes"
        yield f"- {size / 1e6:,.0f} MB, {size / PUZZLES:,.0f} bytes each; filled in {spent:.0f} s"
        yield ""
        yield "| what | found | first ms | median ms of 15 | slowest |"
        yield "| --- | --- | --- | --- | --- |"
        for name, work in _works(printed).items():
            with open_library(path) as db:
                times = []
                for _ in range(16):
                    start = process_time()
                    found = work(db)
                    times.append((process_time() - start) * 1000)
                first, *rest = times
                yield (
                    f"| {name} | {len(found)} | {first:.1f} | {statistics.median(rest):.1f} "
                    f"| {max(rest):.1f} |"
                )


def _works(printed: list[Record]) -> dict[str, Callable[[Connection], list[Any]]]:
    exact = Query(kind="numberlink", size=(10, 10), rule="free", band="hard")
    series = Query(kind="numberlink", size=(8, 8), series="Series 0")
    return {
        "find: 20 of one kind, size, rule and band": lambda db: find(db, exact, 20),
        "find: 20 of anything": lambda db: find(db, Query(), 20),
        "find: 20 expert ones": lambda db: find(db, Query(band="expert"), 20),
        "find: 20 of a size that is not there": lambda db: find(db, Query(size=(40, 40)), 20),
        "find: 80 for the next volume of a series": lambda db: find(db, series, 80),
        "find: 20 by one author of a thousand": lambda db: find(db, Query(text="author 777"), 20),
        "find: 20 by nobody": lambda db: find(db, Query(text="nobody"), 20),
        "check: repeats in all series": lambda db: list(find_faults(db)),
        "check: 100 puzzles against a series": lambda db: find_standing(
            db, printed, "Series 0", None
        ),
        "excluded keys of a series of 101 volumes": lambda db: excluded_keys(
            db, "Series 0", VOLUMES + 2
        ),
        "show: the stock by size and band": lambda db: list(list_stock(db)),
    }


def _fill(db: Connection) -> None:
    """Write rows as `add` and `place` do, without proving a million puzzles first."""
    texts = {side: dump_record(_make(side, 0)) for side in SIZES}
    with writing(db):
        db.executemany(
            "INSERT INTO credit (number, author, licence) VALUES (?, ?, 'CC-BY-4.0')",
            [(number + 1, f"Author {number}") for number in range(AUTHORS)],
        )
        db.executemany(
            "INSERT INTO puzzle (number, id, key, kind, rows, cols, rule, status, band, score,"
            " uses, credit, record)"
            " VALUES (?, ?, ?, 'numberlink', ?, ?, 'free', 'unique', ?, 1.5, 0, ?, ?)",
            (_row(number, texts) for number in range(PUZZLES)),
        )
        db.executemany(
            "INSERT INTO series VALUES (?, ?)", [(n, f"Series {n}") for n in range(SERIES)]
        )
        db.executemany(
            "INSERT INTO volume VALUES (?, ?, ?, '', 'book', NULL)",
            [(n, n // VOLUMES, n % VOLUMES + 1) for n in range(SERIES * VOLUMES)],
        )
        db.executemany(
            "INSERT INTO placement VALUES (?, ?, ?, '', NULL, NULL)",
            [(n // A_VOLUME, n % A_VOLUME, 7 * n) for n in range(SERIES * VOLUMES * A_VOLUME)],
        )


def _row(number: int, texts: dict[int, str]) -> tuple[object, ...]:
    name = hashlib.sha256(str(number).encode()).hexdigest()
    side = SIZES[number % len(SIZES)]
    band = BANDS[number // 4 % 4]
    return number, name[:16], name[:32], side, side, band, number // 16 % AUTHORS + 1, texts[side]


def _make(side: int, index: int) -> Record:
    kind = get_kind("numberlink")
    order = GeneratorOrder("numberlink", kind.parse_params(side, side, "free", {}), 1)
    made = (record for record in generate_records([(order, index)]) if record is not None)
    return next(iter(grade_records(filter_records(made))))
