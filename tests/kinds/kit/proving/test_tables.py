"""Tables come from where they are kept, once."""

from collections.abc import Iterator

import numpy as np
import pytest

from pipeline.kinds.kit.proving.tables import get_table, keep_tables_in


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    source = keep_tables_in(None)
    yield
    keep_tables_in(source)


def test_a_table_is_built_once_and_cannot_be_written() -> None:
    built = []

    def build() -> np.ndarray:
        built.append(1)
        return np.arange(3, dtype=np.uint8)

    table = get_table("test-once", 1, build)
    assert get_table("test-once", 1, build) is table
    assert built == [1]
    with pytest.raises(ValueError, match="read-only"):
        table[0] = 9


def test_the_source_is_asked_by_name_and_version() -> None:
    asked = []

    def source(name: str, version: int, build: object) -> np.ndarray:
        asked.append((name, version))
        return np.zeros(2, dtype=np.uint8)

    keep_tables_in(source)
    get_table("test-source", 7, lambda: np.ones(2, dtype=np.uint8))
    assert asked == [("test-source", 7)]
