"""The rounds of a run: candidates are made or found, are on file, and go to who wants them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from pipeline.run.execution import MOST_KILLED_WORKERS, Machines
from pipeline.run.plan import Plan
from pipeline.run.progress import Reporter
from pipeline.stages.candidate import lose_candidate, make_candidate

if TYPE_CHECKING:
    from pipeline.run.shares import ShareFile, Shares
    from pipeline.store.run_folder import RunFolder


def make_rounds(
    plan: Plan,
    space: RunFolder | ShareFile,
    machines: Machines,
    reporter: Reporter,
    *,
    asks_confirmed: bool = False,
    shares: Shares | None = None,
    titles: Sequence[str] | None = (),
    number: Callable[[int], int] = int,
    prepare: Callable[[], None] | None = None,
) -> None:
    """Make candidates until the plan has what it wants, or gives up.

    Each is on file before the next round follows from it. The reporter hears of what is made now.
    What there is already in ``space`` is not made again; ``shares`` is what other machines have
    made. The titles are those of the sections, to say what is found, None to say nothing of that.
    ``number`` goes from the place of a candidate in its pool to its index. ``prepare`` is called
    before the first candidate that is not on file; not at all without one.
    """
    make = partial(machines, partial(make_candidate, asks_confirmed=asks_confirmed))
    while work := plan.next_round():
        keyed = [(pool, (pool.order.key(), number(place))) for pool, place in work]
        new = {key for _, key in keyed if space.find(key) is None}
        shared = {key for key in new if shares is not None and key in shares}
        if new and prepare is not None:
            prepare()
            prepare = None
        reporter.expect("puzzles", len(new))
        todo = [(pool.order, key[1]) for pool, key in keyed if key in new - shared]
        made = make(todo, lost=lose_candidate)
        for pool, key in keyed:
            candidate = space.find(key)
            if candidate is None:
                candidate = shares.read(key) if shares and key in shared else next(made)
                space.add(key, candidate)
            pool.failed += candidate.generated is None
            if candidate.is_lost:
                reporter.report(
                    f"a puzzle of {pool.order.key()} was given up: {MOST_KILLED_WORKERS} "
                    "workers were killed at it"
                )
            is_taken = candidate.graded is not None and plan.offer(pool, candidate.graded)
            if key in new:
                if is_taken and titles is not None:
                    reporter.describe("puzzles", *_found(plan, titles))
                reporter.advance("puzzles")


def _found(plan: Plan, titles: Sequence[str]) -> tuple[str, float]:
    """Return what the first section that is not full has, in words, and the share of the whole."""
    demands = plan.selection.demands
    share = sum(len(one.taken) for one in demands) / sum(one.count for one in demands)
    for number, title in enumerate(titles):
        mine = [one for one in demands if one.section == number]
        found, wanted = sum(len(one.taken) for one in mine), sum(one.count for one in mine)
        if found < wanted:
            return f"{title}: {found} of {wanted} found", share
    return "puzzles", share
