"""The book desk: the volumes of a series, with their ISBNs, and which of them are printed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pipeline.config.run import RunConfig
from pipeline.library import list_volumes, open_library
from pipeline.model import JsonObject
from pipeline.run.series import next_number, number_in


def volumes_of(config: RunConfig, folder: Path) -> Iterator[JsonObject]:
    """Yield number, title, ISBN, date and state of each volume of the series of a book.

    Those that the library records are printed, and never change; the others are those of the run.
    """
    series = config.series
    if series is None:
        return
    printed: set[int] = set()
    known: dict[int, JsonObject] = {}
    if series.library is not None and series.library.exists():
        with open_library(series.library) as db:
            for name, number, title, _, date, count in list_volumes(db):
                if name == series.name and count:
                    printed.add(number)
                    known[number] = {"title": title, "date": date or "", "puzzles": count}
    begun = [one for one in (folder, *folder.glob("volume-*")) if (one / "manifest.json").exists()]
    made = {number_in(one): one for one in begun}
    first = series.volume or min((*filter(None, made), next_number(series)))
    isbns = (config.book.isbn,) if isinstance(config.book.isbn, str) else config.book.isbn
    own = range(first, first + max(series.volumes or 1, len(isbns)))
    for number in sorted({*printed, *own}):
        isbn = isbns[number - first] if 0 <= number - first < len(isbns) else ""
        state = "printed" if number in printed else "made" if number in made else "to come"
        about = {"title": config.book.title, "date": "", **known.get(number, {})}
        yield {"number": number, "isbn": isbn, "state": state, **about}
