"""Make the candidates of a production, round by round, and store each before the next round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pipeline.run.execution import MOST_KILLED_WORKERS, Machines
from pipeline.run.plan import Production
from pipeline.run.progress import Reporter
from pipeline.stages.generate import lose_candidate, make_candidate
from pipeline.stages.puzzle import read_puzzle
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
    make = partial(make_candidate, asks_confirmed=asks_confirmed)
    while work := production.next_round():
        keyed = [(pool, (pool.order.key(), index)) for pool, index in work]
        new = {key for _, key in keyed if space.find(key) is None}
        if new and prepare is not None:
            prepare()
            prepare = None
        reporter.expect("puzzles", len(new))
        todo = [(pool.order, key[1]) for pool, key in keyed if key in new]
        made = machines(make, todo, lost=lose_candidate)
        for pool, key in keyed:
            candidate = space.find(key)
            if candidate is None:
                candidate = next(made)
                space.add(key, candidate)
            pool.failed += candidate.generated is None
            if candidate.is_lost:
                reporter.report(
                    f"a puzzle of {pool.order.key()} was given up: {MOST_KILLED_WORKERS} "
                    "workers were killed at it"
                )
            graded = candidate.graded  # its credit may have been corrected since
            is_taken = graded is not None and production.offer(
                pool, read_puzzle(graded.with_(credit=pool.order.credit))
            )
            if key in new:
                if is_taken:
                    reporter.describe("puzzles", *_found(production, titles))
                reporter.advance("puzzles")


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
