"""The command that solves: prints solutions, counts them, or says where they differ."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands import explaining
from pipeline.commands.explaining import (
    ExplainAmbiguity,
    PictureFolder,
    PictureFormats,
    Pictures,
    PictureTheme,
    States,
)
from pipeline.commands.options import (
    FAILURE,
    AnySource,
    Conflicts,
    From,
    Jobs,
    Nodes,
    Output,
    Rule,
    Settings,
    make_workers,
    say,
)

if TYPE_CHECKING:
    from pipeline.stages.answers import Tally
    from pipeline.stages.count import CountTally
    from pipeline.stages.explain import ExplainTally


def solve(
    source: AnySource = "-",
    from_format: From = None,
    rule: Rule = None,
    parts: Settings = None,
    count: Annotated[
        str, typer.Option("--count", metavar="N|all", help="List N solutions, or count them all.")
    ] = "1",
    to_form: Annotated[
        str | None,
        typer.Option("--to", metavar="FORM", help="json, or a printed form of the kind; see docs."),
    ] = None,
    colour: Annotated[
        bool | None,
        typer.Option("--colour/--no-colour", help="ANSI colours (default: as the terminal)."),
    ] = None,
    show_nodes: Annotated[
        bool, typer.Option("--show-nodes", help="Say above each puzzle what the search cost.")
    ] = False,
    dimacs: Annotated[
        str | None, typer.Option("--dimacs", metavar="FILE", help="Write the CNF as well.")
    ] = None,
    solver: Annotated[
        str | None, typer.Option("--solver", metavar="NAME", help="Engine (default: auto).")
    ] = None,
    stats: Annotated[
        str | None, typer.Option("--stats", metavar="FILE", help="A JSON line for each puzzle.")
    ] = None,
    nodes: Nodes = None,
    conflicts: Conflicts = None,
    states: States = None,
    explain_ambiguity: ExplainAmbiguity = False,
    pictures_folder: PictureFolder = None,
    picture_formats: PictureFormats = None,
    picture_theme: PictureTheme = None,
    output: Output = "-",
    jobs: Jobs = 1,
) -> None:
    """Solve puzzles and print them, or IMPOSSIBLE; count solutions; say where they differ.

    Example: puzzlepress solve puzzles.txt --to tubes
    """
    from pipeline.stages.answers import AnswerOptions, write_answers
    from pipeline.stages.arguments import make_budget, parse_settings
    from pipeline.stages.count import write_counts
    from pipeline.stages.exchange import import_records

    budget = make_budget(nodes, conflicts, states)
    pictures = Pictures(pictures_folder, picture_formats, picture_theme)
    if explain_ambiguity:
        explaining.refuse_others(
            {
                "--count": count != "1" and count,
                "--to": to_form,
                "--show-nodes": show_nodes,
                "--dimacs": dimacs,
                "--solver": solver,
                "--stats": stats,
            }
        )
    else:
        explaining.refuse_alone(pictures)
    settings = parse_settings(parts or [])
    options = AnswerOptions(
        form=to_form,
        count=count,
        solver=solver,
        budget=budget,
        is_coloured=_wants_colour(output) if colour is None else colour,
        has_nodes=show_nodes,
        dimacs=dimacs,
        stats=stats,
    )
    with make_workers(jobs) as workers:
        records = import_records(source, from_format, rule, settings=settings)
        tally: Tally | CountTally | ExplainTally
        if explain_ambiguity:
            tally = explaining.write(records, output, pictures, budget, workers)
        elif count == "all":
            tally = write_counts(records, output, options, workers)
        else:
            tally = write_answers(records, output, options, workers)
    say(tally.sentence())
    if tally.undecided:
        raise typer.Exit(FAILURE)


def _wants_colour(output: str) -> bool:
    return output == "-" and sys.stdout.isatty() and "NO_COLOR" not in os.environ
