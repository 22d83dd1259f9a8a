"""The command that makes a web site with daily puzzles and packs."""

from __future__ import annotations

import datetime
import zoneinfo
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.options import Jobs, Trust, argument, make_workers, option, say, tell_outcome
from pipeline.model import StoppedError

if TYPE_CHECKING:
    from pipeline.config.site_settings import SiteConfig

PORT = 8000


def _day(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise typer.BadParameter(f"expected a date such as 2026-11-21, found {text!r}") from None


def site(
    config: Annotated[Path, argument("CONFIG.toml", "The site's configuration.")],
    out: Annotated[Path, option("--out DIR", "The folder to serve.")],
    work: Path | None = option(
        "--work DIR", "Where puzzles are made (default: output/NAME).", None
    ),
    as_of: datetime.date | None = option(
        "--as-of DATE",
        "Publish the days up to this one; without it, the whole schedule.",
        None,
        parser=_day,
    ),
    jobs: Jobs = None,
    trust: Trust = False,
    serve: bool = option("--serve", f"Show it at http://127.0.0.1:{PORT} until Ctrl+C.", False),
) -> None:
    """Make a web site: daily puzzles, packs, feeds, and a player for everybody's pages.

    Example: puzzlepress site configs/site.toml --out output/www
    """
    from pipeline.config.site_settings import load_site_config
    from pipeline.run.progress import Bars
    from pipeline.run.site import STAGES, make_site

    settings = load_site_config(config)
    folder = work or Path("output") / config.stem
    with make_workers(jobs) as workers, Bars(STAGES) as bars:
        result = make_site(
            settings, out, folder, workers, as_of=as_of, reporter=bars, is_trusting=trust
        )
    tell_outcome((*result.summary(), *_warn(settings, as_of)), result.shortfalls)
    if serve:
        _serve(out)


def _warn(settings: SiteConfig, as_of: datetime.date | None) -> Iterator[str]:
    """Yield what an owner should know of the days to come; the clock is asked for nothing else."""
    first, last = min(settings.days, default=None), max(settings.days, default=None)
    if first is None or last is None:
        return
    if as_of is None:
        zone = zoneinfo.ZoneInfo(settings.site.time_zone)
        today = datetime.datetime.now(zone).date()
        if ahead := sum(day > today for day in settings.days):
            yield (
                f"note: {ahead} days to come lie in the folder. No page, feed or site map leads to "
                "them, but who guesses an address sees them early; --as-of DATE keeps them back "
                "and writes feeds and answers"
            )
        as_of = today
    if as_of > last:
        yield f"note: the schedule ends on {last}, before {as_of}: raise days in [site]"
    elif as_of < first:
        yield f"note: the schedule begins on {first}, after {as_of}: no day is public yet"


def _serve(folder: Path) -> None:
    """Serve a folder to this machine alone until the user stops it."""
    from contextlib import suppress

    from pipeline.store.serving import open_server

    server = open_server(folder, PORT)
    with server:
        say(f"serving {folder} at http://127.0.0.1:{server.server_port} (Ctrl+C ends it)")
        with suppress(StoppedError):
            server.serve_forever()
