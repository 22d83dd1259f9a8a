"""The commands for runs on many machines: a share of a run, and shares brought together."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pipeline.commands.options import Jobs, argument, make_workers, number, option, say
from pipeline.model import ConfigError

RunFile = Annotated[Path, argument("RUN.toml", "The run's configuration.")]
VolumeIndex = Annotated[
    int,
    number("--volume K", "Which of several volumes, from 1."),
]


def work(
    config: RunFile,
    shard: Annotated[str, option("--shard i/n", "Share i of n, from 0.")],
    output: Annotated[Path, option("--output -o FILE", "The share.")],
    volume: VolumeIndex = 1,
    jobs: Jobs = None,
) -> None:
    """Make one machine's share of a run; one that was stopped goes on where it was.

    Example: puzzlepress work configs/sampler.toml --shard 0/3 -o share-0.jsonl
    """
    from pipeline.run.page_estimate import fill_sections
    from pipeline.run.plan import make_plan
    from pipeline.run.progress import Bars
    from pipeline.run.run_config import candidate_fingerprint
    from pipeline.run.series import volume_config
    from pipeline.run.shares import Share, make_share
    from pipeline.stages.books.book import load_book_config

    share = Share.parse(shard)
    settings = volume_config(fill_sections(load_book_config(config)), volume - 1)
    with make_workers(jobs) as workers, Bars(["puzzles"]) as bars:
        held, made = make_share(
            make_plan(settings),
            candidate_fingerprint(settings),
            share,
            output,
            workers,
            bars,
            settings.book.confirmed,
        )
    say(f"work: {held} tries in {output}, {made} of them made now")


def adopt(
    config: RunFile,
    shares: Annotated[list[str], argument("FILE...", "Shares of the run.")],
    out: Path | None = option("--out DIR", "The run's folder.", None),
    volume: VolumeIndex = 1,
) -> None:
    """Put shares into a run's folder; ``run`` takes from them what it needs and makes the rest.

    Example: puzzlepress adopt configs/sampler.toml share-0.jsonl share-1.jsonl --out output/sampler
    """
    from pipeline.run.page_estimate import fill_sections
    from pipeline.run.run_config import candidate_fingerprint, fingerprint, volume_folders
    from pipeline.run.series import volume_config
    from pipeline.run.shares import adopt_share
    from pipeline.stages.books.book import load_book_config
    from pipeline.store.run_folder import open_run_folder

    settings = fill_sections(load_book_config(config))
    folders = volume_folders(settings, out or Path("output") / config.stem)
    if not 1 <= volume <= len(folders):
        raise ConfigError(f"expected --volume from 1 to {len(folders)}, found {volume}")
    folder = folders[volume - 1]
    settings = volume_config(settings, volume - 1)
    with open_run_folder(folder, fingerprint(settings), is_fresh=False):
        held = sum(adopt_share(one, folder, candidate_fingerprint(settings)) for one in shares)
    say(f"adopt: {held} tries of {len(shares)} shares are in {folder}")
