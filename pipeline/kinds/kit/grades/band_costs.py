"""The measured cost of puzzles by size and band.

The benchmark ``band_costs`` writes ``band_costs.json`` into a kind's folder. Runs use it for
estimates, and generators to refuse bands that do not occur at a size.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from pipeline.kinds.kit.grades.page_data import read_measured
from pipeline.model import Band, ConfigError

ANY = "any"  # The key for a puzzle of any band


def band_costs(package: str, rule: str | None, cells: int) -> Mapping[str, float]:
    """Return seconds of processor time for a puzzle by band and `ANY`; {} if not measured.

    Costs are interpolated linearly between sizes; beyond the largest they grow with the square of
    the number of cells. A rule that was not measured has the costs of the first one.
    """
    table = _read(package)
    sizes = table.get(rule or "") or next(iter(table.values()), {})
    if not sizes:
        return {}
    smaller = max((size for size in sizes if size <= cells), default=min(sizes))
    larger = min((size for size in sizes if size >= cells), default=max(sizes))
    below, above = sizes[smaller], sizes[larger]
    share = (cells - smaller) / (larger - smaller) if larger > smaller else 0.0
    growth = max(1.0, cells / larger) ** 2
    return {
        name: growth
        * (
            below.get(name, above.get(name, 0)) * (1 - share)
            + above.get(name, below.get(name, 0)) * share
        )
        for name in (ANY, *Band)
        if name in below or name in above
    }


def require_band(package: str, rule: str, rows: int, cols: int, band: str | None) -> None:
    """Raise `ConfigError` if no measured puzzle of a size was in a band."""
    sizes = _read(package).get(rule, {})
    if band is None or not sizes or rows * cols > max(sizes):
        return  # not measured
    known = [name for name in band_costs(package, rule, rows * cols) if name != ANY]
    if known and band not in known:
        raise ConfigError(
            f"expected a band that {cols}x{rows} has, {' or '.join(known)}, found band={band!r}; "
            "choose one of them, or another size"
        )


@cache
def _read(package: str) -> dict[str, dict[int, dict[str, float]]]:
    """Return seconds by rule, cells and band; {} if a kind has no file."""
    table = read_measured(package, "costs")
    if table is None:
        return {}
    return {
        rule: {int(cells): costs for cells, costs in sizes.items()}
        for rule, sizes in table["seconds"].items()
    }


def require_level(package: str, rule: str, rows: int, cols: int, level: str | None) -> None:
    """Raise `ConfigError` if no measured puzzle of a size could be solved at a level.

    The benchmark ``levels`` writes ``levels.json``. A size between two that were measured has the
    levels of both, and one beyond them those of the nearest.
    """
    sizes = _read_levels(package).get(rule, {})
    if level is None or not sizes:
        return  # not measured
    cells = rows * cols
    smaller = max((size for size in sizes if size <= cells), default=min(sizes))
    larger = min((size for size in sizes if size >= cells), default=max(sizes))
    known = [*dict.fromkeys((*sizes[larger], *sizes[smaller]))]
    if level not in known:
        raise ConfigError(
            f"expected a level at which puzzles of {cols}x{rows} can be solved, "
            f"{' or '.join(known)}, found hardest={level!r}; choose one of them"
        )


@cache
def _read_levels(package: str) -> dict[str, dict[int, list[str]]]:
    """Return levels by rule and cells; {} if a kind has no file."""
    table = read_measured(package, "levels")
    if table is None:
        return {}
    return {
        rule: {int(cells): found for cells, found in sizes.items()}
        for rule, sizes in table["levels"].items()
    }
