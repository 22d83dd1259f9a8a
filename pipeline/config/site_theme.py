"""How the pages of a site look, and what an owner adds to each: a table, each key once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator

from pipeline.config.cover_options import LEAST_CONTRAST, contrast_with_white
from pipeline.config.table import Table, Text, Words, declare, refuse

WORDS: Final = {"quiet": ("#586064", "#a9b1b3"), "done": ("#04663a", "#7ee2ae")}
"""Colours of words that no theme changes (pipeline/web/site.css): its grounds have to bear them."""
_COLOURS: Final = 'two colours, for light and dark: ["#ffffff", "#15181d"]'


def _read_colours(value: Any) -> Any:
    is_pair = isinstance(value, list | tuple) and len(value) == 2
    if not is_pair or not all(re.fullmatch("#[0-9a-fA-F]{6}", str(one)) for one in value):
        raise refuse(_COLOURS)
    return value


def _read_scheme(value: Any) -> Any:
    return {"scheme": value} if isinstance(value, str) else value


Colours = Annotated[tuple[Text, ...], BeforeValidator(_read_colours)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ThemeTable(Table):
    """How pages look, and what is added; `theme = "dark"` in [site] says the scheme alone."""

    scheme: Literal["auto", "light", "dark"] = declare("Auto follows the reader's device.", "auto")
    page: Colours = declare("Ground of the pages.", ("#f8f6f1", "#14181a"), _COLOURS)
    paper: Colours = declare("Ground of boards and cards.", ("#ffffff", "#1d2326"), _COLOURS)
    ink: Colours = declare("Words.", ("#1b2225", "#edeae3"), _COLOURS)
    accent: Colours = declare("Links and what has the focus.", ("#17566b", "#8fcbdb"), _COLOURS)
    font: Text = declare(
        "Typefaces of text and headings, as CSS names them; the books' own if left out.",
        "",
        pattern=r"^[\w\s,\"'-]*$",
    )
    logo: Words | None = declare(
        "A picture before the name of the site.", None, "the path of an SVG or PNG, from this file"
    )
    css: Words | None = declare(
        "Rules that come after those of the site.",
        None,
        "the path of a style sheet, from this file",
    )
    header: Words | None = declare(
        "HTML under the name of the site on every page, taken as it is.", None,
        "the path of a piece of HTML, from this file",
    )  # fmt: skip
    footer: Words | None = declare(
        "HTML above the foot of every page, taken as it is: comments, advertising, counters.", None,
        "the path of a piece of HTML, from this file",
    )  # fmt: skip

    def faint_pairs(self) -> Iterator[str]:
        """Yield what of the colours cannot be read (WCAG 2.2, 1.4.3), in words."""
        words = {"ink": self.ink, "accent": self.accent, **WORDS}
        for at, name in enumerate(("light", "dark")):
            for front, ground in product(words, ("page", "paper")):
                one, other = words[front][at], getattr(self, ground)[at]
                shares = sorted((contrast_with_white(one), contrast_with_white(other)))
                if shares[1] / shares[0] < LEAST_CONTRAST:
                    yield (
                        f"expected {front} {one} to stand out from {ground} {other} ({name}) by "
                        f"{LEAST_CONTRAST}, found {shares[1] / shares[0]:.2f}"
                    )


Theme = Annotated[ThemeTable, BeforeValidator(_read_scheme)]
