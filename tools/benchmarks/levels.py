"""Levels at which puzzles of a size can be made: writes each declared kind's levels."""

from collections.abc import Collection, Iterator
from time import process_time

from pipeline.kinds import get_kind
from pipeline.kinds.kit.engine.removal import LEVELS
from pipeline.kinds.kit.making import generator
from tools.benchmarks.band_costs import SIZES, shape
from tools.benchmarks.measured import write_measured

SECONDS = 5.0
"""Processor time after which no further seed is tried."""
SEEDS = 200
ATTEMPTS = 10
"""Attempts for each seed: fewer than usual, so that the time is looked at more often."""
MOST_SIDE = 10


def levels(kinds: Collection[str] = ()) -> Iterator[str]:
    """Yield the table of levels, for all kinds or some."""
    generator.ATTEMPTS = ATTEMPTS  # type: ignore[misc]
    tables: dict[str, dict[str, dict[int, list[str]]]] = {}
    for (kind, rule), sizes in SIZES.items():
        if kinds and kind not in kinds:
            continue
        if LEVELS[0] not in getattr(get_kind(kind).settings.get("hardest"), "values", ""):
            continue
        if kind not in tables:
            write_measured(kind, "levels", None)  # else a level without puzzles would be refused
        for rows, cols in map(shape, sizes):
            if max(rows, cols) > MOST_SIDE:
                continue
            found = [level for level in LEVELS[:-1] if _is_made(kind, rule, rows, cols, level)]
            tables.setdefault(kind, {}).setdefault(rule or "", {})[rows * cols] = found
            yield f"| {kind} | {rule or ''} | {cols}x{rows} | {', '.join(found)} |"
    for kind, table in tables.items():
        lists = [found for sizes in table.values() for found in sizes.values()]
        if min(map(len, lists)) == len(LEVELS) - 1:
            continue  # nothing to refuse
        what = "levels at which puzzles of a size can be solved"
        write_measured(kind, "levels", {"what": what, "levels": table})


def _is_made(kind: str, rule: str | None, rows: int, cols: int, level: str) -> bool:
    params = get_kind(kind).parse_params(rows, cols, rule, {"hardest": level})
    start = process_time()
    return any(
        process_time() - start < SECONDS and get_kind(kind).generate(params, seed).clues is not None
        for seed in range(SEEDS)
    )
