"""The command that chooses puzzles of a collection."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from pipeline.commands.options import TOO_FEW, Output, Source, number, option, say, write


def select(
    count: Annotated[int, number("--count N", "How many.")],
    source: Source = "-",
    kind: Annotated[str | None, option("--kind KIND", "Of this kind.")] = None,
    size: Annotated[str | None, option("--size WxH", "Columns x rows.")] = None,
    band: Annotated[str | None, option("--band BAND", "Of this difficulty.")] = None,
    score: Annotated[str | None, option("--score A:B", "Scores from A to B.")] = None,
    per_author: Annotated[
        int | None,
        number("--per-author N", "At most so many of each."),
    ] = None,
    unused_in: Annotated[
        Path | None,
        option("--unused-in FILE", "Boards that are free in this library."),
    ] = None,
    output: Output = "-",
) -> None:
    """Choose graded puzzles: no board twice, spread from easy to hard.

    Exit code 4 says that there are fewer than asked for; those are written.

    Example: puzzlepress select graded.jsonl --count 3 --per-author 3 -o chosen.jsonl
    """
    from pipeline.commands.arguments import parse_scores, parse_size
    from pipeline.kinds import get_kind
    from pipeline.library import is_board_free, open_library
    from pipeline.model import Band, unknown_name
    from pipeline.stages.select import Wishes, select_records
    from pipeline.store.jsonl import read_records

    if kind is not None:
        get_kind(kind)
    if band is not None and band not in list(Band):
        raise unknown_name("band", band, Band)
    wishes = Wishes(
        count=count,
        kind=kind,
        size=None if size is None else parse_size(size),
        band=band,
        grades=parse_scores(score),
        per_author=per_author,
    )
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
