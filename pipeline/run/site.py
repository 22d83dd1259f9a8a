"""Site: a configuration to a folder for any static host.

Each stream of puzzles has a work folder with solutions and seeds. Puzzles are taken in the order in
which they are made, so adding days changes no earlier day.
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice
from operator import call
from pathlib import Path
from typing import Final

from pipeline import __version__
from pipeline.config.errors import KeyPath
from pipeline.config.params import read_params
from pipeline.config.site_models import OWN_FILES
from pipeline.config.site_settings import SiteConfig, Stream, language_folder
from pipeline.edition.language import list_languages
from pipeline.edition.rights import require_rights
from pipeline.edition.section import in_print_order
from pipeline.kinds import get_kind
from pipeline.library import Placement, board_key
from pipeline.model import (
    ConfigError,
    Credit,
    PuzzleFormatError,
    Record,
    canonical_json,
    child_seed,
    record_id,
    unknown_name,
)
from pipeline.render.icons import check_icon
from pipeline.render.picture_files import open_picture
from pipeline.render.templates import OwnTemplate, load_templates, template_names
from pipeline.run.candidates import make_candidates
from pipeline.run.compiling import compile_kernels
from pipeline.run.execution import Workers
from pipeline.run.kind_changes import note_kinds
from pipeline.run.plan import CandidatePool, Production
from pipeline.run.progress import Reporter, watched
from pipeline.run.series import (
    FrozenVolume,
    freeze_production,
    record_placements,
    settle_volume,
)
from pipeline.stages.books.selection import Demand
from pipeline.stages.filter import is_accepted
from pipeline.stages.generate import GeneratorOrder
from pipeline.stages.puzzle import read_puzzle, require_right
from pipeline.stages.render import RenderOptions, render_records
from pipeline.stages.verify import require_true
from pipeline.store.files import (
    clear_leftovers,
    make_folder,
    own_folder,
    read_text,
    refuse_link,
    to_text,
    write_own,
)
from pipeline.store.jsonl import read_records
from pipeline.store.run_folder import LIBRARY, is_own_log, open_run_folder
from pipeline.web.files import site_files
from pipeline.web.link_picture import link_picture
from pipeline.web.policy import policy_of
from pipeline.web.print_page import print_page
from pipeline.web.records import Entry, board_size, book_options, name_of_kind
from pipeline.web.site import WEB, OwnFiles, PackEntries, Site, Slot

PACK_NUMBERS: Final = 100_000  # Of the first pack in the library; days count from 1
CHOICE_NUMBERS: Final = 10_000_000  # Of the second band of a day; the third at twice that
OTHER_WORK: Final = "choose another folder with --work, or delete this one"
STAGES: Final = ("kernels", "puzzles", "render", "print")  # In order: a progress bar each

_PICTURES: Final = RenderOptions(formats=("svg",), size_mm=120.0)
_ANSWERS: Final = RenderOptions(
    formats=("svg",), theme="colour", size_mm=120.0, has_solution=True, has_puzzle=False
)


@dataclass(slots=True)
class SiteResult:
    """The numbers of written files and puzzles, and the shortfalls."""

    folder: Path
    puzzles: int
    files: int
    shortfalls: Mapping[str, int] = field(default_factory=dict)
    note: str | None = None

    def summary(self) -> list[str]:
        """Return the messages for the user at the end."""
        if self.shortfalls:
            short = [f"{name} lacks {count}" for name, count in self.shortfalls.items()]
            return [
                f"too few puzzles: {'; '.join(short)}. No page was written. Ask for another size "
                "or band, or for fewer"
            ]
        line = f"site: {self.puzzles} puzzles, {self.files} pages and records in {self.folder}"
        return [line, self.note] if self.note else [line]


def make_site(
    config: SiteConfig,
    out: Path,
    work: Path,
    workers: Workers,
    *,
    as_of: datetime.date | None = None,
    reporter: Reporter | None = None,
    is_trusting: bool = True,
) -> SiteResult:
    """Write a site into ``out`` and return its numbers.

    Existing pictures and printable pages are kept. Puzzles are made in ``work``, with solutions and
    seeds; it must not be inside ``out``. Days up to ``as_of`` are published, with the answers of
    earlier days. Without ``is_trusting``, foreign records are proved again. Raise `ConfigError` if
    a folder cannot be used, a puzzle may not be published, or ``out`` has future days or days with
    other puzzles; `StoreError` if a file cannot be read or written.
    """
    reporter = reporter or Reporter()
    _require_apart(out, work)
    _read_own(config)  # so that a fault in it is found before puzzles are made
    pools = _pools(config)
    frozen = _freeze(config, pools, work)
    require_true((record for _, _, record in frozen.taken), workers)
    production = Production(pools.values())
    supply = _gather(config, pools, frozen, work, workers, reporter)
    for name, (stream, _) in config.streams.items():
        if name not in pools and not (is_trusting or is_own_log(str(stream.records))):
            require_true(supply[name], workers)
    wanted = {name: count for name, (_, count) in config.streams.items()}
    if short := {
        name: count - len(supply[name])
        for name, count in wanted.items()
        if len(supply[name]) < count
    }:
        return SiteResult(out, 0, 0, short)
    sites = arrange_languages(config, supply, as_of)
    site = sites[0]
    entries = list(site.entries)
    for entry in entries:
        require_right(read_puzzle(entry.record))
    require_rights(book_options(config.site), (entry.record for entry in entries))
    make_folder(out)
    own_folder(out, "daily")
    clear_leftovers(out, r"[a-z0-9-]+(?:\.[\w-]+)?\.[a-z]+|_headers|\.htaccess")
    _require_unchanged(site, out)
    _draw(sites, entries, out, workers, reporter)
    changed = note_kinds(work, (one.kind for one in config.sections), OTHER_WORK) if pools else []
    note = None
    if config.series is not None:  # before a page is written, since it may be refused
        places = list(_placements(config, supply))
        note = record_placements(config.series, frozen.number, config.site.title, places, "site")
        freeze_production(frozen, production, work)
    if site.own.html.strip():
        policy = f"note: own HTML needs this Content-Security-Policy: {policy_of(site)}"
        note = f"{note}\n{policy}" if note else policy
    note = "\n".join((*changed, *filter(None, (note,)))) or None
    return SiteResult(out, len(entries), sum(_write_pages(one, out) for one in sites), note=note)


def read_schedule(config: SiteConfig, work: Path) -> Site:
    """Return all days and packs with the puzzles that `make_site` made in ``work``.

    `ConfigError` if it has not made all of them; `StoreError` if a file cannot be read.
    """
    pools = _pools(config)
    frozen = _freeze(config, pools, work)
    supply = _gather(config, pools, frozen, work, Workers(1), Reporter(), is_made=True)
    if any(len(supply[name]) < count for name, (_, count) in config.streams.items()):
        _refuse_to_make()
    return arrange_languages(config, supply, None)[0]


def _pools(config: SiteConfig) -> dict[str, CandidatePool]:
    streams = config.streams.items()
    made = {name: one for name, one in streams if one[0].section is not None}
    return {name: _pool(config, stream, count) for name, (stream, count) in made.items()}


def _gather(
    config: SiteConfig,
    pools: Mapping[str, CandidatePool],
    frozen: FrozenVolume,
    work: Path,
    workers: Workers,
    reporter: Reporter,
    *,
    is_made: bool = False,
) -> dict[str, list[Record]]:
    """Return the puzzles of each stream, too few where there are no more.

    With ``is_made``, a puzzle that is missing is a `ConfigError`.
    """
    supply: dict[str, list[Record]] = {}
    excluded = frozenset(frozen.excluded)
    for name, (stream, count) in config.streams.items():
        if name in pools:
            folder = work / _folder_name(name)
            if is_made and not folder.exists():
                _refuse_to_make()
            prepare = partial(compile_kernels, [pools[name].order.kind_id], workers, reporter)
            supply[name] = _make_stream(
                config, pools[name], folder, frozen, workers, reporter,
                _refuse_to_make if is_made else prepare,
            )  # fmt: skip
        else:
            usable = (r for r in _usable(stream, config) if board_key(r) not in excluded)
            supply[name] = list(islice(usable, count))
    return supply


def _refuse_to_make() -> None:
    raise ConfigError("expected a puzzle for each day, found some that are not made; make them")


def _require_apart(out: Path, work: Path) -> None:
    # Path.resolve raises errors on loops of links.
    if Path(os.path.realpath(work)).is_relative_to(os.path.realpath(out)):
        raise ConfigError(
            f"expected a work folder outside {out}, found {work}: it has all solutions and "
            "the seeds of future days; name another with --work"
        )


def _folder_name(stream: str) -> str:
    plain = "".join(c if c.isalnum() or c in "-_" else "-" for c in stream)
    return f"{plain[:60]}-{record_id('stream', {'name': stream})[:8]}"


def _freeze(config: SiteConfig, pools: Mapping[str, CandidatePool], work: Path) -> FrozenVolume:
    """Return the frozen volume of the site, and give the pools the puzzles taken so far."""
    if config.series is not None:
        make_folder(work)
    grows = (work / LIBRARY).exists()
    production = Production(pools.values())
    return settle_volume(config.series, production, work, medium="site", is_extended=grows)


def _pool(config: SiteConfig, stream: Stream, count: int) -> CandidatePool:
    """Return the pool of a stream; the number of its section is derived from its name."""
    section = stream.section
    assert section is not None
    kind = get_kind(section.kind)
    ((rows, cols),) = section.sizes
    where = config.file.folder
    params = read_params(kind, rows, cols, section.rule, section.generator_settings, where)
    credit = Credit(author=config.site.author, licence=config.site.licence or None)
    order = GeneratorOrder(section.kind, params, child_seed(config.seed, stream.name), credit)
    number = int(record_id("stream", {"name": stream.name})[:8], 16)
    return CandidatePool(order, [Demand(number, section.band, count)])


def _make_stream(
    config: SiteConfig,
    pool: CandidatePool,
    folder: Path,
    frozen: FrozenVolume,
    workers: Workers,
    reporter: Reporter,
    prepare: Callable[[], None],
) -> list[Record]:
    """Return the first puzzles of a stream, at most the wanted number."""
    production = Production([pool], frozen.excluded, config.leave_out)
    kind, order = get_kind(pool.order.kind_id), pool.order
    (demand,) = pool.demands
    # Without the wanted number, so that a longer schedule continues the same stream.
    fingerprint = canonical_json(
        {"puzzlepress": __version__, "kind": kind.version, "seed": order.seed, "order": order.key(),
         "band": demand.band, "credit": [config.site.author, config.site.licence or None]}
    )  # fmt: skip
    with open_run_folder(folder, fingerprint, remedy=OTHER_WORK) as space:
        make_candidates(production, space, workers, reporter, prepare=prepare)
    return [puzzle.record for puzzle in demand.taken]


def _usable(stream: Stream, config: SiteConfig) -> Iterator[Record]:
    assert stream.records is not None
    for record in read_records(stream.records):
        if not is_accepted(record):
            raise config.file.error(
                (*stream.place, "records"),
                f"expected puzzles that are proved, found {record.id} in {stream.records} with "
                f'the verdict "{record.verdict.status}"; run puzzlepress filter on the file',
            )
        if record.id not in config.leave_out:
            yield record


def _placements(config: SiteConfig, supply: Mapping[str, list[Record]]) -> Iterator[Placement]:
    """Yield the place of each puzzle, with a number that adding days or packs does not change."""
    rest = {name: iter(records) for name, records in supply.items()}
    for date, games in config.days.items():
        for place, stream in enumerate(chain.from_iterable(game.streams for game in games)):
            number = (date - config.site.start).days + 1 + place * CHOICE_NUMBERS
            yield Placement(next(rest[stream.name]), number, stream.name, date=date.isoformat())
    for place, pack in enumerate(config.packs, start=1):
        for number, record in enumerate(supply[pack.stream.name], start=PACK_NUMBERS * place):
            yield Placement(record, number, pack.title, date=config.site.start.isoformat())


def arrange(
    config: SiteConfig, supply: Mapping[str, list[Record]], as_of: datetime.date | None
) -> Site:
    """Return the site with a puzzle for each public day, and its packs."""
    site = Site(config.site, [], [], as_of)
    rest = {name: iter(records) for name, records in supply.items()}
    days: list[Entry] = []
    more: list[Entry] = []
    for date, games in config.days.items():
        for game in games:
            bands = [str(stream.section and stream.section.band) for stream in game.streams]
            choice = tuple(bands) if len(bands) > 1 else ()
            for stream, band in zip(game.streams, bands, strict=True):
                record = next(rest[stream.name])
                name = game.title or name_of_kind(record, site.language)
                title = _title(name, record)
                title += f", {site.language.say(f'band.{band}')}" if choice else ""
                entry = Entry(
                    record, title, "", date, choice, game.slug, name, is_first=game is games[0]
                )
                if date not in config.site.skip and (as_of is None or date <= as_of):
                    is_day = game is games[0] and band == bands[0]
                    (days if is_day else more).append(replace(entry, path=entry.path_of(band)))
    packs = []
    for pack in config.packs:
        records = supply[pack.stream.name]
        digits = len(str(len(records)))
        entries = []
        for number, record in enumerate(in_print_order(records), start=1):
            title = _title(name_of_kind(record, site.language), record)
            title += f", {pack.title}\N{NO-BREAK SPACE}{number}"
            entries.append(Entry(record, title, f"packs/{pack.slug}/{number:0{digits}d}"))
        packs.append(PackEntries(pack.title, pack.slug, tuple(entries)))
    own, languages = _read_own(config), _folders(config)
    return Site(config.site, days, packs, as_of, config.weeks, own, more, languages)


def arrange_languages(
    config: SiteConfig, supply: Mapping[str, list[Record]], as_of: datetime.date | None
) -> list[Site]:
    """Return the site in each of its languages; `ConfigError` for one that has no texts."""
    places: list[tuple[str, KeyPath]] = [(config.site.language, ("site", "language"))]
    places += [(code, ("language", at, "code")) for at, code in enumerate(config.languages)]
    known = list_languages()
    for code, place in places:
        if code.partition("-")[0] not in known:
            message = f"expected a language with texts ({', '.join(known)}), found {code!r}"
            raise config.file.error(place, message)
    configs = (config, *map(config.in_language, config.languages))
    return [arrange(one, supply, as_of) for one in configs]


def _folders(config: SiteConfig) -> dict[str, str]:
    """Return the folder of each language, none where there is one alone."""
    if not config.languages:
        return {}
    return {config.first_language: "", **{one: language_folder(one) for one in config.languages}}


def _read_own(config: SiteConfig) -> OwnFiles:
    """Return the files named in the theme and in slots, relative to the configuration."""
    theme = config.site.theme
    files: dict[str, bytes] = {}
    for name in OWN_FILES:
        path = getattr(theme, name)
        if path is None:
            continue
        if name == "logo" and Path(path).suffix not in {".svg", ".png"}:
            raise config.file.error(
                ("site", "theme", name), f"expected an .svg or .png, found {path}"
            )
        files[name] = _read_own_file(config, path, ("site", "theme", name))
    if theme.logo and Path(theme.logo).suffix == ".png":
        try:
            with open_picture(files["logo"], "PNG") as picture:
                picture.load()
        except ConfigError as error:
            raise config.file.error(("site", "theme", "logo"), f"{theme.logo}: {error}") from error
    if theme.icon and (wanted := check_icon(files["icon"])):
        message = f"expected {wanted}, found {theme.icon}"
        raise config.file.error(("site", "theme", "icon"), message)
    texts = {name: data.decode("utf-8", "replace") for name, data in files.items()}
    slots = []
    for number, slot in enumerate(config.slots):
        html = _read_own_file(config, slot.html, ("slot", number, "html")).decode(
            "utf-8", "replace"
        )
        slots.append(Slot(slot.place, html, slot.height, slot.narrow or slot.height))
    return OwnFiles(
        texts.get("css", ""), texts.get("header", ""), texts.get("footer", ""),
        files.get("logo", b""), Path(theme.logo or "").suffix, files.get("icon", b""), tuple(slots),
        _read_templates(config),
    )  # fmt: skip


def _read_templates(config: SiteConfig) -> tuple[OwnTemplate, ...]:
    """Return the owner's templates; `ConfigError` for a file that replaces none, or a fault."""
    if config.site.templates is None:
        return ()
    key: KeyPath = ("site", "templates")
    folder = config.file.path(key, config.site.templates)
    known = template_names(WEB)
    templates = []
    try:
        names = sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
    except OSError as error:
        message = f"expected a readable folder, found {config.site.templates} ({error.strerror})"
        raise config.file.error(key, message) from None
    for name in names:
        if name not in known:
            raise ConfigError(f"{folder / name}: {unknown_name('template', name, known)}")
        data = _read_own_file(config, f"{config.site.templates}/{name}", key)
        path = str(folder / name)
        templates.append(OwnTemplate(name, path, to_text(data, path) if data.strip() else ""))
    own = tuple(templates)
    load_templates(WEB, own).check()
    return own


