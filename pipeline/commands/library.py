"""``puzzlepress library``: what was ever made, printed and owed, across volumes and years."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pipeline.commands.options import (
    CHECK_FAILED,
    TOO_FEW,
    Band,
    Kind,
    Output,
    Size,
    amount,
    argument,
    number,
    option,
    say,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pipeline.library import Holding, Query

app = typer.Typer(
    name="library",
    help="Keep what was made, printed and owed in one file, across volumes.",
    no_args_is_help=True,
)

Library = Annotated[Path, option("--library FILE", "The library.")]
DEFAULT = Path("library.db")
Sources = Annotated[
    list[str],
    argument("FILE...", "Records, the folder of a run, or a printed book."),
]
Count = Annotated[int, amount("--count N", "How many.")]
Rule = Annotated[str | None, option("--rule RULE", "Under this rule.")]
Text = Annotated[str | None, option("--text WORDS", "Words of its author, title, credit.")]
Score = Annotated[str | None, option("--score A:B", "Scores from A to B; either may lack.")]
Series = Annotated[str | None, option("--series NAME", "Fit for a volume of this series.")]
AnySeries = Annotated[str | None, option("--series NAME", "This one only.")]
Number = Annotated[int | None, number("--volume N", "Its number.")]
NoRepeat = Annotated[int | None, number("--no-repeat N", "Volumes apart (default: never again).")]
AsOf = Annotated[str | None, option("--as-of DATE", "The day to judge rights by.")]
Holder = Annotated[str, option("--for NAME", "A series, or a customer.")]


@app.command()
def add(
    sources: Sources,
    holder: str | None = option("--holder NAME", "Who holds the rights.", None),
    licence: str | None = option("--licence NAME", "What the holder allows.", None),
    exclusive: str | None = option("--exclusive SERIES", "Only in this series.", None),
    valid_until: str | None = option("--valid-until DATE", "The last day.", None),
    most_uses: int | None = number("--most-uses N", "How often each is printed.", None),
    library: Library = DEFAULT,
) -> None:
    """Add puzzles, and the rights to them; what is known stays, its missing credit is filled in.

    Example: puzzlepress library add output/sampler graded.jsonl --holder "A. Setter"
    """
    from pipeline.library import Rights, add, open_library, read_day
    from pipeline.model import ConfigError
    from pipeline.run.library import read_sources

    rights = None
    if holder is not None:
        day = read_day(valid_until, "--valid-until")
        rights = Rights(holder, licence, exclusive, day, most_uses)
    elif (licence, exclusive, valid_until, most_uses) != (None, None, None, None):
        raise ConfigError("expected --holder with the rights, found none; name who holds them")
    records = read_sources(sources)
    with open_library(library, is_new=True) as db:
        new, known = add(db, records, rights, lambda said: say(f"library: {said}"))
    say(f"library: {new} new puzzles, {known} known ones")


@app.command()
def find(
    count: Count = 20,
    kind: Kind = None,
    size: Size = None,
    rule: Rule = None,
    band: Band = None,
    text: Text = None,
    source: str | None = option("--source WORD", "Part of its address.", None),
    score: Score = None,
    series: Series = None,
    no_repeat: NoRepeat = None,
    as_of: AsOf = None,
    every: bool = option("--all", "Used and reserved ones, too.", False),
    library: Library = DEFAULT,
) -> None:
    """List puzzles that are free, or fit for the next volume of a series.

    Example: puzzlepress library find --kind numberlink --size 8x8 --band easy --count 5
    """
    from pipeline.commands.arguments import parse_scores
    from pipeline.library import find, open_library

    query = _query(
        kind, size, band, as_of, rule=rule, text=text, series=series, no_repeat=no_repeat,
        is_any=every, grades=parse_scores(score), source=source,
    )  # fmt: skip
    with open_library(library) as db:
        _list(find(db, query, count))


@app.command()
def reserve(
    holder: Holder,
    count: Count,
    kind: Kind = None,
    size: Size = None,
    rule: Rule = None,
    band: Band = None,
    text: Text = None,
    as_of: AsOf = None,
    library: Library = DEFAULT,
) -> None:
    """Keep free puzzles for a series or a customer: as many as asked for, or none.

    Example: puzzlepress library reserve --for Evenings --count 3 --kind numberlink
    """
    from pipeline.library import open_library, reserve

    query = _query(kind, size, band, as_of, rule=rule, text=text)
    with open_library(library) as db:
        found = reserve(db, query, count, holder)
    if not found:
        say(f"library: fewer than {count} puzzles are free; none was reserved")
        raise typer.Exit(TOO_FEW)
    _list(found)


@app.command()
def release(
    holder: str | None = option("--for NAME", "Whose puzzles are given back.", None),
    ids: list[str] | None = argument("[ID...]", "Default: all of the holder's.", None),
    series: AnySeries = None,
    number: Number = None,
    library: Library = DEFAULT,
) -> None:
    """Give reserved puzzles back, or take back a volume that never appeared.

    Example: puzzlepress library release --for Evenings

    Example: puzzlepress library release --series Evenings --volume 2
    """
    from pipeline.library import open_library, release, withdraw
    from pipeline.model import ConfigError

    if (holder is None) == (series is None or number is None):
        raise ConfigError("expected --for NAME, or --series NAME and --volume N; give one of them")
    with open_library(library) as db:
        if holder is not None:
            say(f"library: {release(db, holder, ids or ())} puzzles are free again")
        elif series is not None and number is not None:
            say(f"library: {withdraw(db, series, number)} placements are taken back")


@app.command()
def place(
    source: Annotated[str, argument("FILE", "Records, a run, or a book.")],
    series: Annotated[str, option("--series NAME", "The series.")],
    number: Number = None,
    title: str = option("--title", "Title of the volume.", ""),
    day: str | None = option("--date DATE", "When it is published.", None),
    is_site: bool = option("--site", "It is a site, not a book.", False),
    no_repeat: NoRepeat = None,
    is_printed: bool = option("--printed", "It is out already: record repeats as well.", False),
    library: Library = DEFAULT,
) -> None:
    """Record what stands in a volume: all of it, or nothing if a puzzle may not stand there.

    Example: puzzlepress library place output/sampler --series Evenings --volume 1
    """
    from pipeline.library import Volume, next_volume, open_library, place, read_day
    from pipeline.run.library import read_placements

    placements = read_placements(source)
    date = read_day(day, "--date")
    with open_library(library, is_new=True) as db:
        volume = Volume(
            series,
            next_volume(db, series) if number is None else number,
            title,
            "site" if is_site else "book",
            date,
        )
        new = place(db, volume, placements, no_repeat, is_printed=is_printed)
    say(f"library: {new} new placements in volume {volume.number} of {series}")


@app.command()
def show(
    ids: list[str] | None = argument("[ID...]", "Puzzles.", None),
    library: Library = DEFAULT,
) -> None:
    """Show all about some puzzles as JSON, or what the library holds.

    Example: puzzlepress library show
    """
    import json

    from pipeline.library import list_stock, list_volumes, open_library, show

    with open_library(library) as db:
        for one in ids or ():
            print(json.dumps(show(db, one), ensure_ascii=False, sort_keys=True))
        if ids:
            return
        for kind, rows, cols, rule, band, total, unused in list_stock(db):
            words = " ".join(filter(None, (kind, f"{cols}x{rows}", rule, band)))
            print(f"{words}: {total} puzzles, {unused} unused")
        for series, number, title, medium, date, puzzles in list_volumes(db):
            words = ", ".join(filter(None, (title, medium, date)))
            print(f"{series} {number}: {puzzles} placements ({words})")


@app.command()
def export(
    count: int = amount("--count N", "At most so many.", 1 << 60),
    kind: Kind = None,
    size: Size = None,
    rule: Rule = None,
    band: Band = None,
    text: Text = None,
    series: str | None = option("--series NAME", "What stands in this series.", None),
    number: Number = None,
    holder: str | None = option("--for NAME", "What is reserved for it.", None),
    output: Output = "-",
    library: Library = DEFAULT,
) -> None:
    """Write records: of a series or volume, of what is reserved, or of whatever fits.

    Example: puzzlepress library export --series Evenings --volume 1 -o volume-1.jsonl
    """
    from pipeline.library import find, open_library, placed_records, reserved_records
    from pipeline.store.files import write_atomic

    with open_library(library) as db:
        if series is not None:
            records = placed_records(db, series, number)
        elif holder is not None:
            records = reserved_records(db, holder)
        else:
            query = _query(kind, size, band, rule=rule, text=text, is_any=True)
            records = [one.record for one in find(db, query, count)]
    write_atomic(output, "".join(f"{record}\n" for record in records[:count]))


@app.command()
def check(
    sources: list[str] | None = argument("[FILE...]", "Puzzles to be printed.", None),
    series: AnySeries = None,
    no_repeat: NoRepeat = None,
    as_of: AsOf = None,
    deep: bool = option("--deep", "Read the whole file for damage.", False),
    library: Library = DEFAULT,
) -> None:
    """Look for repeats within a series and for rights that are not kept; exit code 3 if any.

    With files: which of their puzzles stand in the series already.

    Example: puzzlepress library check --as-of 2027-03-01
    """
    from pipeline.library import (
        find_damage,
        find_faults,
        find_standing,
        find_unreadable,
        open_library,
        read_day,
    )
    from pipeline.run.library import read_sources

    day = read_day(as_of, "--as-of")
    records = list(read_sources(sources)) if sources else []
    with open_library(library) as db:
        faults = (find_damage(db) if deep else []) or find_unreadable(db)
        if sources and not faults:
            faults += find_standing(db, records, series, no_repeat)
        elif not faults:
            faults += find_faults(db, series, no_repeat, day)
    for fault in faults:
        print(fault)
    say(f"library: {len(faults) or 'no'} faults")
    if faults:
        raise typer.Exit(CHECK_FAILED)


@app.command()
def royalties(series: AnySeries = None, output: Output = "-", library: Library = DEFAULT) -> None:
    """Write how often each author's puzzles stand in each volume, as CSV.

    Example: puzzlepress library royalties -o royalties.csv
    """
    import io

    from pipeline.library import ROYALTIES, open_library, royalties
    from pipeline.store.cells import write_csv_rows
    from pipeline.store.files import write_atomic

    with open_library(library) as db:
        rows = list(royalties(db, series))
    text = io.StringIO(newline="")
    write_csv_rows(text, [ROYALTIES, *rows])
    write_atomic(output, text.getvalue())


def _query(
    kind: str | None, size: str | None, band: str | None, as_of: str | None = None, **others: Any
) -> Query:
    from pipeline.commands.arguments import parse_lot
    from pipeline.library import Query, read_day

    return Query(**parse_lot(kind, size, band), as_of=read_day(as_of, "--as-of"), **others)


def _list(holdings: Iterable[Holding]) -> None:
    for held in holdings:
        score = "" if held.score is None else f"{held.score:g}"
        lot = (held.kind, f"{held.cols}x{held.rows}", held.rule, held.band, score)
        print("\t".join((held.id, *lot, held.author or "", f"{held.uses} uses")))
