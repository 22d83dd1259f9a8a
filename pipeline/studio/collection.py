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
    found: Iterator[Record | Rejection]
    if name := asked.get("name"):
        path = studio.path(str(name), ENDINGS)
        found = read_collection([str(path)], ImportOptions())
    else:
        found = read_pasted(str(asked.get("text", "")), ImportOptions())
    puzzles: list[JsonObject] = []
    refused: list[Json] = []
    twins: dict[str, int] = {}
    for one in islice(found, MOST):
        if isinstance(one, Rejection):
            refused.append(str(one.error()).replace(f"{studio.folder}/", ""))
            continue
        kind = get_kind(one.kind)
        key = f"{one.kind} {kind.canonical(kind.decode(one.puzzle))}"
        first = twins.setdefault(key, len(puzzles))
        generator = one.provenance.generator if one.provenance else ""
        puzzles.append(
            {
                "record": record_to_json(one),
                "title": kind.title,
                "form": generator.removeprefix("import "),
                "twin": None if first == len(puzzles) else first,
            }
        )
    return {"puzzles": puzzles, "refused": refused, "is_whole": next(found, None) is None}


def _collect(studio: Studio, asked: Asked) -> Json:
    """Add records to a collection of the folder."""
    records = asked.get("records")
    if not isinstance(records, list) or not records:
        raise ConfigError("expected puzzles that are chosen, found none; choose some")
    name = str(asked.get("name", ""))
    studio.add_records(name, [record_from_json(one) for one in records])
    return {"saved": name, "count": len(records)}


COLLECTION: Final = {"files": _files, "look": _look, "collect": _collect}
