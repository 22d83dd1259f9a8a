"""Collections of the tests, read as a command reads them."""

from pipeline.model import Record
from pipeline.stages.collection.import_stats import Rejection
from pipeline.stages.collection.importer import ImportOptions, read_collection


def read(*names: object, **options: object) -> list[Record | Rejection]:
    return list(read_collection(map(str, names), ImportOptions(**options)))  # type: ignore[arg-type]


def puzzles(*names: object, **options: object) -> list[Record]:
    found = read(*names, **options)
    assert not [one for one in found if isinstance(one, Rejection)]
    return [one for one in found if isinstance(one, Record)]
