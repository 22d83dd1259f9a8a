"""The command that generates puzzles."""

from __future__ import annotations

from typing import Annotated

import typer

from pipeline.commands.options import (
    TOO_FEW,
    Jobs,
    Output,
    Rule,
    Settings,
    make_workers,
    number,
    option,
    say,
    write,
)
from pipeline.kinds import KINDS


def generate(
    kind: Annotated[str, typer.Argument(metavar="KIND", help=f"One of: {', '.join(KINDS)}.")],
    size: Annotated[str, option("--size WxH", "Columns x rows.")],
    seed: Annotated[int, number("--seed S", "Equal seed, equal puzzles.")],
    count: Annotated[int, number("--count N", "How many.")] = 1,
    rule: Rule = None,
    options: Settings = None,
    author: Annotated[str | None, option("--author", "Credit of the puzzles.")] = None,
    licence: Annotated[str | None, option("--licence", "Licence of the puzzles.")] = None,
    output: Output = "-",
    jobs: Jobs = 1,
) -> None:
    """Generate puzzles; each follows from the seed and its number alone.

    Example: puzzlepress generate numberlink --size 10x10 --count 20 --seed 7
    """
    from pipeline.commands.arguments import parse_settings, parse_size
    from pipeline.config.setting_files import read_params
    from pipeline.kinds import get_kind
    from pipeline.model import ConfigError, Credit
    from pipeline.stages.generate import GeneratorOrder, generate_records

    if count < 1:
        raise ConfigError(f"expected --count to be at least 1, found {count}")
    rows, cols = parse_size(size)
    params = read_params(get_kind(kind), rows, cols, rule, parse_settings(options or []))
    credit = Credit(author=author, licence=licence) if author or licence else None
    order = GeneratorOrder(kind, params, seed, credit)
    with make_workers(jobs) as workers:
        made = generate_records(((order, index) for index in range(count)), workers)
        written = write(
            (record for record in made if record is not None), output, "generate", count
        )
    if written < count:
        say(
            f"generated {written} of {count}: the other tries spent their budget; "
            "ask for less with --set, or for another size"
        )
        raise typer.Exit(TOO_FEW)
