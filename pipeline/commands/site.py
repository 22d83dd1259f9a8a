"""The command that makes a web site with daily puzzles and packs."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Annotated

import typer

from pipeline.commands.options import TOO_FEW, Jobs, make_workers, say
from pipeline.model import StoppedError, StoreError

PORT = 8000


def _day(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise typer.BadParameter(f"expected a date such as 2026-11-21, found {text!r}") from None


def site(
    config: Annotated[
        Path, typer.Argument(metavar="CONFIG.toml", help="The site's configuration.")
    ],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder to serve.")],
    work: Annotated[
        Path | None,
        typer.Option(
            "--work", metavar="DIR", help="Where puzzles are made (default: output/NAME)."
        ),
    ] = None,
    as_of: Annotated[
        datetime.date | None,
        typer.Option(
            "--as-of",
            metavar="DATE",
            parser=_day,
            help="Publish the days up to this one; without it, the whole schedule.",
        ),
    ] = None,
    jobs: Jobs = None,
    serve: Annotated[
        bool, typer.Option("--serve", help=f"Show it at http://127.0.0.1:{PORT} until Ctrl+C.")
    ] = False,
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
        result = make_site(settings, out, folder, workers, as_of=as_of, reporter=bars)
    for line in result.summary():
        say(line)
    if result.shortfalls:
        raise typer.Exit(TOO_FEW)
    if serve:
        _serve(out)


def _serve(folder: Path) -> None:
    """Serve a folder to this machine alone until the user stops it."""
    import contextlib
    import functools
    import http.server

    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(folder))
    try:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", PORT), handler)
    except OSError as error:
        reason = error.strerror or error
        raise StoreError(
            f"expected port {PORT} to be free, found it taken ({reason}); stop what uses it, or "
            f"serve {folder} yourself: python -m http.server --directory {folder} 8001"
        ) from error
    with server:
        say(f"serving {folder} at http://127.0.0.1:{server.server_port} (Ctrl+C ends it)")
        with contextlib.suppress(StoppedError):
            server.serve_forever()
