"""Candidates of a share, and the name of a record within its run."""

from __future__ import annotations

from dataclasses import replace

from pipeline.store.candidate import Candidate, dump_candidate, parse_candidate, record_key
from tests.book.sample import make_record


def test_a_record_that_tells_no_origin_is_of_no_order() -> None:
    assert record_key(replace(make_record(5, 5, 1), provenance=None)) == ("", -1)


def test_a_candidate_of_no_record_failed_and_was_not_lost() -> None:
    for candidate in (Candidate(), Candidate(is_lost=True)):
        line = dump_candidate(("order", 3), candidate)
        assert parse_candidate(line, "share", 1) == (("order", 3), candidate)
    assert not Candidate().is_lost
