"""Regenerate the table behind the percentile of the sliding puzzle's grades.

    python -m tests.benchmarks.npuzzle_population [--out FILE]

Boards drawn evenly from all are nearly all as hard as boards get, so the depths are drawn evenly
instead, from 1 to `DEEPEST`. Equal versions of the generator and of the grade make an equal file.
Run it when one of them is raised; then every percentile changes, so raise the version of the grade
too.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import pipeline.kinds.npuzzle
from pipeline.kinds.npuzzle.generate import VERSION as GENERATOR_VERSION
from pipeline.kinds.npuzzle.generate import generate
from pipeline.kinds.npuzzle.goals import named_goal
from pipeline.kinds.npuzzle.grade import METHOD, VERSION, hundredths, reference_search
from pipeline.kinds.npuzzle.model import Params
from pipeline.model import Json, child_seed

SEED = 1
COUNT = 201

DEEPEST = {
    (2, 3): 21, (2, 4): 36, (3, 3): 31, (2, 5): 50, (3, 4): 38, (3, 5): 42, (4, 4): 48, (4, 5): 42,
    (5, 5): 40,
}  # fmt: skip
"""Largest depth by size: the largest there is, or what the generator reaches in good time."""

OUT = Path(pipeline.kinds.npuzzle.__file__).with_name("population.json")


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "--out", type=Path, default=OUT, help="file to write (default: %(default)s)"
    )
    out = parser.parse_args().out
    head = {
        "method": METHOD,
        "version": VERSION,
        "generator_version": GENERATOR_VERSION,
        "settings": {"goal": "classic", "scramble": "depth"},
        "seed": SEED,
    }
    rows = []
    for size in DEEPEST:
        rows.append(json.dumps(quantiles(*size)))
        sys.stderr.write(f"{size}\n")
    lines = [json.dumps(head)[:-1] + ', "sizes": [', ",\n".join(rows), "]}"]
    out.write_text("\n".join(lines) + "\n", encoding="utf-8")


def quantiles(rows: int, cols: int) -> Json:
    """Return one row of the table: 101 quantiles of the score, from 0 to 100 %."""
    deepest = DEEPEST[rows, cols]
    goal = named_goal("classic", rows, cols)
    scores: list[int] = []
    for index in range(COUNT):
        depth = 1 + index * deepest // COUNT
        params = Params(rows, cols, goal, "depth", depth=(depth, depth))
        made = generate(params, child_seed(SEED, "npuzzle-population", rows, cols, index))
        if made.clues is None:
            raise SystemExit(f"no {cols}x{rows} board of depth {depth} was made")
        scores.append(hundredths(reference_search(made.clues).nodes))
    scores.sort()
    picked = [scores[step * (COUNT - 1) // 100] for step in range(101)]
    return {"rows": rows, "cols": cols, "deepest": deepest, "puzzles": COUNT, "scores": picked}


if __name__ == "__main__":
    main()
