"""The key of a record within its run."""

from dataclasses import replace

from pipeline.store.candidate import record_key
from tests.book.sample import make_record


def test_a_record_without_provenance_belongs_to_no_order() -> None:
    assert record_key(replace(make_record(5, 5, 1), provenance=None)) == ("", -1)