def _read_own_file(config: SiteConfig, path: str, key: KeyPath) -> bytes:
    whole = config.file.path(key, path)
    try:
        return whole.read_bytes()
    except OSError as error:
        message = f"expected a readable file, found {path} ({error.strerror})"
        raise config.file.error(key, message) from None


def _title(name: str, record: Record) -> str:
    rows, cols = board_size(record)
    return f"{name} {cols} × {rows}"


def _require_unchanged(site: Site, out: Path) -> None:
    """Raise `ConfigError` if the folder has future or skipped days, or other puzzles."""
    planned = {entry.path: entry.record.id for entry in site.entries}
    for path in sorted((out / "daily").glob("*.json")):
        refuse_link(path)
        if site.as_of is not None and path.stem[: len("2026-11-21")] > site.as_of.isoformat():
            raise ConfigError(
                f"{path}: expected no day after {site.as_of}, found one published by an earlier "
                "run; write to another folder, or delete this one first"
            )
        if path.stem[: len("2026-11-21")] in map(str, site.table.skip):
            raise ConfigError(
                f"{path}: expected days that have not appeared in skip, found one that was "
                "published by an earlier run; take it out of skip, or write to another folder"
            )
        known = planned.get(f"daily/{path.stem}")
        if known is not None and f'"id":"{known}"' not in _published(path):
            raise ConfigError(
                f"{path}: expected the puzzle {known}, found another that was published on that "
                "day and must not change; restore seed and tables, or write to another folder"
            )


