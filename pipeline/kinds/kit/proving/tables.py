"""Large lookup tables, built once for each process or loaded from a cache.

Kinds build their tables without touching the disk. A process may set a cache by `keep_tables_in`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Table: TypeAlias = NDArray[np.uint8]
    Build: TypeAlias = Callable[[], Table]
    TableSource: TypeAlias = Callable[[str, int, Build], Table]

_source: list[TableSource] = []
_tables: dict[tuple[str, int], Table] = {}


def keep_tables_in(source: TableSource | None) -> TableSource | None:
    """Set the source of tables; return the previous one.

    ``source`` (name, version, build) returns a cached table, or the result of ``build()``; None
    builds tables in each process.
    """
    before = _source[0] if _source else None
    _source[:] = [] if source is None else [source]
    return before


def get_table(name: str, version: int, build: Build) -> Table:
    """Return a read-only table, ndarray[uint8], the same object at each call.

    Equal names (letters, digits, hyphens) and versions mean equal tables, which ``build`` makes.

    >>> import numpy as np
    >>> get_table("example", 1, lambda: np.zeros(3, dtype=np.uint8)).tolist()
    [0, 0, 0]
    """
    key = (name, version)
    if key not in _tables:
        table = _source[0](name, version, build) if _source else build()
        table.setflags(write=False)
        _tables[key] = table
    return _tables[key]
