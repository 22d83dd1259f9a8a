"""The footer of a puzzle in its slot: task, credit, and the answer upside down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from pipeline.book.flow.blocks import MarkGroup, turn_over
from pipeline.book.flow.style import PT
from pipeline.book.flow.typeset import QUIET, Span, TextLine, break_lines, label, place_line
from pipeline.book.parts.answers import COMFORT_MM
from pipeline.book.parts.boards import BookBoard
from pipeline.book.parts.page_plan import LayoutContext
from pipeline.book.press.rights import is_credited_on_page
from pipeline.scene import Align, Face, Mark, Scene

_LEADING: Final = 1.25
"""Leading, in em."""
_NOWHERE_MM: Final = 1e6
"""Height of an answer that is wider than its slot, so that no slot fits it."""


class Footer(NamedTuple):
    """Footer of a puzzle: task and credit below the board, the answer, and the total height.

    The answer is at the foot of the slot; marks are measured from the top of the footer.
    """

    note: MarkGroup
    answer: MarkGroup
    height: float


@dataclass(frozen=True, slots=True)
class SlotFooter:
    """The footers of the puzzles of a book."""

    setting: LayoutContext

    def height(self, board: BookBoard, width: float) -> float:
        """Return the height of a board's footer in a slot of this width."""
        lines = self._note_lines(board, width)
        note = 0.4 * self.setting.style.small_pt * PT + self._height(lines) if lines else 0.0
        return note + self._answer_size(board, width)[1]

    def painted(self, board: BookBoard, width: float) -> Footer:
        """Return a board's footer in a slot of this width."""
        height = self.height(board, width)
        note = MarkGroup(tuple(self._set(self._note_lines(board, width), width)))
        return Footer(note, self._answer(board, width, height), height)

    def _note_lines(self, board: BookBoard, width: float) -> tuple[TextLine, ...]:
        record, language = board.record, self.setting.language
        lines: tuple[TextLine, ...] = ()
        if (matter := board.kind.book_matter) is not None:
            task = matter.task_text(board.clues, board.solution, language.code)
            lines = self._lines(language.smarten(task), width)
        if own := self.setting.options.credit_line:
            lines += self._lines(own, width)
        if record.credit is None or not is_credited_on_page(record, self.setting.options):
            return lines
        return lines + self._lines(language.credit_line(record.credit), width)

    def _lines(self, text: str, width: float) -> tuple[TextLine, ...]:
        return break_lines([Span(text, Face.TEXT)], self.setting.style.small_pt, width)

    def _height(self, lines: Sequence[TextLine]) -> float:
        return len(lines) * _LEADING * self.setting.style.small_pt * PT

    def _set(self, lines: Sequence[TextLine], width: float) -> list[Mark]:
        """Return centred lines of small type, from y = 0 on."""
        size = self.setting.style.small_pt
        marks: list[Mark] = []
        for k, line in enumerate(lines):
            y = (1.2 + k * _LEADING) * size * PT
            marks += place_line(line, 0, y, width, size, Align.CENTRE)
        return marks

    def _answer_cell(self, board: BookBoard) -> float:
        return max(COMFORT_MM, board.answer_fit.legible_mm)

    def _answer_size(self, board: BookBoard, width: float) -> tuple[float, float]:
        """Return width and height of the answer with its caption and the space above."""
        if self.setting.options.answers != "flipped":
            return (0.0, 0.0)
        over = self.setting.style.leading_mm + self._caption_height()
        if (text := board.answer_text) is not None:
            return (width, self._height(self._lines(text, width)) + over)
        wide, high = board.size(self._answer_cell(board))
        return (wide, _NOWHERE_MM if wide > width else high + over)

    def _caption_height(self) -> float:
        return 1.35 * self.setting.style.small_pt * PT

    def _answer(self, board: BookBoard, width: float, height: float) -> MarkGroup:
        """Return the answer upside down at the foot of the slot, captioned with its number."""
        if self.setting.options.answers != "flipped":
            return MarkGroup()
        style = self.setting.style
        if (text := board.answer_text) is not None:
            lines = self._lines(text, width)
            scene = Scene(width, self._height(lines), tuple(self._set(lines, width)))
        else:
            scene = board.draw(self._answer_cell(board), is_solved=True)
        caption = label(
            self.setting.language.say("puzzle.answer", number=board.number),
            scene.width_mm / 2, style.small_pt * PT, style.small_pt, Face.DISPLAY, Align.CENTRE,
            QUIET,
        )  # fmt: skip
        over = self._caption_height()
        upright = Scene(
            scene.width_mm, scene.height_mm + over, (caption, *scene.moved(0, over).marks)
        )
        y = height - upright.height_mm
        return MarkGroup(turn_over(upright).marks).moved((width - upright.width_mm) / 2, y)
