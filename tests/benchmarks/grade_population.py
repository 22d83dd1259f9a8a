"""Regenerate the table behind the percentile of Numberlink grades.

    python -m tests.benchmarks.grade_population [--out FILE]

It generates a fixed population of puzzles for each size, grades them, and writes quantiles to
``pipeline/kinds/numberlink/population.json``. Equal versions of the generator and of the grade make
an equal file. Run it when the version of the grade is raised, and when a new generator makes
another kind of puzzle; then every percentile changes, so raise the version of the grade too.
It takes some ten minutes on one core, most of them from 15x15 on.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import pipeline.kinds.numberlink
from pipeline.kinds.numberlink.generate import GENERATOR, generate
from pipeline.kinds.numberlink.generate import VERSION as GENERATOR_VERSION
from pipeline.kinds.numberlink.grade import METHOD, VERSION, RankKey, grade_alone, rank_key
from pipeline.kinds.numberlink.model import Params
from pipeline.model import Json, child_seed

SEED = 1
SIDES = (*range(4, 16), 18, 20, 25, 30)
LARGEST_FREE = 20
"""Largest side at which the default rule is generated; above it the rule is ``no-touch``."""

OUT = Path(pipeline.kinds.numberlink.__file__).with_name("population.json")


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
    """Return one row of the table: 101 quantiles of what ranks puzzles, from 0 to 100 %."""
    rule = "free" if side <= LARGEST_FREE else "no-touch"
    count = 201 if side <= 15 else 101
    keys: list[RankKey] = []
    index = 0
    while len(keys) < count:
        seed = child_seed(SEED, "numberlink-population", side, rule, index)
        made = generate(Params(side, side, rule), seed)
        index += 1
        if made.clues is not None and made.solution is not None:
            keys.append(rank_key(grade_alone(made.clues, made.solution)))
    keys.sort()
    picked = [keys[step * (count - 1) // 100] for step in range(101)]
    return {
        "cells": side * side,
        "rule": rule,
        "puzzles": count,
        "scores": [score for score, _, _ in picked],
        "undecided": [undecided for _, undecided, _ in picked],
        "probes": [probes for _, _, probes in picked],
    }


if __name__ == "__main__":
    main()
