"""The collection desk: puzzles of files in any form, to be looked at, proved and chosen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final

from pipeline.kinds import get_kind
from pipeline.model import ConfigError, Json, JsonObject, Record
from pipeline.stages.collection.import_stats import Rejection
from pipeline.stages.collection.importer import ImportOptions, read_collection, read_pasted
from pipeline.store.jsonl import record_from_json, record_to_json

if TYPE_CHECKING:
    from pipeline.studio.app import Asked, Studio

MOST: Final = 500  # Puzzles of a file that are shown
ENDINGS: Final = (
    ".jsonl", ".txt", ".json", ".csv", ".xml", ".sdk", ".non", ".puz", ".html", ".zip",
)  # fmt: skip


def _files(studio: Studio, asked: Asked) -> Json:
    """Return the files of the folder that may have puzzles."""
    found = (one for one in studio.folder.iterdir() if one.is_file() and one.suffix in ENDINGS)
    return sorted(one.name for one in found if not one.name.startswith("."))


def _look(studio: Studio, asked: Asked) -> Json:
    """Return the puzzles of a file of the folder, or of a text, and what was refused of it."""
    entries: Iterator[Record | Rejection]
    if name := asked.get("name"):
        path = studio.path(str(name), ENDINGS)
        entries = read_collection([str(path)], ImportOptions())
    else:
        entries = read_pasted(str(asked.get("text", "")), ImportOptions())
    puzzles: list[JsonObject] = []
    refused: list[Json] = []
    twins: dict[str, int] = {}
    for entry in islice(entries, MOST):
        if isinstance(entry, Rejection):
            refused.append(str(entry.error()).replace(f"{studio.folder}/", ""))
            continue
        kind = get_kind(entry.kind)
        key = f"{entry.kind} {kind.canonical(kind.decode(entry.puzzle))}"
        first = twins.setdefault(key, len(puzzles))
        generator = entry.provenance.generator if entry.provenance else ""
        puzzles.append(
            {
                "record": record_to_json(entry),
                "title": kind.title,
                "form": generator.removeprefix("import "),
                "twin": None if first == len(puzzles) else first,
            }
        )
    return {"puzzles": puzzles, "refused": refused, "is_whole": next(entries, None) is None}


def _collect(studio: Studio, asked: Asked) -> Json:
    """Add records to a collection of the folder."""
    records = asked.get("records")
    if not isinstance(records, list) or not records:
        raise ConfigError("expected puzzles that are chosen, found none; choose some")
    name = str(asked.get("name", ""))
    studio.add_records(name, [record_from_json(one) for one in records])
    return {"saved": name, "count": len(records)}


COLLECTION: Final = {"files": _files, "look": _look, "collect": _collect}
