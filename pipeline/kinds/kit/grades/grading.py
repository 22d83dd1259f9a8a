"""Exact logarithms, cuts of bands, and ranks in a population, for the grades of kinds.

Each kind's folder has ``bands.json`` with the cuts of its bands, and ``population.json`` with the
scores of a fixed population, written by the benchmark ``grade_population``.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from functools import cache
from math import inf, prod

from pipeline.kinds.kit.grades.page_data import read_measured
from pipeline.model import Band, GradeRange

_MOST_SCORE = 10_000.0  # An upper bound of all scores


def mean_log2_hundredths(nodes: Sequence[int]) -> int:
    """Return 100 times the mean of log2(1 + nodes), exactly rounded half up.

    >>> mean_log2_hundredths([0, 0]), mean_log2_hundredths([7, 31]), mean_log2_hundredths([1, 2])
    (0, 400, 129)
    """
    return log2_hundredths(prod(1 + count for count in nodes), len(nodes))


def log2_hundredths(product: int, parts: int = 1) -> int:
    """Return 100 times the log2 of a product, divided by parts, exactly rounded half up.

    For a product P and n parts the quotient is at least q - 1/2 if and only if P**200 is at least
    2**(n (2q - 1)), so integers suffice.

    >>> log2_hundredths(8), log2_hundredths(6, 2)
    (300, 129)
    """
    return (((product**200).bit_length() - 1) // parts + 1) // 2


def to_score(hundredths: int) -> str:
    """Return a score as the text in records.

    >>> to_score(452), to_score(7)
    ('4.52', '0.07')
    """
    return f"{hundredths // 100}.{hundredths % 100:02d}"


def to_hundredths(score: str) -> int:
    """Return the hundredths of a score in records."""
    return int(score.replace(".", ""))


@cache
def band_cuts(package: str) -> tuple[tuple[Band, int], ...]:
    """Return each band but the last with its exclusive upper bound, ascending.

    The unit is in the kind's ``bands.json``.
    """
    return tuple(
        (Band(name), cut) for name, cut in read_measured(package, "bands")["below"].items()
    )


@cache
def least_scores(package: str) -> Mapping[str, int]:
    """Return the least score, in hundredths, by the level that a puzzle needs, where there is one.

    It is that of the band which ``least`` in ``bands.json`` names.
    """
    least = {"trial": "hard", "search": "expert"} | read_measured(package, "bands").get("least", {})
    from_ = dict(zip(Band, (0, *(cut for _, cut in band_cuts(package))), strict=True))
    return {level: round(100 * from_[Band(band)]) for level, band in least.items()}


def has_trials(package: str) -> bool:
    """Return whether there are puzzles of a kind in which something has to be tried.

    >>> has_trials("pipeline.kinds.hashi"), has_trials("pipeline.kinds.maze")
    (True, False)
    """
    return bool(read_measured(package, "bands").get("trials", True))


def guessing_bands(package: str) -> tuple[Band, ...]:
    """Return the bands of a kind in which hardly a puzzle can be solved without a trial.

    >>> guessing_bands("pipeline.kinds.hashi")[0]
    <Band.HARD: 'hard'>
    """
    return tuple(map(Band, read_measured(package, "bands").get("guessing", ())))


def scores_of_band(package: str, band: Band) -> GradeRange:
    """Return the range of scores or percentiles of a band, both ends included.

    >>> scores_of_band("pipeline.kinds.hashi", Band.MEDIUM).score
    (2.0, 3.0)
    >>> scores_of_band("pipeline.kinds.npuzzle", Band.EXPERT).percentile
    (75, 100)
    """
    unit = read_measured(package, "bands")["unit"]
    cuts = [0, *(cut for _, cut in band_cuts(package))]
    place = list(Band).index(band)
    first, last = cuts[place], cuts[place + 1] if place + 1 < len(cuts) else None
    if unit == "percentile":
        return GradeRange(percentile=(first, 100 if last is None else last - 1))
    scores = [
        float(cut) if unit in ("level", "score") else mean_log2_hundredths([cut]) / 100
        for cut in (first, last)
        if cut is not None
    ]
    return GradeRange(score=(scores[0], scores[1] if len(scores) > 1 else inf))


def percentile_of(package: str, cells: int, score: int) -> int | None:
    """Return the rank, 0 to 100, of a score among generated puzzles of the nearest size.

    Half of the equal scores count as below. None for boards more than half as large again as the
    largest of the population, and for kinds without one. ``cells`` is the number of cells that are
    not blocked; the score is in hundredths.
    """
    table = _population(package)
    if 2 * cells > 3 * max(table, default=0):
        return None
    scores = table[min(table, key=lambda size: (abs(size - cells), size))]
    below, not_above = bisect_left(scores, score), bisect_right(scores, score)
    return (100 * (below + not_above) + len(scores)) // (2 * len(scores))


def has_ranks(package: str) -> bool:
    """Return whether a kind's percentiles are those of `percentile_of`."""
    return bool(read_measured(package, "bands")["unit"] != "percentile")


def ranks_of(package: str, cells: int, scores: tuple[float, float]) -> tuple[int, int] | None:
    """Return the percentiles of a range of scores; None as in `percentile_of`.

    >>> ranks_of("pipeline.kinds.numberlink", 100, (0.0, inf))
    (0, 100)
    """
    first, last = (
        percentile_of(package, cells, round(100 * min(score, _MOST_SCORE))) for score in scores
    )
    return None if first is None or last is None else (first, last)


@cache
def population_version(package: str) -> int | None:
    """Return the version of the population of a kind, which is that of its grades; None without."""
    found = read_measured(package, "population")
    return None if found is None else int(found["version"])


@cache
def _population(package: str) -> dict[int, list[int]]:
    """Return quantiles of scores by number of cells; {} if none were measured."""
    found = read_measured(package, "population")
    return {} if found is None else {size["cells"]: size["scores"] for size in found["sizes"]}
