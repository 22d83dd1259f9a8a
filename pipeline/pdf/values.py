"""Reading what other programs wrote: values that are not what they should be, pages that break."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final

import pikepdf

from pipeline.model import StoreError

_BROKEN: Final = (
    pikepdf.PdfError, ValueError, TypeError, KeyError, IndexError, AttributeError, ArithmeticError,
    RecursionError,
)  # fmt: skip
_DEEPEST: Final = 50


@contextmanager
def broken_page(path: str | Path | BinaryIO, number: int) -> Iterator[None]:
    """Turn whatever a spoilt page raises inside the block into a `StoreError` that names it."""
    try:
        yield
    except _BROKEN as error:
        raise StoreError(
            f"{path}, page {number}: expected a page that can be read, found a broken one: "
            f"{error}; write the file again"
        ) from error


def dictionary(value: Any) -> Any:
    """Return a value if it is a dictionary or a stream, else an empty dictionary."""
    is_one = isinstance(value, (pikepdf.Dictionary, pikepdf.Stream))
    return value if is_one else pikepdf.Dictionary()


def array(value: Any) -> list[Any]:
    """Return the items of an array, none if the value is none."""
    return list(value) if isinstance(value, pikepdf.Array) else []


def number(value: Any, default: float) -> float:
    """Return a value as a number, the default where it is none.

    Examples
    --------
    >>> number("ninety", 0.0), number(90, 0.0)
    (0.0, 90.0)
    """
    try:
        found = float(value)
    except (TypeError, ValueError):
        return default
    return found if math.isfinite(found) else default


def inherited(page: Any, key: str) -> Any:
    """Return an attribute of a page dictionary, or of the nearest node above that has it."""
    node = page
    for _ in range(_DEEPEST):
        if not isinstance(node, pikepdf.Dictionary):
            return None
        if key in node:
            return node[key]
        node = node.get("/Parent")
    return None
