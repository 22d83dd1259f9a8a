"""What a publisher decides about a cover: a table, each key once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator

from pipeline.config.table import Flag, Table, Text, Whole, declare

LEAST_CONTRAST: Final = 4.5
"""Of words with what is under them (WCAG 2.2, success criterion 1.4.3)."""


def contrast_with_white(colour: str) -> float:
    """Return the contrast ratio of a colour such as "#0057A8" with white, from 1 to 21 (WCAG 2).

    Examples
    --------
    >>> round(contrast_with_white("#000000")), round(contrast_with_white("#FFFF00"), 2)
    (21, 1.07)
    """
    shares = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares]
    light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return 1.05 / (light + 0.05)


def _read_colours(value: Any) -> Any:
    return [value] if isinstance(value, str) and value else value or []


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverOptions(Table):
    """What the cover says beside title and author, and how it looks."""

    blurb: Text = declare("Printed on the back; a blank line begins a paragraph.", "")
    series: Text = declare("Name of the series, over the title.", "")
    volume: Whole | None = declare("Number in the series.", None, ge=1, le=999)
    about: Text = declare("About the author: printed on the back, after the blurb.", "")
    design: Literal["band", "pattern", "minimal", "number"] = declare(
        'How it is drawn: "band" has the title in a band round the book, over a puzzle; "pattern" '
        "is full of the lines of the book's own answers, or of the picture, with the title in a "
        'panel; "minimal" is white, with the lines of one answer that run off the page; "number" '
        "is of one colour, with the volume, or else the number of puzzles, as large as the front.",
        "band",
    )
    accent: Annotated[tuple[Text, ...], BeforeValidator(_read_colours)] = declare(
        "Colour of its areas; black if left out. Of several, each volume takes the next in turn.",
        (),
        'a colour ("#0057A8") or a list of them, dark enough for white words',
    )
    barcode: Flag = declare(
        "Whether the ISBN of the book is drawn as a barcode. Amazon KDP, IngramSpark and Lulu "
        "print one of their own into the field that is left for it.",
        False,
    )
    price: Text = declare(
        'Five digits beside the barcode: the price, as the trade has it ("51299" is 12.99 US '
        'dollars, "90000" none).',
        "",
        'five digits ("51299")',
    )
    picture: Path | None = declare(
        "A picture for the front instead of a puzzle of the book; fills the front of a pattern.",
        None,
        "the path of a PNG or JPEG file, from the folder of this file",
    )
    badge: Flag = declare("Whether a badge tells the number of puzzles.", True)

    def problems(self) -> Iterator[tuple[str, str]]:
        """Yield key and message where an accent is no colour, or too light for white words."""
        if self.price and not re.fullmatch("[0-9]{5}", self.price):
            yield "price", f'expected five digits ("51299"), found {self.price!r}'
        for accent in self.accent:
            if not re.fullmatch(r"#[0-9a-fA-F]{6}", accent):
                yield "accent", f'expected cover.accent as six digits ("#0057A8"), found {accent!r}'
            elif (contrast := contrast_with_white(accent)) < LEAST_CONTRAST:
                yield (
                    "accent",
                    f"expected cover.accent dark enough for white words, {LEAST_CONTRAST}:1 in "
                    f"contrast, found {accent!r} with {contrast:.1f}:1; take a darker colour",
                )

    @property
    def colour(self) -> str:
        """The accent of this volume; empty for black."""
        return self.accent[((self.volume or 1) - 1) % len(self.accent)] if self.accent else ""
