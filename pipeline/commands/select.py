"""The command that chooses puzzles of a collection."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from pipeline.commands.options import (
    TOO_FEW,
    Band,
    Kind,
    Output,
    Size,
    Source,
    number,
    option,
    say,
    write,
)


def select(
    count: Annotated[int, number("--count N", "How many.")],
    source: Source = "-",
    kind: Kind = None,
    size: Size = None,
    band: Band = None,
    score: Annotated[str | None, option("--score A:B", "Scores from A to B.")] = None,
    per_author: Annotated[int | None, number("--per-author N", "At most so many of each.")] = None,
    unused_in: Annotated[
        Path | None, option("--unused-in FILE", "Boards that are free in this library.")
    ] = None,
    output: Output = "-",
) -> None:
    """Choose graded puzzles: no board twice, spread from easy to hard.

    Exit code 4 says that there are fewer than asked for; those are written.

    Example: puzzlepress select graded.jsonl --count 3 --per-author 3 -o chosen.jsonl
    """
    from pipeline.commands.arguments import parse_lot, parse_scores
    from pipeline.library import is_board_free, open_library
    from pipeline.stages.select import Wishes, select_records
    from pipeline.store.jsonl import read_records

    lot, grades = parse_lot(kind, size, band), parse_scores(score)
    wishes = Wishes(count=count, grades=grades, per_author=per_author, **lot)
    records = read_records(source)
    with nullcontext() if unused_in is None else open_library(unused_in) as db:
        chosen = select_records(
            records, wishes, lambda record: db is None or is_board_free(db, record)
        )
    write(chosen, output, "select")
    if len(chosen) < count:
        say(
            f"select: {len(chosen)} of {count} puzzles; no more are proved, graded and as asked for"
        )
        raise typer.Exit(TOO_FEW)
