"""What a report says of a Hashi puzzle beyond its size."""

from __future__ import annotations

from collections.abc import Mapping

from pipeline.kinds.hashi.model import UNKNOWN, Clues


def facts(clues: Clues) -> Mapping[str, int | str]:
    """Return the columns of a report.

    Islands, their share of the cells in percent, the sum of the clues, islands without a number.

    Examples
    --------
    >>> from pipeline.kinds.hashi.model import make_clues
    >>> facts(make_clues(1, 5, [2, 0, 3, 0, 1]))
    {'islands': 3, 'density': 60, 'clues': 6, 'unknown': 0}
    """
    islands = clues.island_cells()
    return {
        "islands": len(islands),
        "density": 100 * len(islands) // len(clues.islands),
        "clues": sum(clues.islands[cell] for cell in islands if clues.islands[cell] > 0),
        "unknown": sum(clues.islands[cell] == UNKNOWN for cell in islands),
    }
