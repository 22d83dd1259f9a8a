"""What a puzzle costs by size and band: writes each kind's costs, and the table.

    python -m tools.benchmarks.band_costs [KIND ...]

A kind whose generator steers is asked for each band; of another, the bands of what comes are
counted. A band is left out where the first seeds give none within their budget.
"""

import sys
from collections import Counter
from collections.abc import Collection, Iterator
from time import process_time
from typing import TypeAlias

from pipeline.kinds import get_kind
from pipeline.kinds.kit.grades import band_costs as costs
from pipeline.model import Band
from pipeline.run.plan import HOPELESS
from pipeline.stages.generate import GeneratorOrder, make_candidate
from tools.benchmarks.measured import write_measured

Size: TypeAlias = int | tuple[int, int]
"""The side of a square, or rows and columns."""
SIZES: dict[tuple[str, str | None], tuple[Size, ...]] = {
    ("numberlink", "free"): (4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25),
    ("hashi", "connected-2"): (5, 7, 10, 15, 25, 40),
    ("npuzzle", None): (2, 3, 4, 5),
    ("sudoku", "boxes"): (4, 6, 9, 16, 25),
    ("sudoku", "diagonal"): (4, 6, 9, 16, 25),
    ("sudoku", "irregular"): (4, 6, 9),
    ("slitherlink", None): (5, 7, 10, 16),
    ("akari", None): (5, 7, 10, 16),
    ("masyu", None): (5, 7, 10, 16),
    ("hitori", None): (4, 6, 8, 12),
    ("nurikabe", None): (5, 7, 10, 20),
    ("zip", None): (4, 5, 6, 8),
    ("killer", None): (4, 6, 9, 12, 16),
    ("variantsudoku", "thermometers"): (4, 6, 9),
    ("variantsudoku", "arrows"): (6, 9),
    ("variantsudoku", "dots"): (6, 9),
    ("variantsudoku", "sandwich"): (6, 9),
    ("variantsudoku", "anti-knight"): (6, 9),
    ("variantsudoku", "all-dots"): (6, 9),
    ("variantsudoku", "all-white"): (6, 9),
    ("variantsudoku", "all-black"): (6, 9),
    ("variantsudoku", "all-xv"): (6, 9),
    ("starbattle", "one-star"): (5, 6, 8, 10),
    ("starbattle", "two-stars"): (8, 10),
    ("binairo", "distinct-lines"): (4, 6, 8, 10, 14, 22, 24, 30),
    ("binairo", "signs"): (4, 6, 8),
    ("nonogram", None): (5, 8, 10, 15, 20, 25),
    ("colournonogram", None): (5, 8, 10, 15, 20, 25),
    ("shikaku", None): (5, 7, 10, 15),
    ("tents", None): (5, 8, 10, 15),
    ("yajilin", None): (5, 7, 10, 12),
    ("heyawake", None): (5, 6, 8, 10, 12),
    ("futoshiki", None): (4, 5, 6, 7, 8, 9, 10, 12),
    ("skyscrapers", "full"): (4, 5, 6, 7, 8, 9, 10, 12),
    ("skyscrapers", "parks-1"): (4, 5, 6, 7, 10),
    ("skyscrapers", "parks-2"): (5, 6, 7),
    ("mosaic", None): (4, 5, 7, 10, 15, 20),
    ("suguru", None): (4, 5, 6, 7, 8, 9, 10, 12, 13, 16, 20),
    ("calcudoku", None): (4, 5, 6, 7, 8, 9, 10, 12),
    ("kakuro", None): (5, 6, 7, 8, 10, 12, 20, 30),
    ("kurodoko", None): (4, 6, 8, 10, 12),
    ("ripple", None): (4, 6, 8, 10),
    ("countryroad", None): (5, 6, 8, 10, 12),
    ("norinori", None): (5, 6, 8, 10),
    ("lits", None): (5, 6, 8, 10, 12),
    ("tapa", None): (5, 6, 8, 10, 12, 15, 20),
    ("dominosa", None): ((4, 5), (5, 6), (7, 8), (9, 10)),
    ("pips", None): ((3, 4), (4, 5), (5, 6), (6, 7), (7, 8)),
    ("samurai", None): ((8, 8), (14, 12), (21, 21)),
    ("kakurasu", None): (4, 5, 7, 10),
    ("battleships", None): (6, 8, 10, 12),
    ("fillomino", None): (5, 6, 8),
    ("hidato", None): (4, 5, 6, 8, 10),
    ("numbrix", None): (5, 6, 8, 9, 10),
    ("maze", None): (6, 8, 10, 12, 15, 20, 30, 40, 50),
    ("wordsearch", None): (5, 8, 10, 12, 15, 20, 25, 30, 40, 50),
}
SECONDS = 3.0
"""Processor time after which no further puzzle of a band is made, if there are `LEAST`."""
MOST = 64
LEAST = 6
"""Puzzles that are made even after `SECONDS`, unless the first seeds give none of the band."""


