"""How well the grade of declared kinds agrees with human solvers' signs of effort, as Markdown.

    python -m tools.benchmarks.declared_effort [FOLDER [KIND...]]

FOLDER (or PUZZLEPRESS_STUDY_DATA) holds ``<kind>_effort.jsonl``, which the project may not ship:
half of the published puzzles whose recorded clicks are known; the other half is kept for checks.
docs/grading.md says what the signs are, and what came out.
"""

import json
import os
import sys
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from pipeline.kinds import get_kind
from pipeline.kinds.kit.board.board import Board
from pipeline.model import Json
from tools.benchmarks.agreement import auc_within, with_interval

SIGNS = {
    "slitherlink": (("rejections", "Jürgen Helbig"), ("tentative", "Jürgen Helbig")),
    "masyu": (("rejections", "Steve C"), ("tentative", "Steve C"), ("markers", "Steve C")),
    "akari": (("markers", "Groffin"),),
    "hitori": (("markers", "Rainer"),),
    "nurikabe": (("tentative", "Rainer"), ("markers", "Jürgen Helbig")),
}
"""Of each kind the signs that are frequent enough, each with the solver who left them."""

CODES = {
    "slitherlink": {".": -1},
    "masyu": {".": 0, "w": 1, "1": 1, "b": 2, "2": 2},
    "akari": {".": -1, "#": -2},
}
"""What the files have for clues, where it is no number."""


@dataclass(frozen=True)
class Case:
    """One puzzle: its size, its solver and signs, and what is measured of it."""

    size: tuple[int, int]
    is_marked: bool
    given: Json
    measures: dict[str, float]


def main() -> None:
    """Print a table for each kind."""
    folder = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("PUZZLEPRESS_STUDY_DATA")
    if folder is None:
        sys.exit("name the folder of the study data, or set PUZZLEPRESS_STUDY_DATA")
    print("| kind, sign | with it | score | longest chain | fewer clues |\n|" + " --- |" * 5)
    for kind in sys.argv[2:] or SIGNS:
        lines = (Path(folder) / f"{kind}_effort.jsonl").read_text("utf-8").splitlines()
        solvers = {solver for _, solver in SIGNS[kind]}
        given = [one for line in lines if (one := json.loads(line))["solver"] in solvers]
        show(kind, [case_of(kind, one) for one in given])


def case_of(kind: str, given: Json) -> Case:
    """Return a puzzle with all that is measured of it."""
    rows, cols = given["rows"], given["cols"]
    codes = CODES.get(kind, {})
    values = tuple(codes[x] if x in codes else int(x) for row in given["clues"] for x in row)
    clues = Board(rows, cols, values)
    found = get_kind(kind).grade(clues, None)
    empty = codes.get(".", 0)
    measures = {
        "score": float(found.score),
        "chain": float(found.extra["chain"]) + (1000 if found.extra["hardest"] == "search" else 0),
        "clues": -sum(value != empty for value in values),
    }
    return Case((min(rows, cols), max(rows, cols)), False, given, measures)


def measure_of(name: str, case: Case) -> float:
    """Return one of the measures of a puzzle."""
    return case.measures[name]


def show(kind: str, cases: list[Case]) -> None:
    """Print how often a puzzle with a sign has the greater value than one of its size without."""
    for sign, solver in SIGNS[kind]:
        group = [
            replace(case, is_marked=case.given[sign] > 0)
            for case in cases
            if case.given["solver"] == solver
        ]
        marked = sum(case.is_marked for case in group)
        found = " | ".join(
            with_interval(group, partial(measure_of, name), auc_within)
            for name in ("score", "chain", "clues")
        )
        print(f"| {kind}, {sign} | {marked} of {len(group)} | {found} |", flush=True)


if __name__ == "__main__":
    main()
