"""Small records whose boards differ, made without any search."""

from itertools import combinations

from pipeline.library import board_key
from pipeline.model import Band, Credit, Grade, Record, Status, Verdict, record_id


def make_record(cells: tuple[int, int], rule: str = "free", side: int = 9, **changes) -> Record:
    """Return a proved and graded record of a square board with one pair of numbers."""
    clues = [[0] * side for _ in range(side)]
    for cell in cells:
        clues[cell // side][cell % side] = 1
    puzzle = {"rows": side, "cols": side, "rule": rule, "clues": clues}
    record = Record(
        id=record_id("numberlink", puzzle),
        kind="numberlink",
        puzzle=puzzle,
        verdict=Verdict(Status.UNIQUE, rule),
        grade=Grade("1.50", (3,), 0, Band.EASY, 50, "none", 1),
        credit=Credit(author="Ada Setter", title="Evening Lines", licence="CC-BY-4.0"),
    )
    return record.with_(**changes)


def make_records(count: int, **changes) -> list[Record]:
    """Return records of ``count`` different boards."""
    found: dict[str, Record] = {}
    for cells in combinations(range(81), 2):
        record = make_record(cells, **changes)
        found.setdefault(board_key(record), record)
        if len(found) == count:
            return list(found.values())
    raise AssertionError("too many boards asked for")


def mirrored(record: Record, rule: str) -> Record:
    """Return the same board seen in a mirror and posed under another rule: a repeat."""
    rows = [row[::-1] for row in record.puzzle["clues"]]
    puzzle = {**record.puzzle, "clues": rows, "rule": rule}
    return record.with_(
        id=record_id("numberlink", puzzle), puzzle=puzzle, verdict=Verdict(Status.UNIQUE, rule)
    )
