"""Measure the populations behind the percentiles of grades again.

    python -m tools.benchmarks.grade_population KIND [--jobs N] [--out FILE]

For each size it generates a fixed population of puzzles, grades them, and writes quantiles to the
kind's ``population.json``, with the generator, its settings and the version of the grade. Equal
versions of both make an equal file. Run it when the version of the grade is raised, and when a new
generator makes another kind of puzzle; then every percentile changes, and so does the version of
the grade: that of a declared kind is in the file and rises here, raise that of another kind too.

With ``--compare`` it writes nothing, and prints how puzzles of the present generator rank in the
file. Where the largest distance of the two distributions (Kolmogorov and Smirnov's) is below what
chance gives once in twenty, name the generator's version in the file's ``alike_versions`` instead.
docs/grading.md says what the populations are, and how long this takes.
"""

import argparse
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from math import sqrt

from pipeline.kinds import get_kind
from pipeline.kinds.kit.grades.grading import to_hundredths
from pipeline.kinds.kit.grades.page_data import read_measured
from pipeline.model import Json, child_seed
from tools.benchmarks.measured import write_measured

SEED = 1


@dataclass(frozen=True)
class Population:
    """What a kind's puzzles are compared with.

    ``draws(rows, cols)`` gives the generator's settings and how many puzzles are made with each.
    """

    sizes: tuple[tuple[int, int], ...]
    draws: Callable[[int, int], Iterable[tuple[dict[str, str], int]]]


def numberlink_draws(side: int, _: int) -> Iterable[tuple[dict[str, str], int]]:
    """Return the default rule while it is quick, ``no-touch`` above."""
    yield {"rule": "free" if side <= 20 else "no-touch"}, 201 if side <= 15 else 101


def hashi_draws(side: int, _: int) -> Iterable[tuple[dict[str, str], int]]:
    """Return as many puzzles of each band as of the next, but for bands too small for them."""
    bands = ("easy", "medium") if side < 7 else ("easy", "medium", "hard", "expert")
    for band in bands:
        yield {"band": band}, (30 if side <= 20 else 15)


def npuzzle_draws(rows: int, cols: int) -> Iterable[tuple[dict[str, str], int]]:
    """Return depths drawn evenly, to the largest or what the generator reaches in good time.

    Boards drawn evenly from all are nearly all as hard as boards get.
    """
    yield {"depth": f"1:{DEEPEST[rows, cols]}"}, 201


def declared_draws(rows: int, _: int) -> Iterable[tuple[dict[str, str], int]]:
    """Return what a declared kind makes where nothing is asked for."""
    yield {}, 101 if rows <= 10 else 51


DEEPEST = {
    (2, 3): 21, (2, 4): 36, (3, 3): 31, (2, 5): 50, (3, 4): 38, (3, 5): 42, (4, 4): 48, (4, 5): 42,
    (5, 5): 40,
}  # fmt: skip


def squares(*sides: int) -> tuple[tuple[int, int], ...]:
    """Return sizes with as many rows as columns."""
    return tuple((side, side) for side in sides)


POPULATIONS = {
    "numberlink": Population(squares(*range(4, 16), 18, 20, 25, 30), numberlink_draws),
    "hashi": Population(squares(*range(5, 16), 18, 20, 25, 30, 40), hashi_draws),
    "npuzzle": Population(tuple(DEEPEST), npuzzle_draws),
    "slitherlink": Population(squares(5, 7, 8, 10, 13, 16), declared_draws),
    "masyu": Population(squares(5, 7, 8, 10, 13, 16), declared_draws),
    "akari": Population(squares(5, 7, 8, 10, 13, 16), declared_draws),
    "sudoku": Population(squares(4, 6, 9), declared_draws),
    "hitori": Population(squares(4, 6, 8, 10, 12), declared_draws),
    "nurikabe": Population(squares(5), declared_draws),
    "zip": Population(squares(4, 5, 6), declared_draws),
    "killer": Population(squares(4, 6, 9), declared_draws),
    "variantsudoku": Population(squares(4, 6, 9), declared_draws),
    "starbattle": Population(squares(5, 6, 8, 10), declared_draws),
    "binairo": Population(squares(4, 6, 8, 10, 14), declared_draws),
    "nonogram": Population(squares(5, 8, 10, 15, 20, 25), declared_draws),
    "colournonogram": Population(squares(5, 8, 10, 15, 20, 25), declared_draws),
    "shikaku": Population(squares(5, 7, 8, 10, 12, 15), declared_draws),
    "tents": Population(squares(5, 8, 10, 12, 15), declared_draws),
    "yajilin": Population(squares(5, 7, 10, 12), declared_draws),
    "heyawake": Population(squares(5, 6, 8, 10, 12), declared_draws),
    "futoshiki": Population(squares(4, 5, 6, 7, 8), declared_draws),
    "skyscrapers": Population(squares(4, 5, 6, 7, 8), declared_draws),
    "mosaic": Population(squares(5, 7, 8, 10, 12, 15), declared_draws),
    "suguru": Population(squares(5, 6, 7, 8, 9), declared_draws),
    "calcudoku": Population(squares(4, 5, 6, 7, 8, 9), declared_draws),
    "kakuro": Population(squares(5, 6, 7, 8, 10, 12), declared_draws),
    "kurodoko": Population(squares(4, 6, 8, 10, 12), declared_draws),
    "ripple": Population(squares(5, 6, 8, 10), declared_draws),
    "countryroad": Population(squares(5, 6, 8, 10), declared_draws),
    "norinori": Population(squares(5, 6, 8), declared_draws),
    "tapa": Population(squares(5, 6, 8, 10, 12, 15), declared_draws),
    "lits": Population(squares(5, 6, 8, 10), declared_draws),
    "dominosa": Population(((4, 5), (5, 6), (7, 8), (9, 10)), declared_draws),
    "pips": Population(((3, 4), (4, 5), (5, 6), (7, 8)), declared_draws),
    "samurai": Population(((8, 8), (14, 12), (21, 21)), declared_draws),
    "kakurasu": Population(squares(4, 5, 7, 10), declared_draws),
    "battleships": Population(squares(6, 8, 10, 12), declared_draws),
    "fillomino": Population(squares(5, 6, 8), declared_draws),
    "hidato": Population(squares(4, 5, 6, 8, 10), declared_draws),
    "numbrix": Population(squares(5, 6, 8, 9, 10), declared_draws),
    "maze": Population(squares(6, 8, 10, 15, 20), declared_draws),
    "wordsearch": Population(squares(5, 8, 10, 15, 20), declared_draws),
}


