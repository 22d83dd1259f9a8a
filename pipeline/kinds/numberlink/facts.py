"""What a report says of a Numberlink puzzle beyond its size."""

from __future__ import annotations

from collections.abc import Mapping

from pipeline.kinds.numberlink.model import Clues


def facts(clues: Clues) -> Mapping[str, int | str]:
    """Return the columns of a report: the number of pairs.

    Examples
    --------
    >>> from pipeline.kinds.numberlink.model import make_clues
    >>> facts(make_clues(1, 3, "cover", ["a", 0, "a"]))
    {'pairs': 1}
    """
    return {"pairs": clues.pairs}
