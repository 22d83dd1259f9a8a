"""``puzzlepress library``: puzzles, rights and placements across volumes and years."""

from __future__ import annotations

import json
from collections.abc import Iterable
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
    parse_lot,
    parse_scores,
    printable,
    say,
)
from pipeline.model import ConfigError

if TYPE_CHECKING:
    from pipeline.library import Holding, Query

app = typer.Typer(
    name="library",
    help="Keep track of puzzles, rights and printed volumes in one file.",
    no_args_is_help=True,
)

Library = Annotated[Path, option("--library FILE", "The library.")]
DEFAULT = Path("library.db")
Sources = Annotated[list[str], argument("FILE...", "Records, folders of runs, or printed books.")]
Count = Annotated[int, amount("--count N", "Number of puzzles.")]
Rule = Annotated[str | None, option("--rule RULE", "Only puzzles under this rule.")]
Text = Annotated[str | None, option("--text WORDS", "Words in author, title or credit.")]
Score = Annotated[
    str | None, option("--score A:B", "Scores from A to B; either end may be omitted.")
]
Series = Annotated[str | None, option("--series NAME", "Puzzles for a new volume of this series.")]
AnySeries = Annotated[str | None, option("--series NAME", "Only this series.")]
Number = Annotated[int | None, number("--volume N", "Number of the volume.")]
NoRepeat = Annotated[
    int | None, number("--no-repeat N", "Volumes before a puzzle may repeat (default: never).")
]
AsOf = Annotated[str | None, option("--as-of DATE", "Day by which rights are checked.")]
Holder = Annotated[str, option("--for NAME", "Series or customer.")]


@app.command()
def add(
    sources: Sources,
    holder: str | None = option("--holder NAME", "Holder of the rights.", None),
    licence: str | None = option("--licence NAME", "Licence granted by the holder.", None),
    exclusive: str | None = option("--exclusive SERIES", "Series with exclusive rights.", None),
    valid_until: str | None = option("--valid-until DATE", "Last day of the rights.", None),
    most_uses: int | None = number("--most-uses N", "Most printings of each puzzle.", None),
    library: Library = DEFAULT,
) -> None:
    """Add puzzles and rights; of known puzzles, only missing credit is added.

    Example: puzzlepress library add graded.jsonl --holder "A. Setter"
    Example: puzzlepress library add output/book
    """
    from pipeline.library import Rights, add, open_library, read_day
    from pipeline.run.library import read_sources

    rights = None
    if holder is not None:
        day = read_day(valid_until, "--valid-until")
        rights = Rights(holder, licence, exclusive, day, most_uses)
    elif (licence, exclusive, valid_until, most_uses) != (None, None, None, None):
        raise ConfigError("expected --holder with the rights, found none; name the holder")
    records = read_sources(sources)
    with open_library(library, is_new=True) as db:
        new, known = add(db, records, rights, lambda note: say(f"library: {note}"))
    say(f"library: {new} new puzzles, {known} known ones")


