"""The command that makes a book from a configuration."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Final

import typer

from pipeline.commands.options import TOO_FEW, Jobs, make_workers, option, say

MANY: Final = 2_000
"""Puzzles whose pages take seconds to lay out."""


def run(
    config: Annotated[Path, typer.Argument(metavar="CONFIG.toml", help="The run's configuration.")],
    out: Annotated[Path | None, option("--out DIR", "Folder (default: output/NAME).")] = None,
    jobs: Jobs = None,
    fresh: Annotated[
        bool, option("--fresh", "Set an older run in the folder aside and start anew.")
    ] = False,
    cluster: Annotated[
        str | None,
        option("--cluster ADDRESS", "A Dask scheduler, or local:N."),
    ] = None,
    dry_run: Annotated[
        bool, option("--dry-run", "Make nothing; print how many pages, and of what.")
    ] = False,
) -> None:
    """Make a book: generate, prove, grade, draw, typeset. Resumes where it was stopped.

    Example: puzzlepress run configs/sampler.toml
    Example: puzzlepress run configs/sampler.toml --dry-run
    """
    from pipeline.run.cluster import Cluster
    from pipeline.run.page_estimate import describe_pages, describe_work, fill_sections, plan_book
    from pipeline.run.plan import make_plan
    from pipeline.run.progress import Bars
    from pipeline.run.run_config import STAGES, run_config
    from pipeline.stages.books.book import load_book_config

    settings = load_book_config(config)
    if dry_run:
        settings = fill_sections(settings)
        plan = make_plan(settings)
        wanted = sum(demand.count for pool in plan.pools for demand in pool.demands)
        print(*describe_work(plan), sep="\n", flush=True)
        if wanted > MANY:
            say(f"dry run: laying out {wanted:,} puzzles to count the pages, which takes a while")
        print(*describe_pages(plan_book(settings, plan)), sep="\n")
        return
    folder = out or Path("output") / config.stem
    with make_workers(jobs) as workers, Bars(STAGES) as bars:
        kinds = dict.fromkeys(section.kind for section in settings.sections)
        machines = None if cluster is None else Cluster(cluster, list(kinds), bars.report)
        with machines or nullcontext():
            results = run_config(
                settings, folder, workers, is_fresh=fresh, reporter=bars, machines=machines
            )
    for line in (line for result in results for line in result.summary()):
        say(line)
    if results[-1].shortfalls:
        raise typer.Exit(TOO_FEW)
