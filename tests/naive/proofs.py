"""Whether some constraints have no way on with the opposite of what a hint claims.

Slow and obvious, like `claims`: every open variable of the named constraints is tried both ways.
"""

from collections.abc import Iterator, Sequence

from pipeline.kinds.kit.words.base import Global
from pipeline.kinds.kit.words.core import Count
from tests.naive.broken import Known, is_broken, value_of
from tests.naive.claims import allows

MOST_STATES = 4000  # A claim that needs more counts as one that does not follow


def follows(constraints: Sequence[Count | Global], known: Known, literal: int) -> bool:
    """Return whether the constraints and what is known leave no way on without a literal."""
    if abs(literal) in known:
        return known[abs(literal)] == (literal > 0)
    counts = [one for one in constraints if isinstance(one, Count)]
    rest = [one for one in constraints if isinstance(one, Global)]
    return not _has_way(counts, rest, {**known, abs(literal): literal < 0}, [MOST_STATES])


def _has_way(
    counts: Sequence[Count], rest: Sequence[Global], known: Known, left: list[int]
) -> bool:
    left[0] -= 1
    if left[0] < 0:
        return True
    bounds = [(count, *_bounds(count, known)) for count in counts]
    if not all(any(fits) for _, _, fits in bounds) or any(is_broken(one, known) for one in rest):
        return False
    open_counts = [(len(free), k) for k, (_, free, fits) in enumerate(bounds) if not all(fits)]
    if open_counts:
        variable = abs(bounds[min(open_counts)[1]][1][0])
        return any(_has_way(counts, rest, {**known, variable: x}, left) for x in (True, False))
    return _try_each(counts, rest, known, left)


def _try_each(
    counts: Sequence[Count], rest: Sequence[Global], known: Known, left: list[int]
) -> bool:
    """Follow single variables of which one value breaks a global constraint."""
    for variable in sorted({x for one in rest for x in variables_of(one)} - known.keys()):
        kept = [
            x for x in (True, False)
            if not any(is_broken(one, {**known, variable: x}) for one in rest)
        ]  # fmt: skip
        if len(kept) < 2:
            return any(_has_way(counts, rest, {**known, variable: x}, left) for x in kept)
    return True


def _bounds(count: Count, known: Known) -> tuple[list[int], list[bool]]:
    """Return the open literals of a count, and whether each number of them may hold."""
    values = [value_of(x, known) for x in count.literals]
    free = [x for x, value in zip(count.literals, values, strict=True) if value is None]
    held = values.count(True)
    return free, [allows(count, held + k) for k in range(len(free) + 1)]


def variables_of(one: Global) -> Iterator[int]:
    """Yield the variables of a global constraint."""
    for name in ("literals", "options", "nodes", "lines"):
        for part in getattr(one, name, ()):
            yield from map(abs, (part,) if isinstance(part, int) else part)
    for edge in _edges(one):
        if len(edge) == 3:
            yield abs(edge[0])


def _edges(one: Global) -> Sequence[tuple[int, ...]]:
    edges = getattr(one, "edges", ())
    return () if callable(edges) else edges
