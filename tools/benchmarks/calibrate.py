"""Fit the minutes of kinds to times that people took.

    python -m tools.benchmarks.calibrate TIMES [--boards COLLECTION ...] [--dry-run]

A sheet has the columns ``kind``, ``puzzle`` and ``seconds``, and may have ``players``, the number
of people whose mean the time is, 1 without it; other columns are ignored. A puzzle is one line of
any text form that the kind reads, such as 81 digits and dots, or its number in ``--boards``, files
that ``import`` reads, whose boards have a number. Any other text is searched for results as players
share them, ``Queens #426 | 0:27``, of which those of one puzzle are averaged. Puzzles that are
ambiguous or of several kinds are refused.

The minutes are ``factor * measure ** power``, the measure being the kind's own or its score. The
power is the multiple of 0.05 for which the logarithms are off least in the mean, weighted by
players, the factor the weighted median. The minutes of each kind are replaced; with
``--dry-run`` the fit is printed alone, by tenths of the minutes that it gives.
"""

import argparse
import csv
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds import get_kind
from pipeline.kinds.interface import AnyKind
from pipeline.kinds.kit.grades.grading import to_hundredths
from pipeline.model import ConfigError, Json, PipelineError, PuzzleFormatError, Record
from pipeline.stages.collection.importer import ImportOptions, read_collection
from pipeline.stages.collection.names import game_named
from tools.benchmarks.measured import write_measured

COLUMNS = ("kind", "puzzle", "seconds")
RESULT = re.compile(
    r"(Queens|Tango|Zip|Mini Sudoku|Patches)\W{1,4}(\d{1,5})\D{1,20}(\d{1,2}):(\d\d)"
)
NUMBERS = ("number", "id", "level")
"""Fields of a board with its number, after that which the import recognises."""
POWERS = np.arange(5, 155, 5) / 100
LEAST = 20
"""Puzzles of a kind below which nothing is fitted."""


@dataclass(frozen=True)
class Timed:
    """A puzzle's size and measure, and the minutes that people took."""

    cells: int
    measure: int
    minutes: float
    players: float


def main() -> None:
    """Fit every kind of a file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("times", type=Path)
    parser.add_argument("--dry-run", action="store_true", help="print the fit alone")
    parser.add_argument("--boards", nargs="+", default=(), help="collections with numbers")
    asked = parser.parse_args()
    try:
        kinds = read_times(asked.times, read_boards(asked.boards))
        fits = {kind: fit(kind, times) for kind, times in kinds.items()}
    except (PipelineError, OSError) as error:
        sys.exit(f"error: {error}")
    for kind, fitted in fits.items():
        print(report(kind, fitted, kinds[kind]))
        if not asked.dry_run:
            write_measured(kind, "minutes", fitted)


def read_boards(names: Iterable[str]) -> dict[tuple[str, str], Json]:
    """Return the boards of collections by kind and number."""
    by_number: dict[tuple[str, str], Json] = {}
    for record in read_collection(names, ImportOptions()) if names else ():
        if isinstance(record, Record):
            source = record.origin.get("source", {})
            named = (record.origin.get("source_id"), *map(source.get, NUMBERS))
            number = next((word for word in named if word and word.isdigit()), None)
            if number is not None:
                by_number.setdefault((record.kind, str(int(number))), record.puzzle)
    return by_number


def read_results(text: str, boards: Mapping[tuple[str, str], Json]) -> dict[str, list[Timed]]:
    """Return the puzzles of shared results by kind; those without a board are counted in print."""
    times = defaultdict[tuple[str, str], list[int]](list)
    for game, number, minutes, seconds in RESULT.findall(text):
        times[game_named(game.removeprefix("Mini ")), str(int(number))].append(
            60 * int(minutes) + int(seconds)
        )
    by_kind: dict[str, list[Timed]] = {}
    for (kind_id, number), own in times.items():
        if (puzzle := boards.get((kind_id, number))) is not None:
            kind, mean = get_kind(kind_id), sum(own) / len(own)
            timed = measured(kind, kind.decode(puzzle), mean, len(own))
            by_kind.setdefault(kind_id, []).append(timed)
    lost = len(times) - sum(map(len, by_kind.values()))
    if lost:
        print(f"{lost} of {len(times)} puzzles have no board in --boards")
    return by_kind


def read_times(
    file: Path, boards: Mapping[tuple[str, str], Json] | None = None
) -> dict[str, list[Timed]]:
    """Return the puzzles of a file by kind; `PuzzleFormatError` names the first wrong line."""
    by_kind: dict[str, list[Timed]] = {}
    if RESULT.search(text := file.read_text(encoding="utf-8")):
        return read_results(text, boards or {})
    with file.open(encoding="utf-8", newline="") as lines:
        reader = csv.DictReader(lines)
        missing = sorted({*COLUMNS}.difference(reader.fieldnames or ()))
        if missing:
            raise PuzzleFormatError(
                f"expected the columns {', '.join(COLUMNS)}, found no {missing[0]}; add it",
                source=str(file),
                line=1,
            )
        for row in reader:
            try:
                by_kind.setdefault(row["kind"], []).append(read_row(row, boards or {}))
            except PipelineError as error:
                raise PuzzleFormatError(
                    str(error), source=str(file), line=reader.line_num
                ) from error
    return by_kind


def read_row(row: Json, boards: Mapping[tuple[str, str], Json]) -> Timed:
    """Return the puzzle of a row with its measure; `PipelineError` if a value is wrong."""
    seconds, players = (_number(row, name) for name in ("seconds", "players"))
    kind = get_kind(row["kind"])
    if (puzzle := boards.get((kind.id, row["puzzle"].strip()))) is not None:
        return measured(kind, kind.decode(puzzle), seconds, players)
    form = next((form for form in kind.formats if form.detect(row["puzzle"])), None)
    if form is None:
        raise PuzzleFormatError(f"expected a {kind.title} on one line, found {row['puzzle']!r}")
    return measured(kind, next(form.read(row["puzzle"], None)).clues, seconds, players)


def measured(kind: AnyKind, clues: Any, seconds: float, players: float) -> Timed:
    """Return a puzzle with its measure; `PipelineError` if it has none."""
    own = kind.declared and kind.declared.measure
    if own:
        measure = own(clues)
    else:
        solved = kind.solve(clues, 2, kind.budget, kind.solvers[0]).solutions
        if len(solved) != 1:
            raise PuzzleFormatError(f"expected one solution, found {len(solved)}; leave it out")
        measure = to_hundredths(kind.grade(clues, solved[0]).score)
    if measure is None:
        raise PuzzleFormatError(f"expected a size that {kind.title} measures; leave it out")
    size = kind.encode(clues)
    return Timed(size["rows"] * size["cols"], max(1, measure), seconds / 60, players)


def _number(row: Json, name: str) -> float:
    text = row.get(name) or ("1" if name == "players" else "")
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e6:
        raise ConfigError(f"expected {name} above 0, found {text!r}; correct or remove the line")
    return number


def fit(kind: str, times: Sequence[Timed]) -> Json:
    """Return the table ``minutes`` of a kind's ``measured.json``."""
    if len(times) < LEAST:
        raise ConfigError(f"expected {LEAST} puzzles of {kind} or more, found {len(times)}")
    measure, minutes, players = columns(times)
    best = min(_fit_power(power, measure, minutes, players) for power in POWERS.tolist())
    return {
        "what": "minutes of practised players: factor * measure ** power",
        "factor": f"{best[1]:.4g}",
        "power": f"{best[2]:g}",
        "cells": sorted({one.cells for one in times}),
        "puzzles": len(times),
        "times": round(float(players.sum())),
    }


