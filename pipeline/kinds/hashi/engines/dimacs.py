"""A puzzle as a DIMACS CNF that stands alone: its models are the puzzle's solutions.

The plain encoding, and for groups and loops a forest: a link may be directed from an island to the
one before it, islands count their distance along such arcs in binary, and no island has two before
it. All islands hang together if each but the first has one before it; there is no loop if every
link with a bridge belongs to the forest.
"""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.kinds.hashi.encode_sat import Encoding, encode
from pipeline.kinds.hashi.model import Clues
from pipeline.solvers.order import add_less
from pipeline.solvers.proof_text import cnf_lines


def dimacs(clues: Clues) -> Iterator[str]:
    """Yield the lines of a DIMACS CNF of a puzzle, after comments that map variables to cells.

    Every model gives a solution under the puzzle's rule: a link has as many bridges as variables
    of its that are true. Every solution is a model.

    Examples
    --------
    >>> from pipeline.kinds.hashi.model import make_clues
    >>> lines = list(dimacs(make_clues(1, 3, [2, 0, 2], "free-2")))
    >>> [line for line in lines if line.startswith(("p", "c 1"))]
    ['c 1..2: row 1 column 1 - row 1 column 3', 'p cnf 2 3']
    """
    encoding = encode(clues)
    comments = [*describe_variables(clues, encoding)]
    variables, added = _forest(clues, encoding)
    if variables > encoding.variables:
        comments.append(f"{encoding.variables + 1}..{variables}: a forest, for groups and loops.")
    clauses = encoding.clauses + added
    if [] in clauses:
        # Not every reader takes an empty clause; a variable that is true and false says the same.
        variables += 1
        clauses = [clause for clause in clauses if clause] + [[variables], [-variables]]
        comments.append(f"{variables}: an island has more bridges than there is room for.")
    yield from cnf_lines(comments, variables, clauses)


def describe_variables(clues: Clues, encoding: Encoding) -> Iterator[str]:
    """Yield lines that say what the variables of the links mean."""
    links = encoding.links
    size = f"{clues.cols}x{clues.rows}"
    yield f"Hashi {size}, rule {clues.rule}, {len(links.cells)} islands"
    yield "Rows and columns count from 1; the first variable is 1."
    yield "The n-th variable of a pair of islands: at least n bridges join them."

    def place(island: int) -> str:
        cell = links.cells[island]
        return f"row {cell // clues.cols + 1} column {cell % clues.cols + 1}"

    for link, (one, other) in enumerate(links.ends):
        first, last = encoding.at_least(link, 1), encoding.at_least(link, encoding.most)
        yield f"{first}..{last}: {place(one)} - {place(other)}"


def _forest(clues: Clues, encoding: Encoding) -> tuple[int, list[list[int]]]:
    """Return the number of variables with those of the forest, and its clauses."""
    links = encoding.links
    variables = encoding.variables
    clauses: list[list[int]] = []
    if not clues.connected and clues.loops:
        return variables, clauses
    before: list[list[int]] = [[] for _ in links.cells]
    width = len(links.cells).bit_length()
    depth = []
    for _ in links.cells:
        depth.append(list(range(variables + 1, variables + width + 1)))
        variables += width
    for link, (one, other) in enumerate(links.ends):
        has_bridge = encoding.at_least(link, 1)
        forth, back = variables + 1, variables + 2
        variables += 2
        clauses += [[-forth, has_bridge], [-back, has_bridge], [-forth, -back]]
        if not clues.loops:
            clauses.append([-has_bridge, forth, back])
        before[other].append(forth)
        before[one].append(back)
        for arc, lower, upper in ((forth, one, other), (back, other, one)):
            variables = add_less(clauses, variables, arc, depth[lower], depth[upper])
    for island, arcs in enumerate(before):
        if clues.connected and island == 0:
            clauses += [[-arc] for arc in arcs]
        elif clues.connected:
            clauses.append(list(arcs))
        clauses += [[-arc, -other] for k, arc in enumerate(arcs) for other in arcs[:k]]
    return variables, clauses