def main() -> None:
    """Write the table of one kind."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("kind", choices=POPULATIONS)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--compare", action="store_true", help="compare instead of writing")
    asked = parser.parse_args()
    package = f"pipeline.kinds.{asked.kind}"
    is_declared = find_spec(f"{package}.generate") is None
    kit = "pipeline.kinds.kit"
    grading = import_module(f"{kit}.engine.grade" if is_declared else f"{package}.grade")
    generator = import_module(f"{kit}.making.generator" if is_declared else f"{package}.generate")
    new = {"generator_version": get_kind(asked.kind).version, "version": 1}
    before = read_measured(package, "population") or new
    is_new = before["generator_version"] != get_kind(asked.kind).version
    has_effort = is_declared and get_kind(asked.kind).declared.effort is not None
    head = {
        "method": grading.EFFORT if has_effort else grading.METHOD,
        "version": before["version"] + is_new if is_declared else grading.VERSION,
        "generator": generator.GENERATOR,
        "generator_version": get_kind(asked.kind).version,
        "seed": SEED,
    }
    sizes = []
    with ProcessPoolExecutor(asked.jobs) as pool:
        for size in POPULATIONS[asked.kind].sizes:
            sizes.append(quantiles(asked.kind, size, pool))
            sys.stderr.write(f"{size[1]}x{size[0]}\n")
    if asked.compare:
        sys.stdout.writelines(compare(read_measured(package, "population")["sizes"], sizes))
    else:
        write_measured(asked.kind, "population", {**head, "sizes": sizes})


def compare(population: Sequence[Json], sizes: Sequence[Json]) -> Iterator[str]:
    """Yield for each size the mean rank of the new scores among the old, and the distance."""
    for old, new in zip(population, sizes, strict=True):
        among = sorted(old["scores"])
        ranks = [
            (bisect_left(among, score) + bisect_right(among, score)) / (2 * len(among))
            for score in sorted(new["scores"])
        ]
        distance = max(abs(rank - at / (len(ranks) - 1)) for at, rank in enumerate(ranks))
        chance = 1.36 * sqrt(2 / sum(draw["puzzles"] for draw in new["settings"]))
        mean = 100 * sum(ranks) / len(ranks)
        said = f"mean rank {mean:.1f} %, distance {distance:.3f}, by chance {chance:.3f}"
        yield f"{new['cells']} cells: {said}\n"


def quantiles(kind: str, size: tuple[int, int], pool: ProcessPoolExecutor) -> Json:
    """Return one row of the table: 101 quantiles of the score, from 0 to 100 %."""
    scores: list[int] = []
    draws = list(POPULATIONS[kind].draws(*size))
    for settings, count in draws:
        made = pool.map(partial(score_of, kind, size, settings), range(count), chunksize=5)
        scores += made
    scores.sort()
    picked = [scores[step * (len(scores) - 1) // 100] for step in range(101)]
    return {
        "cells": size[0] * size[1],
        "settings": [{**settings, "puzzles": count} for settings, count in draws],
        "scores": picked,
    }


def score_of(kind: str, size: tuple[int, int], settings: dict[str, str], index: int) -> int:
    """Return the score of the first puzzle that the generator makes from the seeds of an index."""
    the_kind = get_kind(kind)
    others = {key: value for key, value in settings.items() if key != "rule"}
    params = the_kind.parse_params(*size, settings.get("rule"), others)
    attempt = 0
    while True:
        sides = size if size[0] != size[1] else size[:1]
        names = (f"{kind}-population", *sides, *sorted(settings.values()), index, attempt)
        made = the_kind.generate(params, child_seed(SEED, *names))
        if made.clues is not None:
            return to_hundredths(the_kind.grade(made.clues, made.solution).score)
        attempt += 1


if __name__ == "__main__":
    main()