def columns(times: Sequence[Timed]) -> tuple[NDArray[np.float64], ...]:
    """Return the measures, the minutes and the players as columns."""
    rows = [(one.measure, one.minutes, one.players) for one in times]
    return tuple(np.array(rows, dtype=np.float64).T)


def _fit_power(
    power: float,
    measure: NDArray[np.float64],
    minutes: NDArray[np.float64],
    players: NDArray[np.float64],
) -> tuple[float, float, float]:
    """Return the weighted mean error of the logarithms, the factor and the power."""
    ratio = np.log(minutes) - power * np.log(measure)
    order = np.argsort(ratio)
    weights = np.cumsum(players[order])
    middle = ratio[order[np.searchsorted(weights, weights[-1] / 2)]]
    return float(np.average(abs(ratio - middle), weights=players)), float(np.exp(middle)), power


def report(kind: str, fitted: Json, times: Sequence[Timed]) -> str:
    """Return how far the minutes are off, and medians by tenths, as Markdown."""
    measure, minutes, _ = columns(times)
    given = float(fitted["factor"]) * measure ** float(fitted["power"])
    order = np.argsort(given)
    tenths = [
        (np.median(given[part]), np.median(minutes[part])) for part in np.array_split(order, 10)
    ]
    off = np.median(abs(given / minutes - 1))
    lines = [
        f"{kind}: {len(times)} puzzles, factor {fitted['factor']}, power {fitted['power']}, "
        f"off by {off:.1%} in the median, rank correlation {rank_correlation(given, minutes):.3f}",
        "| minutes given | " + " | ".join(f"{one:.1f}" for one, _ in tenths) + " |",
        "|" + " --- |" * 11,
        "| median measured | " + " | ".join(f"{other:.1f}" for _, other in tenths) + " |",
    ]
    return "\n".join(lines)


def rank_correlation(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    """Return Spearman's rank correlation; equal values share their mean rank."""
    return float(np.corrcoef(_ranks(a), _ranks(b))[0, 1])


def _ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks: NDArray[np.float64] = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    return ranks


if __name__ == "__main__":
    main()
