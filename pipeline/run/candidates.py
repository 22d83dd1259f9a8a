"""Make the candidates of a production, round by round, and store each before the next round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pipeline.model import Record, StoreError
from pipeline.run.execution import MOST_KILLED_WORKERS, Machines
from pipeline.run.plan import CandidatePool, Production
from pipeline.run.progress import Reporter
from pipeline.stages.books.selection import Offer, brief_of, offer_of
from pipeline.stages.generate import Work, make_candidate
from pipeline.stages.puzzle import read_puzzle, require_right
from pipeline.stages.verify import verdict_problems
from pipeline.store.candidate import Candidate, Key
from pipeline.store.jsonl import StoredRecord, dump_record
from pipeline.store.run_folder import RunFolder


def make_candidates(
    production: Production,
    space: RunFolder,
    machines: Machines,
    reporter: Reporter,
    *,
    asks_confirmed: bool = False,
    titles: Sequence[str] = (),
    prepare: Callable[[], None] | None = None,
) -> None:
    """Make candidates until the plan is complete or gives up.

    Each is stored before the next round depends on it, and stored ones are not made again.
    ``titles`` are those of the sections, for progress. ``prepare`` is called before the first
    candidate that is not stored.
    """
    is_ranked = any(demand.best_of > 1 for demand in production.selection.demands)
    make = partial(_make, asks_confirmed=asks_confirmed, is_ranked=is_ranked)
    while work := production.next_round():
        todo = [(one.order, index) for one, index in work if space.find(_key(one, index)) is None]
        if todo and prepare is not None:
            prepare()
            prepare = None
        reporter.expect("puzzles", len(todo))
        made = machines(make, todo, lost=_lose)
        for pool, index in work:
            key = _key(pool, index)
            candidate = space.find(key)
            is_new = candidate is None
            if candidate is None:
                lines, offer = next(made)
                space.add(key, lines)
                candidate = space.find(key)
                assert candidate is not None
            else:
                offer = None if candidate.graded is None else _read(candidate, is_ranked)
            pool.failed += candidate.generated is None
            if candidate.is_lost:
                reporter.report(
                    f"a puzzle of {pool.order.key()} was given up: {MOST_KILLED_WORKERS} "
                    "workers were killed at it"
                )
            source = candidate.graded and candidate.graded._replace(credit=pool.order.credit)
            is_taken = offer is not None and production.offer(pool, offer._replace(source=source))
            if is_new:
                if is_taken:
                    reporter.describe("puzzles", *_found(production, titles))
                reporter.advance("puzzles")


def _key(pool: CandidatePool, index: int) -> Key:
    return pool.order.key(), index


def _make(work: Work, asks_confirmed: bool, is_ranked: bool) -> tuple[Candidate[str], Offer | None]:
    """Return the lines of the candidate of an index, and its offer if it was graded."""
    made = make_candidate(work, asks_confirmed=asks_confirmed)
    return made.map(dump_record), None if made.graded is None else _offer(made.graded, is_ranked)


def _lose(_: Work) -> tuple[Candidate[str], Offer | None]:
    """Return the candidate of an index at which too many workers were killed."""
    return Candidate(is_lost=True), None


def _offer(graded: Record, is_ranked: bool) -> Offer:
    """Return the offer of a record; `ConfigError` if its solution breaks a rule."""
    offer = offer_of(require_right(read_puzzle(graded)), is_ranked=is_ranked)
    return offer._replace(record=brief_of(graded, has_grade=True))


def _read(stored: Candidate[StoredRecord], is_ranked: bool) -> Offer:
    """Return the offer of a stored candidate that was graded.

    Raise `StoreError` if it is not the one that was generated and proved.
    """
    candidate = stored.map(StoredRecord.read)
    made, proved, graded = candidate.generated, candidate.proved, candidate.graded
    assert stored.graded is not None
    assert graded is not None
    is_whole = (
        made is not None
        and proved is not None
        and made.puzzle == proved.puzzle == graded.puzzle
        and proved.verdict == graded.verdict
        and not verdict_problems(read_puzzle(graded))
        and graded.solution is not None
    )
    if not is_whole:
        raise StoreError(
            f"{stored.graded.path}: the record {graded.id} is not the one that was generated and "
            "proved; start again with --fresh"
        )
    return _offer(graded, is_ranked)


def _found(production: Production, titles: Sequence[str]) -> tuple[str, float]:
    """Return a text on the first incomplete section, and the fraction of all puzzles found."""
    demands = production.selection.demands
    share = sum(len(one.taken) for one in demands) / sum(one.wanted for one in demands)
    for number, title in enumerate(titles):
        mine = [one for one in demands if one.section == number]
        found, wanted = sum(len(one.taken) for one in mine), sum(one.wanted for one in mine)
        if found < wanted:
            return f"{title}: {found} of {wanted} found", share
    return "puzzles", share
