"""How the grade of Hashi goes with other measures of a puzzle, within a size.

    python -m tests.benchmarks.hashi_evidence

No people take part: rank correlations (Spearman) between the score and what other programs or a
ruler would say, on generated puzzles of one size. They tell whether the grade is a measure of its
own, not whether it is right.
"""

import sys
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.hashi.engines import Search, find_links
from pipeline.kinds.hashi.generate import generate
from pipeline.kinds.hashi.grade import count_trials
from pipeline.kinds.hashi.model import Clues, Params, Solution
from pipeline.kinds.hashi.solve import HASHI
from pipeline.model import child_seed
from pipeline.solvers.sat import SAT_SOLVERS

SEED = 1
SIZES = ((10, 600), (15, 300), (25, 100))
LIMIT = 1_000_000


def main() -> None:
    """Print the table."""
    columns = {}
    for side, count in SIZES:
        puzzles = []
        for index in range(count):
            made = generate(Params(side, side), child_seed(SEED, "hashi-evidence", side, index))
            if made.clues is not None and made.solution is not None:
                puzzles.append((made.clues, made.solution))
        values = {name: [measure(*p) for p in puzzles] for name, measure in MEASURES.items()}
        score = values["score of all three rungs"]
        columns[side] = {name: spearman(score, value) for name, value in values.items()}
    head = " | ".join(f"{side}x{side} ({count})" for side, count in SIZES)
    lines = [f"| rank correlation of the score with | {head} |", "| --- |" + " --- |" * len(SIZES)]
    for name in list(MEASURES)[1:]:
        cells = " | ".join(f"{columns[side][name]:.2f}" for side, _ in SIZES)
        lines.append(f"| {name} | {cells} |")
    sys.stdout.write("\n".join(lines) + "\n")


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the rank correlation; equal values share the mean of their ranks."""
    return float(np.corrcoef(_ranks(one), _ranks(other))[0, 1])


def _ranks(values: Sequence[float]) -> NDArray[np.float64]:
    _, inverse, counts = np.unique(np.array(values), return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    middle: NDArray[np.float64] = last - (counts - 1) / 2
    return middle[inverse]


def _search_nodes(clues: Clues) -> int:
    search = Search(clues)
    while search.next_solution(LIMIT) is not None:
        pass
    return search.nodes


def _conflicts(clues: Clues, solution: Solution) -> int:
    """Return the conflicts until no solution but the known one is left."""
    return HASHI.by_sat(clues, 2, LIMIT, SAT_SOLVERS[0], (solution,)).steps


MEASURES: dict[str, Callable[[Clues, Solution], float]] = {
    "score of all three rungs": lambda clues, _: float(
        np.log2(np.array(count_trials(clues).nodes) + 1).mean()
    ),
    "trials with `isolation` alone": lambda clues, _: count_trials(clues).nodes[2],
    "nodes of the exhaustive search": lambda clues, _: _search_nodes(clues),
    "conflicts of a SAT solver": _conflicts,
    "islands": lambda clues, _: len(clues.island_cells()),
    "pairs of islands that see each other": lambda clues, _: len(
        find_links(clues.cols, clues.islands).ends
    ),
    "crossings": lambda clues, _: len(find_links(clues.cols, clues.islands).crossing),
    "mean clue": lambda clues, _: sum(clues.islands) / len(clues.island_cells()),
}


if __name__ == "__main__":
    main()
