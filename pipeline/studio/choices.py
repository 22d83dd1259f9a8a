"""The book desk: what a publisher chooses for single puzzles of a book that is made."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, Any, Final

from pipeline.config.models import SectionConfig
from pipeline.config.run import RunConfig
from pipeline.edition.rights import require_rights
from pipeline.kinds import get_kind
from pipeline.model import ConfigError, Json, Record, canonical_json
from pipeline.render.svg import render_svg
from pipeline.render.theme import get_theme
from pipeline.run.choices import TAKES, refusal
from pipeline.run.series import count_recorded
from pipeline.stages.books.book import load_volume_config
from pipeline.stages.books.verify_book import read_listed
from pipeline.stages.filter import filter_records, is_accepted, is_confirmed
from pipeline.stages.grade import grade_puzzle
from pipeline.stages.puzzle import read_puzzle
from pipeline.store.files import read_text, write_atomic
from pipeline.store.jsonl import record_from_json, record_to_json
from pipeline.store.run_folder import read_run_records
from pipeline.studio.check import needs_guessing
from pipeline.studio.texts import file_of, keep_text, version_text, with_key

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline.studio.app import Asked, Studio


def _puzzle(studio: Studio, asked: Asked) -> Json:
    """Return a printed puzzle: its board, its size, and its level."""
    _, _, record = _place(file_of(studio, asked), asked)
    kind = get_kind(record.kind)
    scene = kind.draw(kind.decode(record.puzzle), None, 8.0)
    svg = render_svg(scene, get_theme("mono"), has_outlines=True)
    assert record.grade is not None
    return {
        "title": kind.title,
        "kind": record.kind,
        "size": f"{record.puzzle['cols']}x{record.puzzle['rows']}",
        "grade": {
            "band": record.grade.band.value,
            **record.grade.extra,
            "guessing": needs_guessing(record.kind, record.grade),
        },
        "src": f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}",
    }


def _choose(studio: Studio, asked: Asked) -> Json:
    """Add a choice to those of a book: another puzzle in a place, or one that is given or kept."""
    path = file_of(studio, asked)
    text = version_text(path, asked)
    config, section, record = _place(path, asked)
    if count_recorded(config.series, path.with_suffix("")):
        raise ConfigError("this volume is recorded in the library as printed, so that it stays")
    take, chosen = asked.get("take"), dict[str, Any]()
    if take in TAKES:
        chosen["take"] = take
    elif take == "keep":
        chosen["record"] = record_to_json(record)
    else:
        chosen["record"] = record_to_json(_given(asked, record, section, config))
    file = config.choices or path.with_suffix(".choices")
    before = read_text(file) if file.exists() else ""
    line = canonical_json({"instead_of": record.id, **chosen})
    write_atomic(file, f"{before.rstrip()}\n{line}\n".lstrip())
    if config.choices is None:
        keep_text(path, with_key(text, "choices", file.name), asked)
    return {"name": path.name}


def _take_back(studio: Studio, asked: Asked) -> Json:
    """Remove the last choice of a book, and the file with the last."""
    path = file_of(studio, asked)
    text, file = version_text(path, asked), load_volume_config(path, path.with_suffix("")).choices
    lines = read_text(file).splitlines()[:-1] if file is not None and file.exists() else []
    if lines and file is not None:
        write_atomic(file, "".join(f"{line}\n" for line in lines))
    else:
        keep_text(path, with_key(text, "choices", None), asked)
        if file is not None:
            file.unlink(missing_ok=True)
    return {"name": path.name}


def _place(path: Path, asked: Asked) -> tuple[RunConfig, SectionConfig, Record]:
    """Return the configuration, the section and the record of a puzzle of a book that is made."""
    folder, wanted = path.with_suffix(""), asked.get("id")
    config = load_volume_config(path, folder)
    listed = (read_listed(folder) or {}).values()
    titles = [one.section for one in listed if one.record_id == wanted]
    sections = [one for one in config.sections if one.title in titles]
    records = [one for one in read_run_records(folder) if one.id == wanted] if sections else []
    if records:
        return config, sections[0], records[0]
    raise ConfigError("expected a puzzle of the book as it was made; make the book again")


def _given(asked: Asked, old: Record, section: SectionConfig, config: RunConfig) -> Record:
    """Return a record that is proved and graded, to be printed in place of another.

    `ConfigError` if it may not be printed there.
    """
    record = record_from_json(asked.get("record"))
    (proved,) = filter_records([record], asks_confirmed=config.book.confirmed)
    if not is_accepted(proved) or (config.book.confirmed and not is_confirmed(proved)):
        raise ConfigError(
            f"expected a puzzle that is proved to have one solution, found {proved.verdict.status}"
        )
    graded = grade_puzzle(read_puzzle(proved)).record
    if graded.grade is None or (problem := refusal(graded, old, section)):
        raise ConfigError(problem if graded.grade else "expected a puzzle that can be graded")
    require_rights(config.book, [graded])
    return graded


CHOICES: Final = {"puzzle": _puzzle, "choose": _choose, "take-back": _take_back}
