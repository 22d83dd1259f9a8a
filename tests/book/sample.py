"""Boards, records and books for the tests of the book: quick to make, and never proved.

A board is a random path through every cell (the backbite move of Mansfield, "Monte Carlo studies
of polymer chain dimensions in the melt", 1982), cut into lines. The records claim to be unique,
because that is what the book asks for; whether they are does not matter to typesetting.
"""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from pipeline.book import Book, BookSection, PageRole
from pipeline.config.book_options import BookOptions
from pipeline.config.dossier import Publisher
from pipeline.kinds import get_kind, load_examples
from pipeline.model import Band, Credit, Grade, Record, Status, Verdict, record_id
from pipeline.scene import Label


def numbers(seed: int) -> Iterator[int]:
    """Yield pseudo-random numbers from 0 to 2**31 - 1."""
    state = seed * 2654435761 + 12345
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield state >> 33


@cache
def winding_path(rows: int, cols: int, seed: int) -> list[int]:
    """Return a random path through every cell."""
    path = [
        r * cols + (c if r % 2 == 0 else cols - 1 - c) for r in range(rows) for c in range(cols)
    ]
    stream = numbers(seed)
    for _ in range(12 * rows * cols):
        if next(stream) % 2:
            path.reverse()
        row, col = divmod(path[0], cols)
        near = [
            (row + dr) * cols + col + dc
            for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if 0 <= row + dr < rows and 0 <= col + dc < cols
        ]
        near.remove(path[1])
        at = path.index(near[next(stream) % len(near)])
        path[:at] = reversed(path[:at])
    return path


def make_record(
    rows: int,
    cols: int,
    seed: int,
    band: Band | None = Band.EASY,
    credit: Credit | None = None,
    pairs: int | None = None,
) -> Record:
    """Return a Numberlink record that says it is unique under ``free``."""
    path = winding_path(rows, cols, seed)
    count = pairs or max(2, round((rows * cols) ** 0.5))
    cuts = [round(k * len(path) / count) for k in range(count + 1)]
    lines = [path[a:b] for a, b in pairwise(cuts)]
    lines = sorted((line if line[0] < line[-1] else line[::-1] for line in lines), key=min_end)
    grid = [[0] * cols for _ in range(rows)]
    for label, line in enumerate(lines, 1):
        for cell in (line[0], line[-1]):
            grid[cell // cols][cell % cols] = label
    puzzle = {"rows": rows, "cols": cols, "rule": "free", "clues": grid}
    grade = None if band is None else Grade("4.50", (20, 22), 0, band, 50, "sample", 1)
    return Record(
        record_id("numberlink", puzzle),
        "numberlink",
        puzzle,
        {"paths": lines},
        Verdict(Status.UNIQUE, "free", "sample", 1),
        grade,
        credit,
    )


def min_end(line: list[int]) -> int:
    """Return the end of a line that comes first in reading order."""
    return min(line[0], line[-1])


def make_section(
    title: str,
    sizes: list[tuple[int, int]],
    band: Band | None = Band.EASY,
    per_page: int | None = None,
    seed: int = 1,
) -> BookSection:
    """Return a section with one puzzle of each (rows, cols)."""
    records = tuple(
        make_record(rows, cols, 1000 * seed + k, band) for k, (rows, cols) in enumerate(sizes)
    )
    return BookSection(
        title=title, kind="numberlink", rule="free", records=records, band=band, per_page=per_page
    )


def make_options(**changes: object) -> BookOptions:
    """Return the options of a small book, with some of them changed."""
    values: dict[str, object] = {
        "title": "Lines That Meet",
        "author": "A. Author",
        "year": 2026,
        "subtitle": "Number puzzles with one solution each",
        "publisher": "Small Press",
        "edition": "First edition",
        "isbn": "978-3-16-148410-0",
    }
    values |= changes
    if isinstance(values["publisher"], str):
        values["publisher"] = Publisher(name=values["publisher"])
    return BookOptions(**values)  # type: ignore[arg-type]


def example_section(kind_id: str) -> BookSection:
    """Return a section with one board of a kind's own examples, said to be unique."""
    kind = get_kind(kind_id)
    example = load_examples(kind)["solved"][0]
    puzzle = example["puzzle"]
    rule = kind.rules[0]
    record = Record(
        record_id(kind_id, puzzle), kind_id, puzzle, example["solution"],
        Verdict(Status.UNIQUE, rule, "sample", 1),
    )  # fmt: skip
    return BookSection(title=kind.title, kind=kind_id, rule=rule, records=(record,))


def sliding_section() -> BookSection:
    """Return a section with the kind's examples: 3x3 twice, 4x2 once, in three bands."""
    kind = get_kind("npuzzle")
    records = tuple(
        Record(
            record_id(kind.id, example["puzzle"]),
            kind.id,
            example["puzzle"],
            example["solution"],
            Verdict(Status.NOT_APPLICABLE, None, "rules", 1),
            Grade("9.00", (511,), 0, band, 40, "sample", 1),
        )
        for example, band in zip(load_examples(kind)["solved"], Band, strict=False)
    )
    return BookSection(title="Tiles", kind=kind.id, rule=None, records=records)


def words(book: Book, *wanted: PageRole | int) -> list[str]:
    """Return the texts of a book in order, or of its pages of some roles or numbers."""
    pages = [p for p in book.pages if not wanted or p.role in wanted or p.number in wanted]
    return [mark.text for p in pages for mark in p.scene.marks if isinstance(mark, Label)]


def text_of(book: Book, *wanted: PageRole | int) -> str:
    """Return those texts as one."""
    return " ".join(words(book, *wanted))
