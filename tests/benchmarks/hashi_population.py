"""Regenerate the table behind the percentile of Hashi grades.

    python -m tests.benchmarks.hashi_population [--out FILE]

It generates a fixed population of puzzles for each size, grades them, and writes quantiles to
``pipeline/kinds/hashi/population.json``. Equal versions of the generator and of the grade make an
equal file. Run it when the version of the grade is raised, and when a new generator makes another
kind of puzzle; then every percentile changes, so raise the version of the grade too.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import pipeline.kinds.hashi
from pipeline.kinds.hashi.generate import GENERATOR, generate
from pipeline.kinds.hashi.generate import VERSION as GENERATOR_VERSION
from pipeline.kinds.hashi.grade import METHOD, VERSION, grade_alone, hundredths
from pipeline.kinds.hashi.model import Params
from pipeline.model import Json, child_seed

SEED = 1
SIDES = (*range(5, 16), 18, 20, 25, 30, 40, 50)

OUT = Path(pipeline.kinds.hashi.__file__).with_name("population.json")


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
        "generator": GENERATOR,
        "generator_version": GENERATOR_VERSION,
        "seed": SEED,
    }
    rows = []
    for side in SIDES:
        rows.append(json.dumps(quantiles(side)))
        sys.stderr.write(f"{side}x{side}\n")
    lines = [json.dumps(head)[:-1] + ', "sizes": [', ",\n".join(rows), "]}"]
    out.write_text("\n".join(lines) + "\n", encoding="utf-8")


def quantiles(side: int) -> Json:
    """Return one row of the table: 101 quantiles of the score, from 0 to 100 %."""
    count = 501 if side <= 15 else 101
    scores: list[int] = []
    index = 0
    while len(scores) < count:
        made = generate(Params(side, side), child_seed(SEED, "hashi-population", side, index))
        index += 1
        if made.clues is not None:
            scores.append(hundredths(grade_alone(made.clues).nodes))
    scores.sort()
    picked = [scores[step * (count - 1) // 100] for step in range(101)]
    return {"cells": side * side, "puzzles": count, "scores": picked}


if __name__ == "__main__":
    main()
