"""Measure how well Numberlink grades agree with a human solver, and print the tables as Markdown.

    python -m tools.benchmarks.grade_evidence [FOLDER]

FOLDER (or the environment variable PUZZLEPRESS_STUDY_DATA) holds the study data, which the project
may not ship: ``arukone_effort.jsonl``, published puzzles with the trace of one solver's clicks, and
``janko270.txt``, published puzzles. docs/grading.md says what came out. About two minutes on one
core.

A trace is a list ``cell,value[,,letter];...``. A cell is two letters, column then row; a value
adds up the sides that a line leaves by (1 up, 2 right, 4 down, 8 left). The traces are clean
drawings, so their length says nothing about effort. But the solver sometimes put a letter to what
he drew, to try an assumption: a puzzle in whose trace a letter occurs is called *marked*.
"""

import argparse
import json
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time

import numpy as np

from pipeline.kinds.kit.grades.grading import mean_log2_hundredths
from pipeline.kinds.numberlink.canonical import canonical_clues
from pipeline.kinds.numberlink.grade import (
    BUDGET,
    ORDERS,
    Assumptions,
    band_of,
    climb,
    count_nodes,
    find_assumptions,
    grade_alone,
    make_arrays,
    score_hundredths,
    warm_up,
)
from pipeline.kinds.numberlink.kernels import grade as kernel
from pipeline.kinds.numberlink.kernels import grade_search
from pipeline.kinds.numberlink.model import Clues, Solution, make_clues, make_solution
from pipeline.model import Band, Json
from tools.benchmarks.agreement import auc, auc_within, ranks, with_interval

SOLVER = "Groffin"
"""The one solver in whose traces letters occur often enough to count."""

TAUT = Assumptions(True, True, True)
COVER_ONLY = Assumptions(True, False, False)
SIDES = {1: (-1, 0), 2: (0, 1), 4: (1, 0), 8: (0, -1)}


@dataclass(frozen=True)
class Case:
    """One puzzle: its size, whether its trace is marked, and every measure of it."""

    size: tuple[int, int]
    is_marked: bool
    band: Band
    nodes: tuple[int, ...]
    measures: dict[str, float]


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", default=os.environ.get("PUZZLEPRESS_STUDY_DATA"))
    folder = parser.parse_args().folder
    if folder is None:
        parser.error("name the folder of the study data, or set PUZZLEPRESS_STUDY_DATA")
    warm_up()
    show_effort(list(read_traces(Path(folder) / "arukone_effort.jsonl")))
    show_published(list(read_grids(Path(folder) / "janko270.txt")))


def say(*words: object, end: str = "\n") -> None:
    """Print a line."""
    sys.stdout.write(" ".join(map(str, words)) + end)


# The solver's traces


def read_traces(path: Path) -> Iterable[Json]:
    """Yield the records of the solver that have a trace."""
    for line in path.read_text("utf-8").splitlines():
        record = json.loads(line)
        if record["solver"] == SOLVER and record["trace"]:
            yield record


def is_marked(trace: str) -> bool:
    """Return whether a line was drawn in letters."""
    return any(step.count(",") >= 3 and step.rsplit(",", 1)[1] for step in trace.split(";"))


def drawn_solution(clues: Clues, trace: str) -> Solution | None:
    """Return the solution that is on the board after the last click, None if none does."""
    sides: dict[tuple[int, int], int] = {}
    for step in trace.split(";"):
        place, _, rest = step.partition(",")
        if rest and len(place) == 2:
            value = rest.split(",")[0]
            sides[ord(place[1]) - ord("a"), ord(place[0]) - ord("a")] = (
                int(value) if value.isdigit() else 0
            )
    paths = []
    for first, last in clues.ends():
        path, before = [divmod(first, clues.cols)], None
        while len(path) == 1 or not number_at(clues, path[-1]):
            row, col = path[-1]
            ways = [
                (row + down, col + right)
                for side, (down, right) in SIDES.items()
                if sides.get((row, col), 0) & side and (row + down, col + right) != before
            ]
            if len(ways) != 1 or ways[0] in path or not is_on(clues, ways[0]):
                return None
            before = path[-1]
            path.append(ways[0])
        if path[-1] != divmod(last, clues.cols):
            return None
        paths.append([r * clues.cols + c for r, c in path])
    return make_solution(paths)


def is_on(clues: Clues, place: tuple[int, int]) -> bool:
    """Return whether a place is on the board."""
    return 0 <= place[0] < clues.rows and 0 <= place[1] < clues.cols


def number_at(clues: Clues, place: tuple[int, int]) -> int:
    """Return the number at a place, 0 for none."""
    return clues.numbers[place[0] * clues.cols + place[1]]


