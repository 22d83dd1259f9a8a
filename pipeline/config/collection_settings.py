"""A collection's TOML file to what is read, and how."""

from __future__ import annotations

from pathlib import Path

from pipeline.config.models import CollectionTable
from pipeline.config.run_settings import read_table


def load_collection(path: Path) -> CollectionTable:
    """Return the settings of a collection; its sources are found from the folder of the file.

    Raises
    ------
    StoreError, PuzzleFormatError, ConfigError
        As `read_table` does.
    """
    table, _, _ = read_table(path, CollectionTable)
    sources = [str(path.parent / name) for name in table.sources]
    return table.model_copy(update={"sources": sources})
