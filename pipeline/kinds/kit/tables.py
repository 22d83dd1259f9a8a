"""Large tables that an engine looks things up in: built once, and kept by whoever can keep them.

A kind knows how to build its tables, and touches no disk. It asks for them here by name; the
process may have said where they are kept (`keep_tables_in`), and else they are built anew in each
process. It knows no kind.
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
    """Let tables come from a source from now on; return the one before.

    Parameters
    ----------
    source : callable
        (name, version, build) to the table: one kept before, or what ``build()`` returns.
        None: tables are built anew.
    """
    before = _source[0] if _source else None
    _source[:] = [] if source is None else [source]
    return before


def get_table(name: str, version: int, build: Build) -> Table:
    """Return a table, ndarray[uint8] to be read only, the same one at each call.

    Parameters
    ----------
    name : str
        Letters, digits and hyphens; equal names and versions mean equal tables.
    version : int
        Raised when a table of that name says something else.
    build : callable
        Makes the table where nobody has kept it.

    Examples
    --------
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
