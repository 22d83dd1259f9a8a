"""What a proof with lemmas refutes, where the plain encoding alone is beyond a solver.

The plain encoding, the lemmas of `engines.normal_form` and `engines.pockets` as clauses, and the
windows in which the solution is settled. The lemmas push lines to one side of the board, so there
are four sets of them, and a proof uses one. `check_lemmas` judges a lemma from the board alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain

from pipeline.kinds.kit.refutation import Clause, LemmaTask
from pipeline.kinds.numberlink.canonical import cells_of_image, turn
from pipeline.kinds.numberlink.check_lemmas import SIDES, is_lemma, make_frame, suits_lemmas
from pipeline.kinds.numberlink.encode_sat import EdgeMap, edge_map, solution_edges, suits_sat
from pipeline.kinds.numberlink.engines.normal_form import normal_form_clauses
from pipeline.kinds.numberlink.engines.pockets import pocket_clauses
from pipeline.kinds.numberlink.engines.windowed_refutation import SIDES as SYMMETRIES
from pipeline.kinds.numberlink.engines.windowed_refutation import WINDOWS, windows_of
from pipeline.kinds.numberlink.model import Clues, Solution


def lemma_tasks(clues: Clues, solution: Solution) -> Iterator[LemmaTask]:
    """Yield what may be tried for a puzzle whose right solution is known; none where lemmas fail.

    They hold under ``free``, and where the solution covers every cell and never touches itself.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> clues = make_clues(2, 3, "free", ["a", 0, "a", "b", 0, "b"])
    >>> [task.name for task in lemma_tasks(clues, Solution(((0, 1, 2), (3, 4, 5))))]
    ['lines pushed down', 'lines pushed up', 'lines pushed right', 'lines pushed left']
    """
    fits = suits_lemmas(clues.rows, clues.cols, clues.blocked, solution.paths)
    if clues.rule != "free" or not fits or not suits_sat(clues):
        return
    edges = edge_map(clues.rows, clues.cols, clues.blocked)
    kept = set(solution_edges(edges, solution))
    for side, symmetry in zip(SIDES, SYMMETRIES, strict=True):
        posed, _ = turn(clues, solution, symmetry)
        there = edge_map(posed.rows, posed.cols, posed.blocked)
        home = cells_of_image(clues.rows, clues.cols, symmetry).ravel().tolist()
        own = [edges.variable(home[one], home[other]) or 0 for one, other in there.edges]
        ends = frozenset(cell for pair in posed.ends() for cell in pair)
        made = chain(
            normal_form_clauses(there, ends), pocket_clauses(there, ends, WINDOWS.widest_pocket)
        )
        windows = windows_of(posed.rows, posed.cols, posed.blocked, WINDOWS)
        yield LemmaTask(
            name=f"lines pushed {side}",
            lemmas=tuple(tuple(_moved(own, literal) for literal in clause) for clause in made),
            windows=tuple(
                tuple(own[edge - 1] for edge in window if own[edge - 1] in kept)
                for window in chain.from_iterable(windows)
            ),
            is_lemma=partial(_is_lemma, clues, edges, side),
        )


def _moved(own: Sequence[int], literal: int) -> int:
    return own[literal - 1] if literal > 0 else -own[-literal - 1]


def _is_lemma(clues: Clues, edges: EdgeMap, side: str, clause: Clause) -> bool:
    if any(not 0 < abs(literal) <= len(edges.edges) for literal in clause):
        return False
    frame = make_frame(clues.rows, clues.cols, clues.numbers, clues.blocked, side)
    off = [frame.edge(*edges.edges[-literal - 1]) for literal in clause if literal < 0]
    on = [frame.edge(*edges.edges[literal - 1]) for literal in clause if literal > 0]
    return is_lemma(frame, off, on)
