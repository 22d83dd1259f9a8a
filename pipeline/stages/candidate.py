"""Candidate: one index of one order made, proved and graded in one go. The unit of a run's work."""

from __future__ import annotations

from typing import TypeAlias

from pipeline.stages.filter import filter_records, is_accepted, is_confirmed
from pipeline.stages.generate import GeneratorOrder, generate_records
from pipeline.stages.grade import grade_record
from pipeline.store.candidate import Candidate

Work: TypeAlias = tuple[GeneratorOrder, int]
"""An order and an index: all that decides a candidate."""


def make_candidate(work: Work, asks_confirmed: bool = False) -> Candidate:
    """Return what becomes of one index of one order; if asked, accept confirmed verdicts only."""
    generated = next(iter(generate_records([work])))
    if generated is None:
        return Candidate()
    proved = next(iter(filter_records([generated], asks_confirmed=asks_confirmed)))
    if not is_accepted(proved) or (asks_confirmed and not is_confirmed(proved)):
        return Candidate(generated, proved)
    return Candidate(generated, proved, grade_record(proved))


def lose_candidate(work: Work) -> Candidate:
    """Return what stands for an index at which worker after worker was killed."""
    return Candidate(is_lost=True)