def _published(path: Path) -> str:
    """Return the text of the file of a day, "" if it is not text."""
    try:
        return read_text(path)
    except PuzzleFormatError:
        return ""


def _draw(
    sites: Sequence[Site], entries: list[Entry], out: Path, workers: Workers, reporter: Reporter
) -> None:
    """Write missing pictures and printable pages."""
    site = sites[0]
    records = [entry.record for entry in entries]
    answered = [entry.record for entry in entries if site.is_answered(entry)]
    reporter.expect("render", len(records) + len(answered))
    pictures = own_folder(out, "pictures")
    _finish(render_records(records, pictures, _PICTURES, workers), "render", reporter)
    if answered:
        answers = own_folder(out, "answers")
        _finish(render_records(answered, answers, _ANSWERS, workers), "render", reporter)
    tasks = []
    for localized in sites:
        parts = list(filter(None, localized.folder.split("/")))
        for folder in ("print", "pictures"):
            own_folder(out, *parts, folder)
        bare = Site(localized.table, (), (), localized.as_of)
        tasks += [
            (path, partial(make, bare, entry))
            for entry in localized.entries
            for path, make in (
                (f"{localized.folder}print/{entry.record.id}.pdf", print_page),
                (f"{localized.folder}{entry.link_picture}", link_picture),
            )
            if not (out / path).exists()
            and not (make is print_page and localized.table.paper == "none")
        ]
    reporter.expect("print", len(tasks))
    done = watched(workers(call, [task for _, task in tasks]), "print", reporter)
    for (path, _), data in zip(tasks, done, strict=True):
        write_own(out, path, data, durable=False)


def _finish(steps: Iterable[object], stage: str, reporter: Reporter) -> None:
    for _ in watched(iter(steps), stage, reporter):
        pass


def _write_pages(site: Site, out: Path) -> int:
    """Write missing and changed files; return the number of all files of the site."""
    count = 0
    made: set[str] = set()
    for name, content in site_files(site):
        path = site.folder + name
        target = out / path
        folder = path.rpartition("/")[0]
        if folder not in made:
            own_folder(out, *filter(None, folder.split("/")))
            made.add(folder)
        data = content.encode() if isinstance(content, str) else content
        if target.is_symlink() or not (target.is_file() and target.read_bytes() == data):
            write_own(out, path, data, durable=False)
        count += 1
    return count