@app.command()
def find(
    count: Count = 20,
    kind: Kind = None,
    size: Size = None,
    rule: Rule = None,
    band: Band = None,
    text: Text = None,
    source: str | None = option("--source WORD", "Part of the address of the source.", None),
    score: Score = None,
    series: Series = None,
    no_repeat: NoRepeat = None,
    as_of: AsOf = None,
    every: bool = option("--all", "Also list used and reserved puzzles.", False),
    library: Library = DEFAULT,
) -> None:
    """List free puzzles, or those suitable for the next volume of a series.

    Example: puzzlepress library find --kind numberlink --size 6x6 --count 5
    Example: puzzlepress library find --band easy --all
    """
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
    """Reserve free puzzles for a series or a customer: all of them, or none.

    Example: puzzlepress library reserve --for Evenings --count 1 --size 6x6
    Example: puzzlepress library reserve --for Gifts --count 1 --band easy
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
    holder: str | None = option("--for NAME", "Series or customer of the reservation.", None),
    ids: list[str] | None = argument("[ID...]", "Puzzles (default: all reserved ones).", None),
    series: AnySeries = None,
    number: Number = None,
    library: Library = DEFAULT,
) -> None:
    """Release reserved puzzles, or withdraw a volume that was not published.

    Example: puzzlepress library release --for Evenings
    Example: puzzlepress library release --series Evenings --volume 1
    """
    from pipeline.library import open_library, release, withdraw

    if (holder is None) == (series is None or number is None):
        raise ConfigError("expected --for NAME, or --series NAME and --volume N; give one of them")
    with open_library(library) as db:
        if holder is not None:
            say(f"library: {release(db, holder, ids or ())} puzzles are free again")
        elif series is not None and number is not None:
            say(f"library: {withdraw(db, series, number)} placements are withdrawn")


@app.command()
def place(
    source: Annotated[str, argument("FILE", "Records, the folder of a run, or a book.")],
    series: Annotated[str, option("--series NAME", "Series of the volume.")],
    number: Number = None,
    title: str = option("--title", "Title of the volume.", ""),
    day: str | None = option("--date DATE", "Day of publication.", None),
    is_site: bool = option("--site", "The volume is a site, not a book.", False),
    no_repeat: NoRepeat = None,
    is_printed: bool = option("--printed", "Already published: also record repeats.", False),
    library: Library = DEFAULT,
) -> None:
    """Record the puzzles of a volume; none are recorded if one is not allowed.

    Example: puzzlepress library place output/book --series Evenings --volume 1
    Example: puzzlepress library place graded.jsonl --series Daily --site
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
    ids: list[str] | None = argument("[ID...]", "Puzzles.", None), library: Library = DEFAULT
) -> None:
    """Show puzzles as JSON, or the contents of the library.

    Example: puzzlepress library show
    Example: puzzlepress library show ID
    """
    from pipeline.library import list_stock, list_volumes, open_library, show

    with open_library(library) as db:
        for one in ids or ():
            print(printable(json.dumps(show(db, one), ensure_ascii=False, sort_keys=True)))
        if ids:
            return
        for kind, rows, cols, rule, band, total, unused in list_stock(db):
            lot = " ".join(filter(None, (kind, f"{cols}x{rows}", rule, band)))
            print(printable(f"{lot}: {total} puzzles, {unused} unused"))
        for series, number, title, medium, date, puzzles in list_volumes(db):
            about = ", ".join(filter(None, (title, medium, date)))
            print(printable(f"{series} {number}: {puzzles} placements ({about})"))


@app.command()
def export(
    count: int = amount("--count N", "Most puzzles to export.", 1 << 60),
    kind: Kind = None,
    size: Size = None,
    rule: Rule = None,
    band: Band = None,
    text: Text = None,
    series: str | None = option("--series NAME", "Puzzles of this series.", None),
    number: Number = None,
    holder: str | None = option("--for NAME", "Puzzles reserved for this name.", None),
    output: Output = "-",
    library: Library = DEFAULT,
) -> None:
    """Write the records of a series or volume, of a reservation, or of a selection.

    Example: puzzlepress library export --kind numberlink --band easy -o few.jsonl
    Example: puzzlepress library export --series Evenings --volume 1 -o 1.jsonl
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
    deep: bool = option("--deep", "Check the whole file for damage.", False),
    library: Library = DEFAULT,
) -> None:
    """Find repeats within a series and violations of rights.

    Exit code 3 if there are any. With files, report which of their puzzles are already in the
    series.

    Example: puzzlepress library check
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
        print(printable(fault))
    say(f"library: {len(faults) or 'no'} faults")
    if faults:
        raise typer.Exit(CHECK_FAILED)


def _query(
    kind: str | None, size: str | None, band: str | None, as_of: str | None = None, **others: Any
) -> Query:
    from pipeline.library import Query, read_day

    return Query(**parse_lot(kind, size, band), as_of=read_day(as_of, "--as-of"), **others)


def _list(holdings: Iterable[Holding]) -> None:
    for held in holdings:
        score = "" if held.score is None else f"{held.score:g}"
        lot = (held.kind, f"{held.cols}x{held.rows}", held.rule, held.band, score)
        author = printable(held.author or "", keeps="")
        print("\t".join((held.id, *lot, author, f"{held.uses} uses")))
