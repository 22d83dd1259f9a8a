"""Sheet: a configuration to pages for a magazine, one file for each issue."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from itertools import groupby
from pathlib import Path
from typing import Final

from pipeline.book.parts.sheet import SheetPage, lay_sheet
from pipeline.book.press.printing import printing_for, trim_size
from pipeline.config.models import SectionConfig
from pipeline.config.run import RunConfig, fill_volume
from pipeline.edition.language import Language, load_language
from pipeline.edition.section import BookSection, in_print_order
from pipeline.kinds import get_kind
from pipeline.kinds.kit.grades.minutes import with_minutes
from pipeline.model import Band, Record, RenderError
from pipeline.render.fonts import using_fonts
from pipeline.render.pdf import write_pdf
from pipeline.render.png import render_png
from pipeline.render.svg import render_svg
from pipeline.render.theme import get_theme
from pipeline.run.execution import Workers
from pipeline.run.page_plan import sample_records
from pipeline.run.progress import Reporter
from pipeline.run.run_config import RunResult, number_puzzles, run_config, write_puzzle_lists
from pipeline.stages.books.book import arrange, make_sections, records_of
from pipeline.stages.books.selection import Selected, Selection
from pipeline.stages.books.verify_book import read_listed
from pipeline.store.files import clear_leftovers, write_own
from pipeline.store.run_folder import GRADED, read_run_records

ENDINGS: Final = ("pdf", "png", "svg")  # Of files with a page
_PIXELS_PER_MM: Final = 6.0


def make_sheets(
    config: RunConfig, folder: Path, workers: Workers, reporter: Reporter | None = None
) -> tuple[RunResult, list[Path]]:
    """Make or resume a run of ``issues`` times as many puzzles; return its result and its sheets.

    The sheets are ``sheet-01.pdf``, ``sheet-01.svg`` and so on, without repeated puzzles; their
    contents follow from the configuration. Raise `ConfigError` if the configuration cannot be
    carried out, or something does not fit the page, before any puzzle is made.
    """
    plan_sheet(config)
    issues, whole = config.sheet.issues, of_all_issues(config)
    files: list[Path] = []

    def finish(named: RunConfig, selection: Selection) -> None:
        shared = [_share(named, selection, issue) for issue in range(issues)]
        puzzles = [
            puzzle._replace(issue=issue)
            for issue, chosen in enumerate(shared, 1)
            for puzzle in number_puzzles(named.titles, chosen)
        ]
        write_puzzle_lists(folder, puzzles, (), None, "")
        files.extend(_write(named, shared, folder))

    (result,) = run_config(whole, folder, workers, reporter=reporter, finish=finish)
    return result, files


def of_all_issues(config: RunConfig) -> RunConfig:
    """Return the configuration of the run that makes the puzzles of all issues, and no book."""
    sections = tuple(
        replace(section, counts=tuple(config.sheet.issues * count for count in section.counts))
        for section in config.sections
    )
    book = replace(config.book, has_pdf=False)
    return replace(config, sections=sections, book=book, pictures="none")


def plan_sheet(config: RunConfig) -> SheetPage:
    """Return the page of an issue, with stand-ins for its puzzles and their longest captions.

    Raise `ConfigError` if an option cannot be carried out, or something does not fit the page.
    """
    if config.series is not None and (config.series.volumes or 1) > 1:
        raise config.file.error(
            ("volumes",),
            f"expected one volume of sheets, found {config.series.volumes}; give issues under "
            "[sheet], or leave volumes out",
        )
    for number, section in enumerate(config.sections):
        if section.is_open:
            raise config.file.error(
                ("section", number, "count"),
                'expected a number for a sheet, found "fill"; give the puzzles of each issue',
            )
    config = fill_volume(config, (config.series and config.series.volume) or 1)
    language = load_language(config.book.language)
    chosen = [
        [_with_longest(record, section, language) for record in records]
        for section, records in zip(config.sections, sample_records(config), strict=True)
    ]
    last, first = config.sheet.issues - 1, _first_answers(config)
    if first:
        page = _lay(config, chosen, 0, first)
        if not last:
            return page
    return _lay(config, chosen, last, None if first is None else make_sections(config, chosen))


def _first_answers(config: RunConfig) -> tuple[BookSection, ...] | None:
    """Return the puzzles whose answers the first page has; None for its own, () without a folder.

    Raise `ConfigError` with file and line if the folder has no page.
    """
    sheet, key = config.sheet, ("sheet", "previous")
    if sheet.answers == "own":
        return None
    if config.book.answers == "none":
        message = 'expected answers under [book], found "none"; leave that or this out'
        raise config.file.error(("sheet", "answers"), message)
    if sheet.previous is None:
        return ()
    folder = config.file.path(key, sheet.previous)
    listed = read_listed(folder)  # of several pages, the last one has the numbers
    if not listed or not (folder / GRADED).is_file():
        raise config.file.error(
            key, f"expected the folder of a page that puzzlepress sheet made, found {folder}"
        )
    known = {record.id: record for record in read_run_records(folder)}
    if missing := sorted({one.record_id for one in listed.values()} - known.keys()):
        raise config.file.error(
            key, f"expected record {missing[0]} in {folder / GRADED}, found none; make it again"
        )
    names = [one.name for one in fields(SectionConfig)]
    sections = []
    for title, group in groupby(sorted(listed), key=lambda number: listed[number].section):
        records = tuple(known[listed[number].record_id] for number in group)
        kind, rule = records[0].kind, records[0].verdict.rule
        alike = [one for one in config.sections if one.kind == kind]
        alike.sort(key=lambda one: one.title != title)  # its own section, if there is one
        same = {name: getattr(alike[0], name) for name in names} if alike else {}
        same |= {"title": title, "kind": kind, "rule": rule, "order": "difficulty"}
        sections.append(BookSection(**{**same, "records": records}))
    return tuple(sections)


def _with_longest(record: Record, section: SectionConfig, language: Language) -> Record:
    """Return a stand-in with the longest minutes and level that its puzzle can have."""
    grade, kind = record.grade, get_kind(record.kind)
    if grade is None:
        return record
    cells = record.puzzle["rows"] * record.puzzle["cols"]
    if with_minutes(grade, kind.package, cells, lambda: 1) != grade:
        grade = replace(grade, extra={**grade.extra, "minutes": "99"})
    if section.share_bands(cells, 1) == [(None, 1)]:
        words = {band: section.labels.get(band) or language.say(f"band.{band}") for band in Band}
        grade = replace(grade, band=max(words, key=lambda band: len(words[band])))
    return record.with_(grade=grade)


def _lay(
    config: RunConfig,
    chosen: Sequence[Sequence[Record]],
    index: int,
    previous: Sequence[BookSection] | None,
) -> SheetPage:
    """Return a page, counted from 0, with the answers of the ``previous`` one, or its own if None.

    Raise `ConfigError` with file and line if something does not fit.
    """
    options, sheet = config.book, config.sheet
    size = trim_size(sheet.size or options.trim, printing_for(options))
    try:
        own = sheet.of_page(index)
        return lay_sheet(options, make_sections(config, chosen), size, own, previous)
    except RenderError as error:
        table = ("sheet",) if error.section is None else ("section", error.section)
        raise config.file.error((*table, error.key), str(error)) from error


def _share(config: RunConfig, selection: Selection, issue: int) -> list[list[Record]]:
    """Return the puzzles of one issue, from 0, by section."""
    chosen: list[list[Selected]] = [[] for _ in config.sections]
    for demand in selection.demands:  # of a section, one for each size and band
        chosen[demand.section] += demand.taken
    shared = records_of(puzzles[issue :: config.sheet.issues] for puzzles in chosen)
    return [
        arrange(section, in_print_order(records))[0]
        for section, records in zip(config.sections, shared, strict=True)
    ]


def _write(
    config: RunConfig, shared: Sequence[Sequence[Sequence[Record]]], folder: Path
) -> Iterator[Path]:
    digits = max(2, len(str(config.sheet.issues)))
    clear_leftovers(folder, r"sheet-[0-9]+\.(?:pdf|svg)")
    previous = _first_answers(config)
    for issue, chosen in enumerate(shared, 1):
        page = _lay(config, chosen, issue - 1, previous)
        previous = previous if previous is None else make_sections(config, chosen)
        for ending in ("pdf", "svg"):
            name = f"sheet-{issue:0{digits}}.{ending}"
            yield write_own(folder, name, render_page(config, page, ending))


def render_page(config: RunConfig, page: SheetPage, ending: str) -> bytes:
    """Return a page as a file of one of the `ENDINGS`."""
    options, theme = config.book, get_theme(config.book.theme)
    with using_fonts(options.faces):
        if ending == "png":
            return render_png(page.scene, theme, _PIXELS_PER_MM)
        if ending == "svg":
            has_outlines = config.sheet.text == "outlines"
            picture = render_svg(page.scene, theme, title=options.title, has_outlines=has_outlines)
            return picture.encode()
        stream = io.BytesIO()
        write_pdf([page.scene], stream, theme, is_cmyk=not printing_for(options).takes_rgb)
        return stream.getvalue()


def describe_sheet(config: RunConfig, page: SheetPage) -> Iterator[str]:
    """Yield the lines on a planned page: its size and issues, and the puzzles of each section."""
    scene, issues = page.scene, config.sheet.issues
    yield (
        f"{issues} page{'s' * (issues > 1)} of {scene.width_mm:g} x {scene.height_mm:g} mm, "
        f"{sum(map(len, page.cells))} puzzles on each"
    )
    for number, (section, cells) in enumerate(zip(config.sections, page.cells, strict=True), 1):
        sizes = ", ".join(f"{cols}x{rows}" for rows, cols in section.sizes)
        least, most = f"{min(cells):.1f}", f"{max(cells):.1f}"
        size = least if least == most else f"{least} to {most}"
        count = f"{len(cells)} puzzle{'s' * (len(cells) > 1)}"
        yield f"section {number}: {section.kind} {sizes}: {count}, cells of {size} mm"