def case_of(record: Json) -> Case | None:
    """Return a puzzle with all measures, None where no taut solution can be read."""
    labels = [label for row in record["clues"] for label in row]
    clues = make_clues(record["rows"], record["cols"], "cover", labels)
    solution = drawn_solution(clues, record["trace"])
    if solution is None or not find_assumptions(clues, solution).keeps_no_touch:
        return None
    grade = grade_alone(clues, solution)
    form = canonical_clues(clues)
    only_cover = mean_log2_hundredths(count_nodes(form, COVER_ONLY).nodes)
    measures: dict[str, float] = {
        "score": float(grade.score),
        "G": mean_log2_hundredths(grade.nodes),
        "longest chain": grade.extra.get("chain", 99),
        "nodes of one order": grade.nodes[0],
        "probes": probes_of(form),
        "G of a search that knows `cover` only": only_cover,
        "fewer pairs": -clues.pairs,
        "area": clues.rows * clues.cols,
    }
    size = (min(clues.rows, clues.cols), max(clues.rows, clues.cols))
    return Case(size, is_marked(record["trace"]), grade.band, grade.nodes, measures)


def probes_of(form: Clues) -> int:
    """Return the tries of depth-1 probing, also where no order is capped."""
    board, state = make_arrays(form, TAUT)
    counts = np.zeros(2, dtype=np.int64)
    if kernel.deduce(board, state):
        grade_search.probe(board, state, 10**6, counts)
    return int(counts[0])


def show_effort(records: Sequence[Json]) -> None:
    """Print how measures agree with marks."""
    cases = [case for case in map(case_of, records) if case is not None]
    marked = sum(case.is_marked for case in cases)
    of_all = sum(is_marked(record["trace"]) for record in records)
    say(f"{len(records)} traces of the solver, {of_all} of them marked.")
    say(f"{len(cases)} with a readable taut solution, {marked} of them marked.\n")
    say("| measure | AUC within a size | AUC over all sizes |\n|---|---|---|")
    for name in cases[0].measures:

        def value(case: Case, name: str = name) -> float:
            return case.measures[name]

        within = with_interval(cases, value, auc_within)
        say(f"| {name} | {within} | {with_interval(cases, value, auc)} |")
    say("\n| band | puzzles | marked | share |\n|---|---|---|---|")
    for band in Band:
        group = [case for case in cases if case.band == band]
        hits = sum(case.is_marked for case in group)
        say(f"| {band} | {len(group)} | {hits} | {hits / max(1, len(group)):.2f} |")
    half = ORDERS // 2
    halves = [[mean_log2_hundredths(c.nodes[k : k + half]) for c in cases] for k in (0, half)]
    rank = np.corrcoef(ranks(halves[0]), ranks(halves[1]))[0, 1]
    say(f"\nRank correlation of G from the first {half} orders and from the others: {rank:.3f}\n")


# The published puzzles


def read_grids(path: Path) -> Iterable[Clues]:
    """Yield the puzzles of a file of ``W H`` headers and grids."""
    lines = [line for line in path.read_text("utf-8").splitlines() if line[:1] not in ("#", "")]
    while lines:
        cols, rows = map(int, lines[0].split())
        labels = [None if mark == "." else mark for row in lines[1 : rows + 1] for mark in row]
        yield make_clues(rows, cols, "no-touch", labels)
        del lines[: rows + 1]


def show_published(puzzles: Sequence[Clues]) -> None:
    """Print bands, capped orders and times by size; these solutions are taut by their rule."""
    by_size = defaultdict(list)
    for clues in puzzles:
        form = canonical_clues(clues)
        started = process_time()
        counts, ladder = count_nodes(form, TAUT), climb(form, TAUT)
        by_size[form.rows, form.cols].append((counts, ladder, process_time() - started))
    say("| size | puzzles | easy | medium | hard | expert | median score | equal pairs |", end="")
    say(" capped orders | longest chain: median, most | ms |\n" + "|---" * 11 + "|")
    for (rows, cols), group in sorted(by_size.items(), key=lambda item: item[0][0] * item[0][1]):
        scores = sorted(score_hundredths(counts, ladder) for counts, ladder, _ in group)
        equal = sum(n * (n - 1) for n in Counter(scores).values()) / (len(group) * (len(group) - 1))
        bands = Counter(band_of(counts.nodes) for counts, _, _ in group)
        capped = sum(counts.capped for counts, _, _ in group) / (ORDERS * len(group))
        chains = [ladder.chain for _, ladder, _ in group if ladder.chain is not None]
        time = 1000 * sum(seconds for _, _, seconds in group) / len(group)
        shares = " | ".join(str(bands[band]) for band in Band)
        say(
            f"| {cols}x{rows} | {len(group)} | {shares} | {median(scores) / 100:.2f} "
            f"| {equal:.2f} | {100 * capped:.0f} % "
            f"| {median(chains or [0])}, {max(chains, default=0)} | {time:.1f} |"
        )
    total = sum(seconds for group in by_size.values() for _, _, seconds in group)
    say(f"\n{len(puzzles)} puzzles, {total:.1f} s, at most {BUDGET} nodes an order.")


if __name__ == "__main__":
    main()
