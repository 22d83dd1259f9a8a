"""Book: graded records and a configuration to a PDF, and what a PDF is checked against."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Final

from pipeline.book import BookSection, PrintedPlace, lay_out, write_book
from pipeline.book.flow.language import load_language
from pipeline.book.flow.style import style_for
from pipeline.book.parts.back import font_notices
from pipeline.book.press.geometry import make_geometry, page_size
from pipeline.book.press.printing import DESK, load_printing, printing_for
from pipeline.book.press.rights import RightsError, require_saleable
from pipeline.config.book_options import CoverOptions, Margins
from pipeline.config.models import SectionConfig
from pipeline.config.run import RunConfig, require_volume
from pipeline.config.run_settings import Check, load_config
from pipeline.model import ConfigError, Record, StoreError
from pipeline.preflight.check_book import Expected
from pipeline.preflight.preflight import Criteria
from pipeline.render.fonts import using_fonts
from pipeline.render.overlay import Photograph, read_photograph
from pipeline.stages.books.selection import Demand, Selection
from pipeline.stages.books.verify_book import Listed, read_listed
from pipeline.stages.filter import is_accepted, is_confirmed
from pipeline.stages.puzzle import read_puzzle, require_right
from pipeline.stages.verify import verdict_problems
from pipeline.store.files import open_binary, read_text, write_atomic
from pipeline.store.limits import read_whole
from pipeline.store.run_folder import MANIFEST


@dataclass(frozen=True, slots=True)
class BookResult:
    """What was typeset, and what was short."""

    path: str
    pages: int
    puzzles: int
    shortfalls: Mapping[str, int] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    placements: tuple[PrintedPlace, ...] = ()

    @property
    def places(self) -> dict[str, tuple[int, int]]:
        """Number and page of each puzzle, by the id of its record."""
        return {p.record_id: (p.number, p.puzzle_page) for p in self.placements}

    def summary(self) -> list[str]:
        """Return what to tell the user at the end."""
        if self.shortfalls:
            return [
                f"too few puzzles: section {title!r} lacks {n}"
                for title, n in self.shortfalls.items()
            ] + ["no book was made; add records or ask for fewer"]
        return [
            *(f"warning: {text}" for text in self.warnings),
            f"book: {self.puzzles} puzzles on {self.pages} pages in {self.path}",
        ]


def load_book_config(source: str | Path) -> RunConfig:
    """Return the configuration in a file, checked as far as the book can tell before it is made.

    `ConfigError` with file, line and key, for whatever is wrong.
    """
    return load_config(source, _CHECKS)


def load_volume_config(source: str | Path, folder: Path) -> RunConfig:
    """Return the configuration of a volume, with its number filled in.

    The number is that of the manifest which a run left in the folder, else the configuration's.
    Errors are those of `load_book_config`; also if a text has ``{volume}`` and neither gives it.
    """
    return require_volume(load_book_config(source), _made_volume(folder / MANIFEST))


def _made_volume(manifest: Path) -> int | None:
    """Return the number of the volume in a manifest, None where there is none."""
    try:
        number = json.loads(read_text(manifest))["config"]["cover"]["volume"]
    except (StoreError, KeyError, TypeError, ValueError, RecursionError):
        return None  # no run's folder, or one of another version
    return number if type(number) is int else None


def load_cover_picture(options: CoverOptions) -> Photograph | None:
    """Return the picture of the user's own that goes on the cover, None without one.

    `StoreError` or `ConfigError` if it cannot be read.
    """
    if options.picture is None:
        return None
    with open_binary(options.picture) as stream:
        name = str(options.picture)
        return read_photograph(read_whole(stream, name), name)


def book_from_records(
    records: Iterable[Record],
    config: RunConfig,
    output: str,
    check: Callable[[list[Record]], None] | None = None,
) -> BookResult:
    """Return what was typeset from the records that the sections ask for.

    Each section takes, for each of its sizes, the first records of its kind, rule and band that are
    proved unique, no puzzle twice (mirrored and relabelled ones included). ``check`` is given what
    is laid out before it is printed, where who made the records is unknown. `ConfigError` if
    nothing fits a section at all and the records say why (not proved, not graded). `RenderError`
    if a puzzle does not fit its page.
    """
    stock = list(records)
    _require_ready(stock, config)
    selection = _select(stock, config)
    if missing := selection.shortfalls():
        named = {config.sections[number].title: count for number, count in missing.items()}
        return BookResult(output, 0, 0, named)
    return write_book_file(config, selection, output, check)


def sections_from_records(
    records: Iterable[Record], config: RunConfig, folder: Path
) -> tuple[BookSection, ...]:
    """Return the sections of a book without pages, with the puzzles that its printed book has.

    They are those that the list of a run in the folder names, else what `book_from_records` takes.
    `ConfigError` if there are too few, and as there.
    """
    stock = list(records)
    _require_ready(stock, config)
    chosen = _listed_records(stock, config, read_listed(folder) or {})
    if chosen is None:
        selection = _select(stock, config)
        if missing := selection.shortfalls():
            named = {config.sections[number].title: count for number, count in missing.items()}
            raise ConfigError("; ".join(BookResult("", 0, 0, named).summary()))
        chosen = [selection.section_records(number) for number in range(len(config.sections))]
    return make_sections(config, chosen)


def _listed_records(
    stock: Sequence[Record], config: RunConfig, listed: Mapping[int, Listed]
) -> list[list[Record]] | None:
    """Return the records of each section as a run's list numbers them; None if it is another's."""
    known = {record.id: record for record in stock}
    places = {section.title: number for number, section in enumerate(config.sections)}
    chosen: list[list[Record]] = [[] for _ in config.sections]
    for number in sorted(listed):
        one = listed[number]
        if one.record_id not in known or one.section not in places:
            return None
        chosen[places[one.section]].append(known[one.record_id])
    wanted = [sum(section.counts) for section in config.sections]
    return chosen if [len(records) for records in chosen] == wanted else None


def make_sections(config: RunConfig, chosen: Sequence[Sequence[Record]]) -> tuple[BookSection, ...]:
    """Return the sections of the book that have records, which are in print order."""
    said = [one.name for one in fields(SectionConfig)]
    return tuple(
        BookSection(records=tuple(records), **{name: getattr(section, name) for name in said})
        for section, records in zip(config.sections, chosen, strict=True)
        if records
    )


def write_book_file(
    config: RunConfig,
    selection: Selection,
    output: str | Path,
    check: Callable[[list[Record]], None] | None = None,
    *,
    follow: bool = True,
) -> BookResult:
    """Typeset what was selected, and checked, into a file that appears whole or not at all."""
    options = config.book
    chosen = [selection.section_records(number) for number in range(len(config.sections))]
    printed = [record for records in chosen for record in records]
    for record in printed:
        require_right(read_puzzle(record))
    sections = make_sections(config, chosen)
    try:
        book = lay_out(options, sections, config.pages)
    except RightsError as error:
        raise config.file.error(("book", "commercial"), str(error)) from error
    if check is not None:  # last, since proofs take long and a book that cannot be made does not
        check(printed)
    write_atomic(output, lambda stream: write_book(book, stream), follow=follow)
    warnings = book.warnings
    if options.pages is not None and len(book.pages) > options.pages[1]:
        warnings += (f"pages: expected at most {options.pages[1]}, the book has {len(book.pages)}",)
    return BookResult(
        str(output), len(book.pages), len(book.placements), warnings=warnings,
        placements=book.placements,
    )  # fmt: skip


def _check_trim(config: RunConfig, margins: Margins | None = None) -> None:
    """Raise what is wrong with the trim alone, or with the trim within these margins."""
    options = config.book
    printing = printing_for(options)
    width_mm, _ = page_size(options, printing)
    least = printing.least_margin_mm(options.bleed)
    bare = replace(options, margins=margins or Margins(least, least, least, least))
    make_geometry(bare, printing, style_for(options.style, width_mm, options.look), pages=1)


def _check_fonts(config: RunConfig) -> None:
    options = config.book
    with using_fonts(options.faces):
        font_notices(options)


_CHECKS: Final[tuple[Check, ...]] = (
    (("book", "language"), lambda config: load_language(config.book.language)),
    (
        ("book", "printers"),
        lambda config: load_printing(config.book.printers, config.book.printers_file),
    ),
    (("book", "trim"), _check_trim),
    (("book", "licence"), lambda config: require_saleable(config.book)),
    (("book", "margins"), lambda config: _check_trim(config, config.book.margins)),
    (
        ("book", "hyphenation"),
        lambda config: load_language(config.book.language).with_words(config.book.hyphenation),
    ),
    (("book", "fonts"), _check_fonts),
    (("cover", "picture"), lambda config: load_cover_picture(config.cover)),
)
"""What the book knows of single keys, in the order in which it is worth hearing of them."""


def _require_ready(records: Iterable[Record], config: RunConfig) -> None:
    for record in records:
        if not is_accepted(record):
            raise ConfigError(
                f"record {record.id} has the verdict {record.verdict.status}: only puzzles proved "
                "unique are printed; run puzzlepress filter first"
            )
        if config.book.confirmed and not is_confirmed(record):
            raise ConfigError(
                f"record {record.id} is proved unique by {record.verdict.method} alone, and [book] "
                "confirmed asks for a second way; run puzzlepress filter --confirmed first"
            )
        for problem in verdict_problems(read_puzzle(record)):
            raise ConfigError(f"record {record.id}: {problem}; run puzzlepress filter again")
        if record.grade is None or record.solution is None:
            raise ConfigError(
                f"record {record.id} has no grade or no solution; run puzzlepress grade first"
            )


def _select(stock: Iterable[Record], config: RunConfig) -> Selection:
    """Return what each section takes of the records."""
    wanted = [
        (section, size, Demand(number, section.band, count, grades=section.grades))
        for number, section in enumerate(config.sections)
        for size, count in zip(section.sizes, section.counts, strict=True)
    ]
    selection = Selection(demand for _, _, demand in wanted)
    for record in stock:
        fitting = [demand for section, size, demand in wanted if _fits(record, section, size)]
        if any(demand.missing for demand in fitting):
            selection.offer(record, fitting)
    return selection


def _fits(record: Record, section: SectionConfig, size: tuple[int, int]) -> bool:
    return (
        record.kind == section.kind
        and (record.puzzle["rows"], record.puzzle["cols"]) == size
        and record.verdict.rule in (section.rule, None)
    )


def make_criteria(
    book: Path,
    config: Path | None,
    printers: Sequence[str] = (),
    printers_file: Path | None = None,
    paper: str | None = None,
) -> Criteria:
    """Return what a book is judged by.

    Title, author, ISBN, trim and printers of the book's configuration are compared with it. Without
    printers it is judged by the configuration's, else by all; without a file of further printers
    the configuration's own is read. The page limits are those of the paper, None for the most
    lenient. `ConfigError` if the configuration cannot be used.
    """
    if config is None:
        return Criteria(printers=printers or ("all",), printers_file=printers_file, paper=paper)
    settings = load_volume_config(config, book.parent)
    options = settings.book
    extra = printers_file or options.printers_file
    is_folded = options.style == "booklet"
    return Criteria(
        printers=printers or ((DESK,) if is_folded else options.printers),
        printers_file=extra,
        trim_mm=page_size(options, load_printing(["all"], extra)),
        paper=paper,
        expected=Expected(
            options.title,
            options.author,
            options.isbn or None,
            (options.subtitle, *(section.title for section in settings.sections)),
        ),
    )
