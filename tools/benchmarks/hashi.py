"""The figures of Hashi in docs/benchmarks.md; ``python -m tools.benchmarks hashi`` runs them.

All seconds are processor time, so that a busy machine says the same as a quiet one.
"""

import os
import statistics
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import process_time

from pipeline.kinds import get_kind
from pipeline.stages.collection.importer import import_records
from pipeline.stages.filter import filter_records
from pipeline.stages.generate import GeneratorOrder, generate_records
from pipeline.stages.grade import grade_records

SIZES = ((7, 300), (10, 200), (15, 100), (25, 30), (40, 10), (50, 5))
"""Sides, and how many puzzles of each."""


def hashi() -> Iterator[str]:
    """Yield rates of the generator, and the times of the proofs on published instances."""
    kind = get_kind("hashi")
    for part in kind.warm_up:
        part()
    yield "| size | band | puzzles a second | proved unique | proof, mean s | bands |"
    yield "| --- | --- | --- | --- | --- | --- |"
    jobs = [(side, count, "") for side, count in SIZES]
    jobs += [(10, 20, "hard"), (10, 20, "expert"), (25, 4, "hard")]
    for side, count, band in jobs:
        settings = {"band": band} if band else {}
        order = GeneratorOrder("hashi", kind.parse_params(side, side, None, settings), 1)
        start = process_time()
        made = [r for r in generate_records((order, i) for i in range(count)) if r is not None]
        end = process_time()
        proved = list(filter_records(made))
        proof = (process_time() - end) / len(made)
        unique = sum(record.verdict.status == "unique" for record in proved)
        bands = Counter(str(r.grade.band) for r in grade_records(proved) if r.grade)
        yield (
            f"| {side}x{side} | {band or 'any'} | {len(made) / (end - start):.1f} "
            f"| {unique}/{count} | {proof:.4f} | {dict(bands)} |"
        )
    yield ""
    yield from _instances()


def _instances() -> Iterator[str]:
    """Yield the time of a proof, or of a second solution, by number of islands."""
    folder = Path(os.environ.get("PUZZLEPRESS_STUDY_DATA", ".")) / "hashi_coelho"
    files = sorted(folder.glob("*.has"))
    if not files:
        yield "PUZZLEPRESS_STUDY_DATA names no folder with hashi_coelho: skipped"
        return
    kind = get_kind("hashi")
    assert kind.uniqueness is not None
    proofs: dict[int, list[float]] = {}
    filters: dict[int, list[float]] = {}
    verdicts: Counter[str] = Counter()
    for file in files:
        records = list(import_records(str(file), "has"))
        islands = int(file.name.split("_")[2])
        clues = kind.decode(records[0].puzzle)
        start = process_time()
        verdicts[str(kind.uniqueness.prove(clues, None, kind.budget).status)] += 1
        end = process_time()
        list(filter_records(records))
        proofs.setdefault(islands, []).append(end - start)
        filters.setdefault(islands, []).append(process_time() - end)
    yield "| islands | files | verdict: mean s | slowest | with a first solution: mean s |"
    yield "| --- | --- | --- | --- | --- |"
    for islands, seconds in sorted(proofs.items()):
        yield (
            f"| {islands} | {len(seconds)} | {statistics.fmean(seconds):.3f} "
            f"| {max(seconds):.3f} | {statistics.fmean(filters[islands]):.3f} |"
        )
    yield f"\nVerdicts: {dict(verdicts)}"
