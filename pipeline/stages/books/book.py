"""Book: graded records and a configuration to a PDF, and the criteria of its preflight."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

from pipeline.book import Book, BookSection, PrintedPlace, lay_out, write_book
from pipeline.book.layout import unsettable
from pipeline.book.parts.back import font_notices
from pipeline.book.press.geometry import make_geometry, page_size
from pipeline.book.press.printing import DESK, load_printing, printing_for
from pipeline.config.book_options import Margins
from pipeline.config.errors import join_errors
from pipeline.config.models import SectionConfig
from pipeline.config.run import RunConfig, fill_counts, require_volume
from pipeline.config.run_settings import Check, load_config
from pipeline.edition.flow.style import style_for
from pipeline.edition.language import load_language
from pipeline.edition.rights import RightsError, require_saleable
from pipeline.edition.section import in_lesson_order, shuffled_rank
from pipeline.kinds.kit.telling.deduction import Step
from pipeline.library import open_library, sharing_volumes
from pipeline.model import ConfigError, Record, RenderError, StoreError
from pipeline.preflight.check_book import Expected
from pipeline.preflight.check_content import Content
from pipeline.preflight.preflight import Criteria
from pipeline.render.fonts import using_fonts
from pipeline.render.overlay import Photograph, read_photograph
from pipeline.stages.books.selection import Demand, Selected, Selection, offer_of
from pipeline.stages.books.verify_book import Listed, read_listed
from pipeline.stages.filter import is_accepted, is_confirmed
from pipeline.stages.puzzle import read_puzzle, require_right
from pipeline.stages.verify import verdict_problems
from pipeline.store.files import open_binary, read_text, write_atomic
from pipeline.store.limits import read_whole
from pipeline.store.run_folder import MANIFEST, read_chosen


@dataclass(frozen=True, slots=True)
class BookResult:
    """A typeset book, or its shortfalls."""

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
        """Return the messages for the user at the end."""
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
    """Return the configuration in a file, with all checks that need no puzzles.

    Raise `ConfigError` with file, line and key for wrong values.
    """
    config = load_config(source, _CHECKS)
    if config.book.has_pdf:
        with using_fonts(config.book.faces):
            parts = (config.sections, config.pages, config.cover, config.sheet)
            found = unsettable(config.book, *parts, folder=config.file.folder)
            errors = [config.file.error(key, message) for key, message in found]
        if errors:
            raise join_errors(errors)
    return config


def load_volume_config(source: str | Path, folder: Path) -> RunConfig:
    """Return the configuration of a volume, with the number of the manifest in a folder or its own.

    Errors are those of `load_book_config`; also raise `ConfigError` for ``{volume}`` without a
    number.
    """
    config = require_volume(load_book_config(source), made_volume(folder / MANIFEST))
    return fill_counts(config, _count(folder / MANIFEST, "printed"))


def made_volume(manifest: Path) -> int | None:
    """Return the number of the volume in a manifest, None without one."""
    return _count(manifest, "volume", ("config", "cover")) or None


def _count(manifest: Path, key: str, table: Sequence[str] = ("counts",)) -> int:
    number = _of_manifest(manifest, *table, key)
    return number if type(number) is int else 0


def _of_manifest(manifest: Path, *keys: str) -> Any:
    """Return a value in a manifest, None without one."""
    try:
        value = json.loads(read_text(manifest))
        for key in keys:
            value = value[key]
    except (StoreError, KeyError, TypeError, ValueError, RecursionError):
        return None  # not the folder of a run, or of another version
    return value


def load_cover_picture(path: Path | None) -> Photograph | None:
    """Return a picture of the user's for the cover, None without one.

    Raise `StoreError` or `ConfigError` if it cannot be read.
    """
    if path is None:
        return None
    with open_binary(path) as stream:
        return read_photograph(read_whole(stream, str(path)), str(path))


def book_from_records(
    records: Iterable[Record],
    config: RunConfig,
    output: str,
    check: Callable[[list[Record]], None] | None = None,
) -> BookResult:
    """Typeset a book from records.

    Each section takes, for each of its sizes, the first records of its kind, rule and band, without
    duplicates; ``check`` gets them before the file is written. Raise `ConfigError` if a record is
    not proved or graded, `RenderError` if a puzzle does not fit its page.
    """
    stock = list(records)
    require_ready(stock, config)
    config, selection = _select(stock, config)
    if missing := missing_by_title(config, selection):
        return BookResult(output, 0, 0, missing)
    chosen = records_of(chosen_puzzles(config, selection))
    for records in chosen:
        for record in records:
            require_right(read_puzzle(record))
    return write_book_file(config, chosen, output, check)


def sections_from_records(
    records: Iterable[Record], config: RunConfig, folder: Path
) -> tuple[BookSection, ...]:
    """Return the sections of a book, with the puzzles of the printed one.

    They are those in the list of a run in the folder, else those of `book_from_records`. Raise
    `ConfigError` if there are too few, and as there.
    """
    given = [*read_chosen(folder)]
    stock = [*records, *given]
    require_ready(stock, config)
    chosen = _listed_records(stock, config, read_listed(folder) or {}, {one.id for one in given})
    if chosen is None:
        config, selection = _select(stock, config)
        if missing := missing_by_title(config, selection):
            raise ConfigError("; ".join(BookResult("", 0, 0, missing).summary()))
        chosen = records_of(chosen_puzzles(config, selection))
    return make_sections(config, chosen)


def _listed_records(
    stock: Sequence[Record], config: RunConfig, listed: Mapping[int, Listed], given: Set[str]
) -> list[list[Record]] | None:
    """Return the records of each section by the list of a run; None if the list does not fit.

    ``given`` are the ids of those that were not made for the book, which keep their credit.
    """
    known = {record.id: record for record in stock}
    places = {section.title: number for number, section in enumerate(config.sections)}
    chosen: list[list[Record]] = [[] for _ in config.sections]
    for number in sorted(listed):
        entry = listed[number]
        if entry.record_id not in known or entry.section not in places:
            return None
        record = known[entry.record_id]
        is_made = record.provenance and record.provenance.seed is not None
        if is_made and record.id not in given:
            record = record.with_(credit=config.credit)  # as corrected since it was made
        chosen[places[entry.section]].append(record)
    wanted = [sum(section.counts) for section in config.sections]
    return chosen if [len(records) for records in chosen] == wanted else None


def chosen_puzzles(config: RunConfig, selection: Selection) -> list[list[Selected]]:
    """Return the puzzles of each section in print order."""
    return [
        _in_order(section, selection.of_section(number))
        for number, section in enumerate(config.sections)
    ]


def _in_order(section: SectionConfig, puzzles: list[Selected]) -> list[Selected]:
    """Return puzzles, which rise in difficulty, in the order of a section."""
    if section.order == "lessons":
        known = {one.brief.id: one for one in puzzles}
        return [known[one.id] for one in in_lesson_order([one.record for one in puzzles])[0]]
    if section.order == "shuffled":
        return sorted(puzzles, key=lambda one: shuffled_rank(one.brief))
    return puzzles


def records_of(chosen: Iterable[Iterable[Selected]]) -> list[list[Record]]:
    """Return the whole records of the puzzles of each section."""
    return [[one.record for one in puzzles] for puzzles in chosen]


def arrange(
    section: SectionConfig, records: Sequence[Record]
) -> tuple[list[Record], dict[str, tuple[Step, ...]]]:
    """Return records, which rise in difficulty, in the order of a section, with its lessons."""
    if section.order == "lessons":
        return in_lesson_order(records)
    is_shuffled = section.order == "shuffled"
    return sorted(records, key=shuffled_rank) if is_shuffled else [*records], {}


def missing_by_title(config: RunConfig, selection: Selection) -> dict[str, int]:
    """Return the number of missing puzzles by the title of their section."""
    return {config.titles[number]: count for number, count in selection.shortfalls().items()}


def make_sections(config: RunConfig, chosen: Sequence[Sequence[Record]]) -> tuple[BookSection, ...]:
    """Return the sections of the book that have records, which are in print order."""
    names = [one.name for one in fields(SectionConfig)]
    sections = []
    for section, records in zip(config.sections, chosen, strict=True):
        ordered, lessons = arrange(section, records)
        same = {name: getattr(section, name) for name in names}
        if ordered:
            sections.append(BookSection(records=tuple(ordered), lessons=lessons, **same))
    return tuple(sections)


def lay_out_chosen(config: RunConfig, chosen: Sequence[Sequence[Record]]) -> Book:
    """Return the book of records by section; `ConfigError` with file and line if a key is wrong."""
    sections = make_sections(config, chosen)
    try:
        return lay_out(config.book, sections, config.pages)
    except RightsError as error:
        raise config.file.error(("book", "commercial"), str(error)) from error
    except RenderError as error:
        if error.section is not None:
            raise config.file.error(("section", error.section, error.key), str(error)) from error
        if error.key == "answer_cell_mm":
            raise config.file.error(("book", error.key), str(error)) from error
        raise


def write_book_file(
    config: RunConfig,
    chosen: Sequence[Sequence[Record]],
    output: str | Path,
    check: Callable[[list[Record]], None] | None = None,
    *,
    follow: bool = True,
) -> BookResult:
    """Typeset the records of each section, which are right, into a file; written atomically."""
    options = config.book
    printed = [record for records in chosen for record in records]
    book = lay_out_chosen(config, chosen)
    if check is not None:  # last, since proofs take long
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


_CHECKS: Final[tuple[Check, ...]] = (  # Checks of single keys, in the order of reporting
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
    (("cover", "picture"), lambda config: load_cover_picture(config.cover.picture)),
    (("cover", "portrait"), lambda config: load_cover_picture(config.cover.portrait)),
)


def require_ready(records: Iterable[Record], config: RunConfig) -> None:
    """Raise `ConfigError` unless each record is proved and graded as the book requires."""
    for record in records:
        if not is_accepted(record):
            raise ConfigError(
                f"record {record.id} has the verdict {record.verdict.status}: only puzzles proved "
                "unique are printed; run puzzlepress filter first"
            )
        if config.book.confirmed and not is_confirmed(record):
            raise ConfigError(
                f"record {record.id} is proved unique by {record.verdict.method} only, and [book] "
                "confirmed requires a second proof; run puzzlepress filter --confirmed first"
            )
        for problem in verdict_problems(read_puzzle(record)):
            raise ConfigError(f"record {record.id}: {problem}; run puzzlepress filter again")
        if record.grade is None or record.solution is None:
            raise ConfigError(
                f"record {record.id} has no grade or no solution; run puzzlepress grade first"
            )


def _select(stock: Sequence[Record], config: RunConfig) -> tuple[RunConfig, Selection]:
    """Return the puzzles that a run would take, or of any level if they are too few.

    The configuration returned has the sizes and counts of sections that take all of the others.
    """
    open_ones = {n for n, section in enumerate(config.sections) if section.takes_all}
    config = _with_sizes(stock, config)
    selection = _take(stock, config, open_ones, as_made=True)
    if selection.shortfalls():
        selection = _take(stock, config, open_ones, as_made=False)
    sections = list(config.sections)
    for number in open_ones:
        taken = [len(one.taken) for one in selection.demands if one.section == number]
        if not any(taken):
            raise config.file.error(
                ("section", number, "count"),
                f"expected puzzles of {sections[number].kind} in the file for this section, found "
                "none that no other section takes; check its kind, rule, size and band",
            )
        sections[number] = replace(sections[number], counts=tuple(taken))
    return fill_counts(replace(config, sections=tuple(sections))), selection


def _with_sizes(stock: Sequence[Record], config: RunConfig) -> RunConfig:
    """Return a configuration in which sections that take all have sizes, and most counts."""
    sections = []
    for section in config.sections:
        own = [_size(record) for record in stock if section.takes_all and _is_of(record, section)]
        sizes = section.sizes or tuple(sorted({*own}, key=lambda size: (size[0] * size[1], size)))
        counts = tuple(map(own.count, sizes)) if section.takes_all else section.counts
        sections.append(replace(section, sizes=sizes, counts=counts))
    return replace(config, sections=tuple(sections))


def _take(
    stock: Sequence[Record], config: RunConfig, open_ones: Collection[int], *, as_made: bool
) -> Selection:
    """Return the puzzles of each section; ``open_ones`` take what the others leave."""
    wanted = []
    for number, section in sorted(enumerate(config.sections), key=lambda one: one[0] in open_ones):
        is_made = as_made and number not in open_ones
        for size, count in zip(section.sizes, section.counts, strict=True):
            cells = size[0] * size[1]
            shares = section.share_bands(cells, count) if is_made else [(section.band, count)]
            for band, share in shares:
                grades = section.made_grades(band) if is_made else section.grades
                wanted.append((section, size, Demand(number, band, share, grades=grades)))
    selection = Selection(demand for _, _, demand in wanted)
    for record in stock:
        fitting = [demand for section, size, demand in wanted if _fits(record, section, size)]
        if any(demand.missing for demand in fitting):
            selection.offer(offer_of(read_puzzle(record)), fitting)
    for demand in selection.demands:
        if demand.section in open_ones:
            demand.count = len(demand.taken)
    return selection


def _fits(record: Record, section: SectionConfig, size: tuple[int, int]) -> bool:
    return _is_of(record, section) and _size(record) == size


def _is_of(record: Record, section: SectionConfig) -> bool:
    return record.kind == section.kind and record.verdict.rule in (section.rule, None)


def _size(record: Record) -> tuple[int, int]:
    return int(record.puzzle["rows"]), int(record.puzzle["cols"])


def make_criteria(
    book: Path,
    config: Path | None,
    printers: Sequence[str] = (),
    printers_file: Path | None = None,
    paper: str | None = None,
) -> Criteria:
    """Return the criteria for the preflight of a book, with title, author, ISBN and trim.

    Printers and their file default to those of the configuration. Page limits are those of the
    paper, or the most lenient for None. Raise `ConfigError` if the configuration is wrong.
    """
    settings = None if config is None else load_volume_config(config, book.parent)
    content = None if settings is None else content_of(settings, book.parent)
    return criteria_of(settings, printers, printers_file, paper, content)


def content_of(settings: RunConfig, folder: Path) -> Content:
    """Return the origin of the puzzles of a book, from the manifest of its run and its library."""
    printed, generated = (_count(folder / MANIFEST, key) for key in ("printed", "generated"))
    series, others = settings.series, list(settings.dossier.editions)
    number = made_volume(folder / MANIFEST)
    if series is not None and series.library is not None and number and series.library.is_file():
        with open_library(series.library) as db:
            others += sharing_volumes(db, series.name, number)
    return Content(printed or settings.puzzles, generated, settings.dossier.editor, tuple(others))


def criteria_of(
    settings: RunConfig | None,
    printers: Sequence[str] = (),
    printers_file: Path | None = None,
    paper: str | None = None,
    content: Content | None = None,
) -> Criteria:
    """Return the criteria for the preflight of a book; see `make_criteria`."""
    if settings is None:
        return Criteria(printers=printers or ("all",), printers_file=printers_file, paper=paper)
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
            options.own_isbn or None,
            (options.subtitle, *settings.titles),
        ),
        content=content,
    )
