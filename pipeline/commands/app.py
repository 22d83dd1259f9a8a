"""The command line: each command parses, calls one stage or chain, and reports.

Large imports are inside the commands, so that ``--help`` is fast. Data goes to standard output,
progress and messages to standard error. Exit codes: 0 done, 1 failure, 2 usage or bad input, 3 a
check failed, 4 fewer puzzles than requested, 130 and 143 stopped by a signal.
"""

from __future__ import annotations

import gc
import inspect
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import typer

from pipeline import __version__
from pipeline.commands import library
from pipeline.commands.books import book, cover, dossier, preflight, run, sheet, site
from pipeline.commands.collection import collection, export, import_, render, report
from pipeline.commands.errors import describe_error, exit_code, open_streams, stoppable
from pipeline.commands.first import demo, doctor, studio
from pipeline.commands.options import BAD_INPUT, FAILURE, say, with_kinds
from pipeline.commands.puzzles import filter_, generate, grade, select, solve, verify
from pipeline.commands.setup import (
    KindCommand,
    KindsCommand,
    check_kind,
    kinds,
    new,
    options,
    schema,
)
from pipeline.kinds import blame_kind, faults_of_kinds
from pipeline.model import ConfigError, PipelineError, WorkerError

COMMANDS: Final = (  # All commands except those of the library, in the order of the help page
    new, kinds, check_kind, options, schema, run, sheet, filter_, grade, render, book, site,
    import_, export, solve, verify, preflight, cover, dossier, report, collection, select, generate,
    demo, doctor, studio,
)  # fmt: skip

REMOVED: Final = {  # Former commands, and options of a command, with their replacements
    ("work", ""): "run --cluster (docs/scaling.md)",
    ("adopt", ""): "run --cluster (docs/scaling.md)",
    ("results", ""): "the event puzzle-press of a page, which has the time (docs/web.md)",
    ("filter", "--certificates"): "--rule-profile",
    ("solve", "--states"): "--nodes and --conflicts",
    ("report", "--pdf"): "index.html in a browser, which prints it to PDF",
}


def make_app() -> typer.Typer:
    """Return the command line."""
    app = typer.Typer(
        name="puzzlepress",
        help="Generate puzzles, prove them unique, grade them and typeset them as a book.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,  # importing rich would double the time of --help
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_common)
    for command in COMMANDS:
        cls = KindCommand if command is generate else KindsCommand
        name = command.__name__.rstrip("_").replace("_", "-")
        app.command(name, cls=cls, short_help=_first_line(command), help=_help(command))(
            with_kinds(command)
        )
    for info in library.app.registered_commands:
        info.short_help, info.help = _first_line(info.callback), _help(info.callback)
    app.add_typer(library.app)
    return app


def _first_line(command: object) -> str:
    return (command.__doc__ or "").partition("\n")[0]


def _help(command: object) -> str:
    return inspect.cleandoc(command.__doc__ or "").replace("\n\nExample:", "\n\n\b\nExample:")


def _print_licences(is_wanted: bool) -> None:
    if not is_wanted:
        return
    from importlib.metadata import distribution

    name = "THIRD_PARTY.md"
    beside = Path(__file__).parents[2] / name  # in a checkout; pip stores it with the metadata
    packed = distribution("puzzlepress").read_text(f"licenses/{name}")
    print(beside.read_text(encoding="utf-8") if beside.is_file() else packed, end="")
    raise typer.Exit


def _print_version(is_wanted: bool) -> None:
    if is_wanted:
        print(f"puzzlepress {__version__}")
        raise typer.Exit


def _common(
    licences: Annotated[
        bool,
        typer.Option(
            "--licences",
            is_eager=True,
            callback=_print_licences,
            help="Print the licences of the software and fonts in use.",
        ),
    ] = False,
    version: Annotated[
        bool,
        typer.Option(
            "--version", is_eager=True, callback=_print_version, help="Print the version."
        ),
    ] = False,
) -> None:
    """Generate puzzles, prove them unique, grade them and typeset them as a book."""


def refuse_removed(arguments: Sequence[str]) -> None:
    """Raise `ConfigError` with the replacement if a command or option was removed."""
    command, *words = arguments or [""]
    flags = {word.partition("=")[0] for word in words}
    for (name, flag), instead in REMOVED.items():
        if command == name and (not flag or flag in flags):
            raise ConfigError(f"{f'{name} {flag}'.strip()}: removed; use {instead}")


app = make_app()


def main() -> None:
    """Run the command line; errors of the user or the machine end with one message.

    The exit code is 2 if the user can correct the error, 1 if the machine failed. A traceback is a
    bug.
    """
    # Imports create many objects and no garbage; collecting them takes a tenth of a short run.
    gc.set_threshold(100_000, 20, 20)
    # The threads of numpy's matrix library, which is not used here, spin for 0.1 s.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        open_streams()
        with stoppable():
            refuse_removed(sys.argv[1:])
            app()
    except PipelineError as error:
        say(f"puzzlepress: error: {error}")
        sys.exit(FAILURE if isinstance(error, WorkerError) else BAD_INPUT)
    except Exception as error:
        if code := exit_code(error):
            text: object = describe_error(error)
        elif (text := blame_kind(error)) is None:
            raise
        say(f"puzzlepress: error: {text}")
        sys.exit(code or BAD_INPUT)
    finally:
        for fault in faults_of_kinds():
            say(f"puzzlepress: warning: left out: {fault}")
        # Python collects garbage again at exit, which takes longer than many commands.
        gc.freeze()
