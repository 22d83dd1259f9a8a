"""The smallest form of a Latin square under rotation, reflection and relabelling.

Copying this kind? Two puzzles that a solver would call the same must have the same text here: it
is the key by which duplicates are found, and the form that is graded.
"""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.kinds.template.model import Clues


def canonical(clues: Clues) -> str:
    """Return the text of the smallest form.

    Examples
    --------
    >>> canonical(Clues(2, "latin", (0, 0, 2, 0))) == canonical(Clues(2, "latin", (1, 0, 0, 0)))
    True
    """
    least = canonical_clues(clues)
    return f"{least.rule}:{least.side}:{''.join(str(number) for number in least.numbers)}"


def canonical_clues(clues: Clues) -> Clues:
    """Return the smallest form itself, as clues."""
    numbers = min(_relabelled(turned) for turned in turns(clues.side, clues.numbers))
    return Clues(clues.side, clues.rule, numbers)


def turns(side: int, numbers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the square in its eight positions, the given one first.

    Examples
    --------
    >>> list(turns(2, (1, 2, 3, 4)))[:3]
    [(1, 2, 3, 4), (1, 3, 2, 4), (3, 1, 4, 2)]
    """
    for _ in range(4):
        transposed = tuple(numbers[col * side + row] for row in range(side) for col in range(side))
        yield numbers
        yield transposed
        # A transposed square with each row turned round is the square rotated clockwise.
        numbers = tuple(
            transposed[row * side + side - 1 - col] for row in range(side) for col in range(side)
        )


def _relabelled(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers renamed 1, 2, ... in reading order; 0 stays."""
    names = {0: 0}
    return tuple(names.setdefault(number, len(names)) for number in numbers)
