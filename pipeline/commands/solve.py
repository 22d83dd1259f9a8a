"""The command that solves: prints solutions, counts them, or says where they differ."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

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
    option,
    say,
)
from pipeline.model import ConfigError

if TYPE_CHECKING:
    from pipeline.stages.explain import ExplainTally
    from pipeline.stages.solve import Tally


ExplainAmbiguity = Annotated[
    bool,
    option(
        "--explain-ambiguity", "Say, as JSON, in which cells all solutions agree and where not."
    ),
]
PictureFolder = Annotated[
    Path | None, option("--out DIR", "With --explain-ambiguity: pictures of it go here.")
]
PictureFormats = Annotated[
    list[str] | None, option("--format", "Of these pictures: png, svg, webp; may be given again.")
]
PictureTheme = Annotated[
    str | None, option("--theme", "Of these pictures: mono (the default), colour, cells, dashed.")
]


def solve(
    source: AnySource = "-",
    from_format: From = None,
    rule: Rule = None,
    parts: Settings = None,
    count: str = option("--count N|all", "List N solutions, or count them all.", "1"),
    to_form: str | None = option(
        "--to FORM", "json, or a printed form of the kind; see docs.", None
    ),
    colour: bool | None = option(
        "--colour/--no-colour", "ANSI colours (default: as the terminal).", None
    ),
    show_nodes: bool = option("--show-nodes", "Say above each puzzle what the search cost.", False),
    dimacs: str | None = option("--dimacs FILE", "Write the CNF as well.", None),
    solver: str | None = option("--solver NAME", "Engine (default: auto).", None),
    stats: str | None = option("--stats FILE", "A JSON line for each puzzle.", None),
    nodes: Nodes = None,
    conflicts: Conflicts = None,
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
    from pipeline.commands.arguments import make_limits, parse_count, parse_settings
    from pipeline.stages.collection.importer import import_records
    from pipeline.stages.count import write_counts
    from pipeline.stages.solve import AnswerOptions, write_answers

    limits = make_limits(nodes, conflicts)
    look = {"--out": pictures_folder, "--format": picture_formats, "--theme": picture_theme}
    if explain_ambiguity:
        plain = {
            "--count": count != "1" and count, "--to": to_form, "--show-nodes": show_nodes,
            "--dimacs": dimacs, "--solver": solver, "--stats": stats,
        }  # fmt: skip
        for name in filter(plain.get, plain):
            raise ConfigError(
                f"expected no {name} with --explain-ambiguity: it writes JSON of its own; "
                "run solve a second time for it"
            )
        if pictures_folder is None and (picture_formats or picture_theme):
            raise ConfigError(
                "expected --out DIR with --format or --theme: no picture is drawn without"
            )
    for name in filter(look.get, () if explain_ambiguity else look):
        raise ConfigError(
            f"expected --explain-ambiguity with {name}, which is for its pictures; "
            "the command render draws puzzles and solutions"
        )
    limit = parse_count(count)
    settings = parse_settings(parts or [])
    is_terminal = output == "-" and sys.stdout.isatty() and "NO_COLOR" not in os.environ
    options = AnswerOptions(
        form=to_form,
        limit=limit or 1,
        solver=solver,
        limits=limits,
        is_coloured=is_terminal if colour is None else colour,
        has_nodes=show_nodes,
        dimacs=dimacs,
        stats=stats,
    )
    with make_workers(jobs) as workers:
        records = import_records(source, from_format, rule, settings=settings)
        tally: Tally | ExplainTally
        if explain_ambiguity:
            from pipeline.stages.explain import write_explanations
            from pipeline.stages.render import RenderOptions

            drawn = RenderOptions(
                formats=tuple(dict.fromkeys(picture_formats or ["png"])),
                theme=picture_theme or "mono",
            )
            tally = write_explanations(records, output, pictures_folder, drawn, limits, workers)
        elif limit is None:
            tally = write_counts(records, output, options, workers)
        else:
            tally = write_answers(records, output, options, workers)
    say(tally.sentence())
    if tally.undecided:
        raise typer.Exit(FAILURE)
