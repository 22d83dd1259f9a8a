"""What a puzzle of each band costs, by size: measured, and kept beside each kind's bands.

``band_costs.json`` in a kind's folder is written by the benchmark ``band_costs``. It serves the
estimates of a run, and says which bands there are at a size at all.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources

from pipeline.model import Band, ConfigError

ANY = "any"
"""The name under which a file has the cost of a puzzle of whatever band."""


def band_costs(package: str, rule: str | None, cells: int) -> Mapping[str, float]:
    """Return seconds of processor time for a puzzle by band, and under `ANY`; {} if not measured.

    Between two sizes measured they are read off in straight pieces, beyond the last they grow as
    the square of the cells. A rule that was not measured costs what the first one does.
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
    """Refuse a band that no puzzle of a size was ever in.

    `ConfigError` with the bands that there are.
    """
    sizes = _read(package).get(rule, {})
    if band is None or not sizes or rows * cols > max(sizes):
        return  # nobody knows
    known = [name for name in band_costs(package, rule, rows * cols) if name != ANY]
    if known and band not in known:
        raise ConfigError(
            f"expected a band that {cols}x{rows} has, {' or '.join(known)}, found band={band!r}; "
            "ask for one of them, or for another size"
        )


@cache
def _read(package: str) -> dict[str, dict[int, dict[str, float]]]:
    """Return seconds by rule, cells and band; nothing where a kind has no file."""
    file = resources.files(package).joinpath("band_costs.json")
    if not file.is_file():
        return {}
    table = json.loads(file.read_text(encoding="utf-8"))
    return {
        rule: {int(cells): costs for cells, costs in sizes.items()}
        for rule, sizes in table["seconds"].items()
    }
