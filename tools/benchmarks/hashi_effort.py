"""How well Hashi grades agree with a human solver's signs of effort, as Markdown.

    python -m tools.benchmarks.hashi_effort [FOLDER]

FOLDER (or PUZZLEPRESS_STUDY_DATA) holds ``hashi_effort.jsonl``, which the project may not ship:
half of the published puzzles whose recorded clicks are known; the other half is kept for checks. A
sign is a bridge drawn in the colour of assumptions (*tentative*), or an assumption thrown away
(*rejected*). docs/grading.md says what came out.
"""

import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from pipeline.kinds.hashi.grade import (
    Counts,
    count_open,
    count_refutable,
    count_trials,
    score_hundredths,
)
from pipeline.kinds.hashi.model import make_clues
from pipeline.kinds.kit.grades.grading import mean_log2_hundredths
from pipeline.model import Json
from tools.benchmarks.agreement import auc_within, with_interval

SOLVER = "Steve C"
"""The one solver who used the colour of assumptions often enough to count."""

SIGNS = ("rejections", "tentative")


@dataclass(frozen=True)
class Case:
    """One puzzle: its size, its solver's sign, and what the grade counts."""

    size: tuple[int, int]
    is_marked: bool
    signs: tuple[bool, ...]
    islands: int
    counts: Counts
    refutable: int
    links: int
    left: int


MEASURES: dict[str, Callable[[Case], float]] = {
    "score of version 1 (mean of log2(1 + nodes))": lambda case: mean_log2_hundredths(
        case.counts.nodes
    ),
    "trials with `isolation`": lambda case: case.counts.nodes[2],
    "level, then its share (the score now)": lambda case: score_hundredths(
        case.counts, case.links, case.left, case.refutable
    ),
    "trial needed, then fewer refutable trials": lambda case: (
        1 / (1 + case.refutable) if case.counts.nodes[2] else 0
    ),
    "fewer islands": lambda case: -case.islands,
}


def main() -> None:
    """Print the tables."""
    folder = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("PUZZLEPRESS_STUDY_DATA")
    if folder is None:
        sys.exit("name the folder of the study data, or set PUZZLEPRESS_STUDY_DATA")
    lines = (Path(folder) / "hashi_effort.jsonl").read_text("utf-8").splitlines()
    given = [json.loads(line) for line in lines]
    cases = [case_of(one) for one in given if one["solver"] == SOLVER]
    show("All", cases)
    show("A trial is needed", [case for case in cases if case.counts.nodes[2]])
    calm = [case for case in cases if not case.counts.nodes[2]]
    print(f"\nNo trial needed: {len(calm)}, of them with a sign: {sum(any(c.signs) for c in calm)}")


def case_of(given: Json) -> Case:
    """Return a puzzle with all that is counted of it."""
    rows, cols = given["rows"], given["cols"]
    clues = make_clues(rows, cols, [clue for row in given["clues"] for clue in row])
    counts = count_trials(clues)
    return Case(
        (min(rows, cols), max(rows, cols)),
        False,
        tuple(given[sign] > 0 for sign in SIGNS),
        len(list(clues.clues_but(0))),
        counts,
        count_refutable(clues) if counts.nodes[2] else 0,
        *count_open(clues, max(counts.level - 1, 0)),
    )


def show(title: str, cases: list[Case]) -> None:
    """Print how often a puzzle with a sign has the greater value than one of its size without."""
    marked = [[replace(case, is_marked=case.signs[k]) for case in cases] for k in range(len(SIGNS))]
    head = " | ".join(
        f"{sign} ({sum(case.is_marked for case in group)} of {len(group)})"
        for sign, group in zip(SIGNS, marked, strict=True)
    )
    print(f"\n{title}\n\n| measure | {head} |\n| --- |{' --- |' * len(SIGNS)}")
    for name, value in MEASURES.items():
        found = " | ".join(with_interval(group, value, auc_within) for group in marked)
        print(f"| {name} | {found} |")


if __name__ == "__main__":
    main()
