"""The part of ``solve`` that explains ambiguity: its options, and what they do not go with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands.options import whole
from pipeline.model import ConfigError

if TYPE_CHECKING:
    from pipeline.kinds.interface import Budget
    from pipeline.model import Record
    from pipeline.stages.explain import ExplainTally
    from pipeline.stages.mapping import Mapper

States = Annotated[
    int | None,
    typer.Option("--states", metavar="N", parser=whole, help="Widest frontier of --count all."),
]
ExplainAmbiguity = Annotated[
    bool,
    typer.Option(
        "--explain-ambiguity",
        help="Say, as JSON, in which cells all solutions agree and where not.",
    ),
]
PictureFolder = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="With --explain-ambiguity: pictures of it go here."),
]
PictureFormats = Annotated[
    list[str] | None,
    typer.Option("--format", help="Of these pictures: png, svg, webp; may be given again."),
]
PictureTheme = Annotated[
    str | None, typer.Option("--theme", help="Of these pictures: mono (the default) or colour.")
]


@dataclass(frozen=True, slots=True)
class Pictures:
    """Where pictures of ambiguity go, and how they look; None: not said."""

    folder: Path | None
    formats: list[str] | None
    theme: str | None


def write(
    records: Iterable[Record], output: str, pictures: Pictures, budget: Budget, mapper: Mapper
) -> ExplainTally:
    """Write explanations and their pictures, and return the tally."""
    from pipeline.stages.explain import write_explanations
    from pipeline.stages.render import RenderOptions

    if pictures.folder is None and (pictures.formats or pictures.theme):
        raise ConfigError(
            "expected --out DIR with --format or --theme: no picture is drawn without"
        )
    options = RenderOptions(
        formats=tuple(dict.fromkeys(pictures.formats or ["png"])), theme=pictures.theme or "mono"
    )
    return write_explanations(records, output, pictures.folder, options, budget, mapper)


def refuse_others(given: Mapping[str, object]) -> None:
    """Raise `ConfigError` if an option was given that has no meaning for an explanation."""
    for name, value in given.items():
        if value:
            raise ConfigError(
                f"expected no {name} with --explain-ambiguity: it writes JSON of its own; "
                "run solve a second time for it"
            )


def refuse_alone(pictures: Pictures) -> None:
    """Raise `ConfigError` if an option was given that has a meaning for an explanation only."""
    given = {"--out": pictures.folder, "--format": pictures.formats, "--theme": pictures.theme}
    for name, value in given.items():
        if value:
            raise ConfigError(
                f"expected --explain-ambiguity with {name}, which is for its pictures; "
                "the command render draws puzzles and solutions"
            )
