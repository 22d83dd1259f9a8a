"""The name of a record within its run."""

from __future__ import annotations

from dataclasses import replace

from pipeline.store.candidate import record_key
from tests.book.sample import make_record


def test_a_record_that_tells_no_origin_is_of_no_order() -> None:
    assert record_key(replace(make_record(5, 5, 1), provenance=None)) == ("", -1)
