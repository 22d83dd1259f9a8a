"""Type sizes and the baseline grid of each style and trim.

All sizes are points (1/72 inch); ``leading_pt`` is the step of the baseline grid; every block
is a whole number of steps high.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from pipeline.scene import MM_PER_PT

PT: Final = MM_PER_PT  # Millimetres in a point
NARROW_MM: Final = 165.0  # Narrower trims are set in the smaller sizes


@dataclass(frozen=True, slots=True)
class TextStyle:
    """The sizes of one style, in points; ``most_cell_mm`` caps the cells of small boards."""

    body_pt: float
    leading_pt: float
    small_pt: float
    heading_pt: float
    subheading_pt: float
    title_pt: float
    number_pt: float
    detail_pt: float
    folio_pt: float
    answer_number_pt: float
    most_cell_mm: float
    most_per_page: int
    label_pt: float = 0.0  # The smallest type in a puzzle; the printers' limit where that is larger
    answer_label_pt: float = 0.0  # The same for answers
    most_answer_cell_mm: float = 7.0
    comfortable_cell_mm: float = 0.0  # Below it a page has fewer puzzles
    least_width_share: float = 0.0  # Below it, of the text's width, a board has a page of its own
    number_share: float = 0.0  # Least type size of the numbers in cells of a puzzle, in cells
    head_steps: float = 2.0  # Height of the heading of a puzzle in baseline steps
    rim_steps: int = 2  # Height of running head or folio with space, in baseline steps

    @property
    def leading_mm(self) -> float:
        """The step of the baseline grid."""
        return self.leading_pt * PT


_STANDARD: Final = TextStyle(
    body_pt=11.0, leading_pt=15.0, small_pt=9.0, heading_pt=26.0, subheading_pt=14.0, title_pt=46.0,
    number_pt=19.0, detail_pt=9.5, folio_pt=10.0, answer_number_pt=10.5, most_cell_mm=18.0,
    most_per_page=6,
)  # fmt: skip
_COMPACT: Final = TextStyle(
    body_pt=10.0, leading_pt=13.5, small_pt=8.5, heading_pt=22.0, subheading_pt=12.5, title_pt=36.0,
    number_pt=17.0, detail_pt=9.0, folio_pt=9.5, answer_number_pt=9.5, most_cell_mm=16.0,
    most_per_page=4,
)  # fmt: skip
_LARGE_PRINT: Final = TextStyle(
    body_pt=18.0, leading_pt=27.0, small_pt=16.0, heading_pt=32.0, subheading_pt=22.0,
    title_pt=48.0, number_pt=28.0, detail_pt=16.0, folio_pt=16.0, answer_number_pt=18.0,
    most_cell_mm=18.0, most_per_page=2, label_pt=16.0, answer_label_pt=16.0,
    most_answer_cell_mm=14.0, comfortable_cell_mm=8.6, least_width_share=0.54, number_share=0.9,
    head_steps=1.5, rim_steps=1,
)  # fmt: skip


_CHILDREN: Final = replace(
    _STANDARD, body_pt=14.0, leading_pt=20.0, small_pt=11.0, heading_pt=30.0, subheading_pt=18.0,
    number_pt=22.0, detail_pt=12.0, folio_pt=13.0, most_cell_mm=20.0, most_per_page=1,
)  # fmt: skip
_SENIORS: Final = replace(
    _STANDARD, body_pt=14.0, leading_pt=20.0, small_pt=12.0, heading_pt=30.0, subheading_pt=18.0,
    number_pt=24.0, detail_pt=12.5, folio_pt=14.0, answer_number_pt=13.0, most_per_page=2,
    label_pt=14.0, answer_label_pt=9.0,
)  # fmt: skip


def style_for(name: str, width_mm: float, look: str = "plain") -> TextStyle:
    """Return the text style for a style name, a look and a page width.

    >>> style_for("standard", 152.4).body_pt < style_for("standard", 215.9).body_pt
    True
    """
    if name == "large-print":
        return _LARGE_PRINT
    if look in ("children", "seniors"):
        return _CHILDREN if look == "children" else _SENIORS
    return _COMPACT if width_mm < NARROW_MM else _STANDARD
