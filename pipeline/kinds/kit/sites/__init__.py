"""Text forms: for each site, a grammar of parts that both reads and writes.

A form of a page is a value, such as ``puzz_link.form(("starbattle",), Number(STARS), Borders())``:
its parts are read and written in this order. `Site.form` makes the form of a kind from it, with the
kind's `Boards`; pages do not repeat these.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pipeline.kinds.kit.sites import (
        arrow_forms,
        dominoes,
        janko,
        letters,
        puzz_link,
        pzprv3,
        runs_forms,
        tables,
        tatham,
        words,
    )

__all__ = [
    "arrow_forms", "dominoes", "janko", "letters", "puzz_link", "pzprv3", "runs_forms", "tables",
    "tatham", "words",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import the module of a site."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"{__name__}.{name}")