def band_costs(kinds: Collection[str] = ()) -> Iterator[str]:
    """Yield the table of puzzles a minute, for all kinds or some."""
    chosen = {key: sizes for key, sizes in SIZES.items() if not kinds or key[0] in kinds}
    for kind, _ in chosen:  # else a band that there was none of would not be tried again
        write_measured(kind, "costs", None)
    yield "| kind | rule | size | any | easy | medium | hard | expert |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    tables: dict[str, dict[str, dict[int, dict[str, float]]]] = {}
    for (kind, rule), sizes in chosen.items():
        for part in get_kind(kind).warm_up:
            part()
        for rows, cols in map(shape, sizes):
            found = _measure(kind, rule, rows, cols)
            tables.setdefault(kind, {}).setdefault(rule or "", {})[rows * cols] = found
            cells = " | ".join(
                f"{60 / found[name]:,.3g}" if name in found else "" for name in (costs.ANY, *Band)
            )
            yield f"| {kind} | {rule or ''} | {cols}x{rows} | {cells} |"
            _write(kind, tables[kind])


def shape(size: Size) -> tuple[int, int]:
    """Return the rows and columns of a size."""
    return (size, size) if isinstance(size, int) else size


def _measure(kind: str, rule: str | None, rows: int, cols: int) -> dict[str, float]:
    """Return seconds a puzzle by band."""
    make_candidate((GeneratorOrder(kind, get_kind(kind).parse_params(rows, cols, rule, {}), 0), 0))
    seconds, bands = _make(kind, rule, rows, cols, None)
    by_band = {costs.ANY: seconds / max(1, bands.total())}
    for band in Band:
        if "band" not in get_kind(kind).settings:
            if bands[band]:
                by_band[str(band)] = seconds / bands[band]
            continue
        spent, made = _make(kind, rule, rows, cols, str(band))
        if made[band]:
            by_band[str(band)] = spent / made[band]
    return {name: float(f"{value:.2g}") for name, value in by_band.items()}


def _make(
    kind: str, rule: str | None, rows: int, cols: int, band: str | None
) -> tuple[float, Counter[Band]]:
    settings = {} if band is None else {"band": band}
    params = get_kind(kind).parse_params(rows, cols, rule, settings)
    order = GeneratorOrder(kind, params, 1)
    bands: Counter[Band] = Counter()
    start = process_time()
    for index in range(MOST):
        graded = make_candidate((order, index)).graded
        if graded is not None and graded.grade is not None:
            bands[graded.grade.band] += 1
        spent = process_time() - start
        is_hopeless = not bands and index + 1 >= HOPELESS
        if spent > SECONDS and (bands.total() >= LEAST or is_hopeless):
            break
    return spent, bands


def _write(kind: str, table: dict[str, dict[int, dict[str, float]]]) -> None:
    what = "seconds of processor time for a puzzle made, proved and graded"
    write_measured(kind, "costs", {"what": what, "seconds": table})


if __name__ == "__main__":
    for line in band_costs(sys.argv[1:]):
        print(line, flush=True)
