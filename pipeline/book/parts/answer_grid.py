"""The grid of answers: the columns, and the cell of each size of board.

Answers of one kind and of similar sizes are drawn equally wide, in the same number of columns on
all pages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from pipeline.book.flow.style import PT
from pipeline.book.parts.boards import (
    MOST_CELL_MM,
    BookBoard,
    SlotFrame,
    best_arrangement,
    require_legible,
    settle,
)
from pipeline.book.parts.page_plan import LayoutContext
from pipeline.model import RenderError

_MOST_COLUMNS: Final = 8
_SIMILAR: Final = 1.5
"""Ratio of sides up to which boards of a kind are drawn equally wide."""
_GUTTER: Final = 1 / 3
"""Widest space between columns, as a share of a board."""
_LINE_EM: Final = 22.0
"""Width of a column of written answers, in em."""
_PRECISION_MM: Final = 0.1
COMFORT_MM: Final = 3.4
"""Least cell of answers if the layout chooses the arrangement."""

Family: TypeAlias = tuple[str, int]
"""A kind, and the first of similar sizes in the book; 0 for written answers."""
Size: TypeAlias = tuple[int, int]


class Group(NamedTuple):
    """Answers of a section that share a grid, and the title above them."""

    family: Family
    boards: Sequence[BookBoard]
    title: str


@dataclass(frozen=True, slots=True)
class Columns:
    """Columns of answers: their number and width, and the cell of each size of board."""

    count: int
    rows: int
    """Rows that a page is to hold."""
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


def group_answers(setting: LayoutContext) -> list[Group]:
    """Return the answers of all sections; a section with dissimilar sizes has several groups."""
    groups: list[Group] = []
    for section, boards in zip(setting.sections, setting.boards, strict=True):
        runs = group_boards(setting, boards)
        for run in runs:
            sizes = setting.language.sizes((board.cols, board.rows) for board in run.boards)
            titles = [section.title] * (len(setting.sections) > 1) + [sizes] * (len(runs) > 1)
            groups.append(run._replace(title=" · ".join(titles)))
    return groups


def group_boards(setting: LayoutContext, boards: Sequence[BookBoard]) -> list[Group]:
    """Return neighbouring boards of one family as groups without titles."""
    families = _families(setting.all_boards)
    runs = groupby(boards, key=lambda board: families[board.kind.id, size_of(board)])
    return [Group(family, [*run], "") for family, run in runs]


def _families(boards: Sequence[BookBoard]) -> dict[tuple[str, Size], Family]:
    sizes = {
        (board.kind.id, size_of(board)): board.answer_text is not None
        for board in sorted(boards, key=lambda board: (board.kind.id, max(size_of(board))))
    }
    found: dict[tuple[str, Size], Family] = {}
    first: Family = ("", 0)
    for (kind, size), is_written in sizes.items():
        if kind != first[0] or max(size) > _SIMILAR * first[1]:
            first = (kind, max(size))
        found[kind, size] = (kind, 0) if is_written else first
    return found


def written_columns(setting: LayoutContext) -> Columns:
    """Return the columns of written answers, of a width that is easy to read."""
    style, width = setting.style, setting.geometry.text_width
    gap = 2 * style.leading_mm
    count = max(1, int((width + gap) / (_LINE_EM * style.small_pt * PT + gap)))
    return Columns(count, 1, (width - (count - 1) * gap) / count, {})


def drawn_columns(
    frame: SlotFrame, boards: Sequence[BookBoard], count: int, rows: int, least: float
) -> Columns:
    """Return ``count`` columns of drawn answers that are at least ``least`` wide.

    The largest boards have the frame's largest cells if they fit; the others are as wide.
    """
    reach = max(
        base + slope * frame.most_cell
        for base, slope in (board.answer_fit.across for board in boards)
    )
    narrow = replace(
        frame, width=min(frame.slot(count, 1)[0], max(reach, least)), most_cell=MOST_CELL_MM
    )
    cells: dict[Size, float] = {}
    wide = least
    by_size: dict[Size, list[BookBoard]] = {}
    for board in boards:
        by_size.setdefault(size_of(board), []).append(board)
    for size, same in by_size.items():
        page = settle(narrow, same, narrow.arrange(same, 1, rows, is_solved=True))
        cells[size] = page.cell_mm
        wide = max(wide, *(board.size(page.cell_mm)[0] for board in same))
    return Columns(count, rows, min(wide, narrow.width), cells)


def choose_columns(
    setting: LayoutContext,
    frame: SlotFrame,
    groups: Sequence[Group],
    least: float,
    pages: Callable[[Mapping[Family, Columns]], int],
    spare: int,
) -> dict[Family, Columns]:
    """Return the columns of each family: those set, or the widest without a further page.

    ``pages`` counts the pages of a choice, of which ``spare`` more may be used.
    """
    options = setting.options
    members: dict[Family, list[BookBoard]] = {}
    lengths: dict[Family, list[int]] = {}
    for group in groups:
        members.setdefault(group.family, []).extend(group.boards)
        lengths.setdefault(group.family, []).append(len(group.boards))
    chosen: dict[Family, Columns] = {}
    for family, boards in members.items():
        if not family[1]:
            chosen[family] = written_columns(setting)
        elif options.answers_per_page is not None:
            count = min(options.answers_per_page, len(boards))
            page = best_arrangement(frame, boards, count, is_solved=True)
            chosen[family] = drawn_columns(frame, boards, page.columns, page.rows, least)
        else:
            chosen[family] = _most_columns(setting, frame, boards, lengths[family], least)
        if family[1]:
            _require_legible(setting, frame, boards, chosen[family])
    if options.answers_per_page is None and options.answer_cell_mm is None:
        _widen(frame, lengths, members, chosen, least, pages, spare)
    return chosen


def _most_columns(
    setting: LayoutContext,
    frame: SlotFrame,
    boards: Sequence[BookBoard],
    lengths: Sequence[int],
    least: float,
) -> Columns:
    """Return the most columns that keep cells legible, fewer if rows are then filled better."""
    asked = setting.options.answer_cell_mm or COMFORT_MM
    for count in range(min(max(lengths), _MOST_COLUMNS), 1, -1):
        columns = drawn_columns(frame, boards, count, 1, least)
        if all(
            columns.cells[size_of(board)] >= max(asked, board.answer_fit.legible_mm)
            for board in boards
        ):
            break
    else:
        return drawn_columns(frame, boards, 1, 1, least)
    rows = [-(-length // count) for length in lengths]
    fewer = [one for one in _filling(lengths, count + 1) if [-(-n // one) for n in lengths] == rows]
    return drawn_columns(frame, boards, max(fewer, default=count), 1, least)


def _filling(lengths: Sequence[int], stop: int) -> list[int]:
    """Return the numbers of columns that leave the last row of each group at least half full."""
    return [one for one in range(1, stop) if all(-length % one <= one / 2 for length in lengths)]


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
            most = int(10 * cell) / 10
            fewer = "fewer of them on a page (answers_per_page)"
            cure = fewer if page.count > 1 else "smaller puzzles"
            error = RenderError(
                f"expected cells of {asked:g} mm in answers, found room for {most:g} mm in "
                f"{board.number}, {page.count} on a page; take at most {most:g}, {cure}, or a "
                "larger trim"
            )
            error.key = "answer_cell_mm"
            raise error


def _widen(
    frame: SlotFrame,
    lengths: Mapping[Family, Sequence[int]],
    members: Mapping[Family, Sequence[BookBoard]],
    chosen: dict[Family, Columns],
    least: float,
    pages: Callable[[Mapping[Family, Columns]], int],
    spare: int,
) -> None:
    """Take columns away from the smallest boards for as long as the pages suffice."""
    most = pages(chosen) + spare
    free = {
        family: _filling(lengths[family], columns.count)
        for family, columns in chosen.items()
        if columns.cells
    }
    while free := {family: counts for family, counts in free.items() if counts}:
        family = min(free, key=lambda family: min(chosen[family].cells.values()))
        before, boards = chosen[family], members[family]
        after = drawn_columns(frame, boards, free[family].pop(), 1, least)
        if after.width > before.width:
            chosen[family] = after
            if pages(chosen) <= most:
                continue
        chosen[family] = before
        del free[family]
