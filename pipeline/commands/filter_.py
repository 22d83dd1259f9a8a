"""The command that keeps the puzzles that are proved right."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.commands.options import (
    FAILURE,
    Conflicts,
    Jobs,
    Nodes,
    Output,
    Rule,
    Source,
    Stats,
    make_workers,
    open_stats,
    option,
    say,
    write,
)


def filter_(
    source: Source = "-",
    rule: Rule = None,
    rejected: Annotated[str | None, option("--rejected FILE", "Where the others go.")] = None,
    rule_profile: Annotated[
        bool,
        option("--rule-profile --certificates", "Say under which other rules each is unique."),
    ] = False,
    proof: Annotated[
        Path | None,
        option("--proof DIR", "Write a CNF and a DRUP proof for each."),
    ] = None,
    confirmed: Annotated[
        bool, option("--confirmed", "Seek another argument; reject what has one way.")
    ] = False,
    nodes: Nodes = None,
    conflicts: Conflicts = None,
    stats: Stats = None,
    output: Output = "-",
    jobs: Jobs = 1,
) -> None:
    """Keep the puzzles that are proved to have exactly one solution.

    With --proof, exit code 1 says that a proof was not found within the budget.

    Example: puzzlepress filter puzzles.jsonl --rule cover --rejected rejected.jsonl -o unique.jsonl
    Example: puzzlepress filter puzzles.jsonl --rule-profile --proof proofs -o unique.jsonl
    """
    from collections import Counter
    from collections.abc import Iterable, Iterator

    from pipeline.commands.arguments import make_limits
    from pipeline.model import Record
    from pipeline.run.timing import Timed
    from pipeline.stages.collection.once import Once
    from pipeline.stages.filter import filter_records, keep_accepted
    from pipeline.stages.proofs import write_proofs
    from pipeline.stages.rule_profile import add_rule_profiles, count_strongest
    from pipeline.store.jsonl import read_records

    tally: Counter[str] = Counter()
    strongest: Counter[str] = Counter()
    lacking: list[str] = []
    limits = make_limits(nodes, conflicts)
    with make_workers(jobs) as workers, open_stats(stats) as costs:
        timed = Timed(workers, "filter", costs)

        def prove(records: Iterable[Record]) -> Iterator[Record]:
            proved = filter_records(records, rule, limits, timed, asks_confirmed=confirmed)
            profiles = Timed(workers, "rule profile", costs)
            return add_rule_profiles(proved, limits, profiles) if rule_profile else proved

        once = Once(prove, proves=True, rule=rule, limits=limits)
        proved = once(read_records(source))
        if rule_profile:
            proved = count_strongest(proved, strongest)
        kept = keep_accepted(proved, rejected, tally, asks_confirmed=confirmed)
        if proof is not None:
            kept = write_proofs(kept, proof, limits, lacking, workers)
        write(kept, output, "filter")
    say("filter: " + ", ".join(f"{tally[name]} {name}" for name in sorted(tally)))
    if rule_profile:
        counts = (f"{strongest[name]} {name}" for name in sorted(strongest))
        say("strongest rule of uniqueness: " + ", ".join(counts))
    for sentence in lacking:
        say(f"filter: {sentence}")
    if lacking:
        raise typer.Exit(FAILURE)
