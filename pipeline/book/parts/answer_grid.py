"""The grid of answers: its columns, and one width for boards of similar sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from pipeline.book.parts.boards import (
    MOST_CELL_MM,
    BookBoard,
    SlotFrame,
    best_arrangement,
    require_legible,
    settle,
)
from pipeline.book.parts.page_plan import LayoutContext
from pipeline.edition.flow.style import PT
from pipeline.model import RenderError

_SHAPES: Final[tuple[Shape, ...]] = (  # Shapes that the layout tries, for the largest answers first
    *((1, rows) for rows in range(1, 5)),
    *((columns, 1) for columns in range(2, 9)),
)
_SIMILAR: Final = (2.0, 1.5, 1.3, 1.15, 1.0)  # Ratios of sides of boards drawn equally wide
_GUTTER: Final = 1 / 3  # Widest space between columns, as a share of a board
_LINE_EM: Final = 22.0  # Width of a column of written answers, in em
_NEARLY: Final = 0.85  # Least width, relative to the widest, of answers that fill the first page
_PRECISION_MM: Final = 0.1
COMFORT_MM: Final = 3.4  # Least cell of answers if the layout chooses the arrangement
Family: TypeAlias = tuple[str, int]  # A kind, and the first of similar sizes; 0: written
Size: TypeAlias = tuple[int, int]
_Asked: TypeAlias = tuple[bool, tuple[int, ...], tuple[int, ...]]  # Is filled, groups, boards
Shape: TypeAlias = tuple[int, int]  # Columns, and the least number of rows on a page


class Group(NamedTuple):
    """Answers of a section that share a grid, and the title above them."""

    family: Family
    boards: Sequence[BookBoard]
    title: str


@dataclass(frozen=True, slots=True)
class Columns:
    """Columns of answers: their number and width, and the cell of each size of board."""

    count: int
    rows: int  # Rows that a page is to hold
    width: float
    cells: Mapping[Size, float]

    def left(self, index: int, count: int, room: float) -> float:
        """Return the left edge of a column in a centred row of ``count``."""
        gutter = 0.0
        if self.count > 1:
            gutter = (room - self.count * self.width) / (self.count - 1)
            gutter = min(gutter, _GUTTER * self.width)
        used = count * self.width + (count - 1) * gutter
        return (room - used) / 2 + index * (self.width + gutter)


def size_of(board: BookBoard) -> Size:
    """Return rows and columns of a board."""
    return board.rows, board.cols


def group_answers(setting: LayoutContext) -> list[list[Group]]:
    """Return ways to group the answers of all sections: the fewest and widest groups first.

    A section with dissimilar sizes has several groups.
    """
    ways = [_groups(setting, ratio) for ratio in _SIMILAR]
    families = [{group.family for group in way} for way in ways]
    return [way for k, way in enumerate(ways) if k == 0 or families[k] != families[k - 1]]


def _groups(setting: LayoutContext, ratio: float) -> list[Group]:
    groups: list[Group] = []
    for section, boards in zip(setting.sections, setting.boards, strict=True):
        runs = group_boards(setting, boards, ratio)
        for run in runs:
            sizes = setting.language.sizes((board.cols, board.rows) for board in run.boards)
            titles = [section.title] * (len(setting.sections) > 1) + [sizes] * (len(runs) > 1)
            groups.append(run._replace(title=" · ".join(titles)))
    return groups


def group_boards(
    setting: LayoutContext, boards: Sequence[BookBoard], ratio: float = _SIMILAR[0]
) -> list[Group]:
    """Return neighbouring boards of one family as groups without titles."""
    families = _families(setting.all_boards, ratio)
    drawn = (board.for_answers for board in boards)
    runs = groupby(drawn, key=lambda board: families[board.kind.id, size_of(board)])
    return [Group(family, [*run], "") for family, run in runs]


def _families(boards: Sequence[BookBoard], ratio: float) -> dict[tuple[str, Size], Family]:
    sizes = {
        (board.kind.id, size_of(board)): board.answer_text is not None
        for board in sorted(boards, key=lambda board: (board.kind.id, max(size_of(board))))
    }
    families: dict[tuple[str, Size], Family] = {}
    first: Family = ("", 0)
    for (kind, size), is_written in sizes.items():
        if kind != first[0] or max(size) > ratio * first[1]:
            first = (kind, max(size))
        families[kind, size] = (kind, 0) if is_written else first
    return families


def written_columns(setting: LayoutContext) -> Columns:
    """Return the columns of written answers, of a width that is easy to read."""
    style, width = setting.style, setting.geometry.text_width
    gap = 2 * style.leading_mm
    count = max(1, int((width + gap) / (_LINE_EM * style.small_pt * PT + gap)))
    return Columns(count, 1, (width - (count - 1) * gap) / count, {})


@dataclass(frozen=True, slots=True)
class Room:
    """The frame of a page, the height that its first page has, and the least width of an answer."""

    frame: SlotFrame
    first: float
    least: float

    def row_height(self, rows: int, *, is_first: bool) -> float:
        """Return the height of rows of which a page, or the first page, has this number."""
        height = self.first if is_first else self.frame.height
        return min((height - (rows - 1) * self.frame.gap_y) / rows, self.first)


def drawn_columns(
    room: Room, boards: Sequence[BookBoard], shape: Shape, *, is_first: bool = False
) -> Columns:
    """Return columns and rows of drawn answers.

    The largest boards have the frame's largest cells if they fit; the others are as wide.
    """
    narrow = _answer_slot(room, boards, shape, is_first=is_first)
    cells: dict[Size, float] = {}
    wide = room.least
    for size, same in _by_size(boards).items():
        page = settle(narrow, same, narrow.arrange(same, 1, 1, is_solved=True))
        cells[size] = page.cell_mm
        wide = max(wide, *(board.size(page.cell_mm)[0] for board in same))
    return Columns(*shape, min(wide, narrow.width), cells)


def _answer_slot(
    room: Room, boards: Sequence[BookBoard], shape: Shape, *, is_first: bool = False
) -> SlotFrame:
    (count, rows), frame = shape, room.frame
    reach = 0.0
    for same in _by_size(boards).values():  # these have cells of one size
        fits = [board.answer_fit for board in same]
        cell = max(frame.most_cell, *(fit.legible_mm for fit in fits))
        reach = max(reach, *(base + slope * cell for base, slope in (fit.across for fit in fits)))
    return replace(
        frame,
        width=min(frame.slot(count, 1)[0], max(reach, room.least)),
        height=room.row_height(rows, is_first=is_first),
        most_cell=MOST_CELL_MM,
    )


def _by_size(boards: Iterable[BookBoard]) -> dict[Size, list[BookBoard]]:
    found: dict[Size, list[BookBoard]] = {}
    for board in boards:
        found.setdefault(size_of(board), []).append(board)
    return found


def choose_columns(
    setting: LayoutContext,
    room: Room,
    ways: Sequence[Sequence[Group]],
    pages: Callable[[Sequence[Group], Mapping[Family, Columns]], int],
    spare: int,
) -> tuple[Sequence[Group], dict[Family, Columns]]:
    """Return the groups and the columns of each family, in the first way of few enough pages.

    Columns are those set, or the widest without a further page. ``pages`` counts the pages of a
    choice; ``spare`` more than the fewest may be used.
    """
    options = setting.options
    known: dict[_Asked, Columns] = {}
    tried = [
        (groups, _first_columns(setting, room, groups, is_filled, known))
        for groups in ways
        for is_filled in (True, False)
    ]
    counts = [pages(*way) for way in tried]
    page_limit = min(counts) + spare
    groups, chosen = next(
        way for way, count in zip(tried, counts, strict=True) if count <= page_limit
    )
    if options.answers_per_page is None and options.answer_cell_mm is None:
        members, lengths = _members(groups)
        _widen(room, lengths, members, chosen, partial(pages, groups), page_limit)
        if len(chosen) == 1 and groups[0].family[1]:
            ((family, columns),) = chosen.items()
            even = {family: _fill_first(room, members[family], columns)}
            chosen = even if pages(groups, even) <= page_limit else chosen
    for group in groups:
        if group.family[1]:
            _require_legible(setting, room.frame, group.boards, chosen[group.family])
    return groups, chosen


def _fill_first(room: Room, boards: Sequence[BookBoard], columns: Columns) -> Columns:
    """Return columns with as many rows on the first page as on others, if nearly as large."""
    count, rows = columns.count, 1
    while True:  # small boards are as wide as their captions, whatever the number of rows
        more = drawn_columns(room, boards, (count, rows + 1))
        if more.width < columns.width or any(more.cells[k] < v for k, v in columns.cells.items()):
            break
        rows += 1
    even = drawn_columns(room, boards, (count, rows), is_first=True)
    small = [one for one in boards if even.cells[size_of(one)] < one.answer_fit.legible_mm]
    return columns if small or even.width < _NEARLY * columns.width else even


def _members(
    groups: Sequence[Group],
) -> tuple[dict[Family, list[BookBoard]], dict[Family, list[int]]]:
    members: dict[Family, list[BookBoard]] = {}
    lengths: dict[Family, list[int]] = {}
    for group in groups:
        members.setdefault(group.family, []).extend(group.boards)
        lengths.setdefault(group.family, []).append(len(group.boards))
    return members, lengths


def _first_columns(
    setting: LayoutContext,
    room: Room,
    groups: Sequence[Group],
    is_filled: bool,
    known: dict[_Asked, Columns],
) -> dict[Family, Columns]:
    """Return the set or the most legible columns; with ``is_filled`` fewer for full last rows."""
    options = setting.options
    members, lengths = _members(groups)
    chosen: dict[Family, Columns] = {}
    for family, boards in members.items():
        if not family[1]:
            chosen[family] = written_columns(setting)
        elif options.answers_per_page is not None:
            count = min(options.answers_per_page, len(boards))
            first = replace(room.frame, height=room.first)
            page = best_arrangement(first, boards, count, is_solved=True)
            shape = page.columns, page.rows
            chosen[family] = drawn_columns(room, boards, shape, is_first=True)
        else:
            asked = is_filled, tuple(lengths[family]), tuple(board.number for board in boards)
            if asked not in known:
                known[asked] = _most_columns(setting, room, boards, lengths[family], is_filled)
            chosen[family] = known[asked]
    return chosen


def _most_columns(
    setting: LayoutContext,
    room: Room,
    boards: Sequence[BookBoard],
    lengths: Sequence[int],
    is_filled: bool,
) -> Columns:
    asked = setting.options.answer_cell_mm or COMFORT_MM

    by_size = _by_size(boards)
    least = {
        size: max(asked, *(board.answer_fit.legible_mm for board in same))
        for size, same in by_size.items()
    }

    def is_legible(shape: Shape) -> bool:
        slot = _answer_slot(room, boards, shape)
        # As drawn, cells are no larger than these.
        if any(
            slot.arrange(same, 1, 1, is_solved=True).cell_mm < least[size]
            for size, same in by_size.items()
        ):
            return False
        cells = drawn_columns(room, boards, shape).cells
        return all(cells[size] >= cell for size, cell in least.items())

    possible = (shape for shape in reversed(_SHAPES) if shape[0] <= max(lengths))
    count, most = next(filter(is_legible, possible), _SHAPES[0])
    rows = [-(-length // count) for length in lengths]
    fewer = [one for one in _filling(lengths, (count + 1, 1)) if one[0] > 1] if is_filled else []
    same = [one for one in fewer if [-(-length // one[0]) for length in lengths] == rows]
    return drawn_columns(room, boards, max(same, default=(count, most)))


def _filling(lengths: Sequence[int], stop: Shape) -> list[Shape]:
    """Return the shapes before one that leave the last row of each group at least half full."""
    return [
        (count, rows)
        for count, rows in _SHAPES
        if (count, rows) < stop and all(-length % count <= count / 2 for length in lengths)
    ]


def _require_legible(
    setting: LayoutContext, frame: SlotFrame, boards: Sequence[BookBoard], columns: Columns
) -> None:
    """Raise RenderError if answers are not legible, or smaller than the book's least size."""
    asked = setting.options.answer_cell_mm or 0.0
    for board in boards:
        cell = columns.cells[size_of(board)]
        page = frame.arrange([board], columns.count, columns.rows, is_solved=True)
        require_legible(frame, [board], replace(page, cell_mm=cell), is_solved=True)
        if cell < asked - _PRECISION_MM:
            room_mm = int(10 * cell) / 10
            fewer = "fewer of them on a page (answers_per_page)"
            cure = fewer if page.count > 1 else "smaller puzzles"
            error = RenderError(
                f"expected cells of {asked:g} mm in answers, found room for {room_mm:g} mm in "
                f"{board.number}, {page.count} on a page; take at most {room_mm:g}, {cure}, or a "
                "larger trim"
            )
            error.key = "answer_cell_mm"
            raise error


def _widen(
    room: Room,
    lengths: Mapping[Family, Sequence[int]],
    members: Mapping[Family, Sequence[BookBoard]],
    chosen: dict[Family, Columns],
    pages: Callable[[Mapping[Family, Columns]], int],
    page_limit: int,
) -> None:
    """Take columns away from the smallest boards for as long as ``page_limit`` pages suffice."""
    free = {
        family: _filling(lengths[family], (columns.count, columns.rows))
        for family, columns in chosen.items()
        if columns.cells
    }
    while free := {family: shapes for family, shapes in free.items() if shapes}:
        family = min(free, key=lambda family: min(chosen[family].cells.values()))
        before, boards = chosen[family], members[family]
        after = drawn_columns(room, boards, free[family].pop())
        if after.width > before.width:
            chosen[family] = after
            if pages(chosen) <= page_limit:
                continue
        chosen[family] = before
        del free[family]
