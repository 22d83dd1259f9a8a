"""The tables and keys of a configuration file: what a run or a collection may say, each key once.

Every key carries two sentences: what it takes (for error messages and the reference) and what it
does. What a section asks for is judged by its kind in ``run_settings.py``; the tables of the book
are in ``book_options.py``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import AfterValidator, BeforeValidator, PlainValidator

from pipeline.config.book_options import BookOptions, SheetOptions, Theme
from pipeline.config.cover_options import CoverOptions
from pipeline.config.own_pages import OwnPage
from pipeline.config.table import (
    Day,
    Flag,
    Setting,
    Table,
    Text,
    Whole,
    Words,
    declare,
    read_range,
    read_whole_range,
    refuse,
)
from pipeline.kinds import KINDS, get_kind
from pipeline.model import Band, GradeRange
from pipeline.scene.endpoint_icons import Ends

MOST_PUZZLES: Final = 100_000
"""Most puzzles of one section: beyond it a slip of the finger is likelier than a book."""

FILL: Final = "fill"

MOST_SEED: Final = 2**64 - 1
RULE: Final = (
    "What counts as a solution; the kind's default if left out.",
    None,
    "the name of a rule of the kind",
)
BAND: Final = (
    "Difficulty of every puzzle; any if left out.",
    None,
    "one of " + ", ".join(Band),
)
SETTINGS: Final = (
    "Options of the kind, as `--set` takes them.",
    dict,
    "a table of options of the kind (texts, whole numbers, true or false)",
)

_SIZE: Final = re.compile(r"([1-9][0-9]{0,3})x([1-9][0-9]{0,3})")
_DOTS: Final = f"a whole number from 1 to {len(Band)}, or a table of them by band"
_COUNT: Final = f'a whole number from 1 to {MOST_PUZZLES}, a list with one for each size, or "fill"'
_BEST_OF: Final = re.compile(r"best of ([2-9]|1[0-9]|20)")
_QUALITY: Final = '"best of N", N from 2 to 20'
_PERCENTILE: Final = 'the least and the most, from 0 to 100 ("60:80")'
_SCORE: Final = 'the least and the most, two places at most ("2.5:4")'


def _read_sizes(value: Any) -> Any:
    sizes = [value] if isinstance(value, str) else value
    if not isinstance(sizes, list) or not all(
        isinstance(size, str) and _SIZE.fullmatch(size) for size in sizes
    ):
        raise refuse('columns x rows ("10x10"), each from 1 to 9999, or a list of them')
    if len({*sizes}) < len(sizes):
        raise refuse("each size once")
    return [tuple(map(int, reversed(size.split("x")))) for size in sizes]


def _by_band(value: Any) -> Any:
    if value in ("letters", "icons"):  # printed over each puzzle it would be a strange label
        raise refuse(f'words to stand over puzzles; ends of lines are named by ends = "{value}"')
    found = value if isinstance(value, dict) else dict.fromkeys(Band, value)
    if not found.keys() <= {*Band}:
        raise refuse("a table of bands, " + ", ".join(Band))
    return found


def _check_dots(value: Mapping[Band, int]) -> Mapping[Band, int]:
    if not all(1 <= dots <= len(Band) for dots in value.values()):
        raise refuse(_DOTS)
    return value


def _check_quality(value: str | None) -> str | None:
    if value is not None and not _BEST_OF.fullmatch(value):
        raise refuse(_QUALITY)
    return value


def _read_count(value: Any) -> Any:
    counts = value if isinstance(value, list) else [value]
    is_whole = all(type(count) is int and 1 <= count <= MOST_PUZZLES for count in counts)
    if value != FILL and not (counts and is_whole):
        raise refuse(_COUNT)
    return value


Sizes: TypeAlias = Annotated[tuple[tuple[int, int], ...], BeforeValidator(_read_sizes)]
"""(rows, cols) of each size."""
Percentile = Annotated[
    tuple[int, int], BeforeValidator(lambda value: read_whole_range(value, 0, 100, _PERCENTILE))
]
Score = Annotated[
    tuple[float, float], BeforeValidator(lambda value: read_range(value, 0, 9999, _SCORE))
]


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionConfig(Table):
    """One run of puzzles under one title, in the order of the file."""

    # As typed until `read_section` has judged it: ``counts`` are then how many of each size, and
    # nothing while that is for the page plan to say; ``rule`` is never left out.
    title: Words = declare("Title of the section, told once in a book.")
    kind: Text = declare("The kind of puzzle.", takes=f"one of {', '.join(KINDS)}")
    sizes: Sizes = declare(
        "Sizes of the boards.",
        takes='columns x rows ("10x10"), or a list of them, each once',
        alias="size",
        min_length=1,
    )
    counts: Annotated[tuple[int, ...], PlainValidator(_read_count)] = declare(
        "How many puzzles. One number is shared out evenly, the first sizes taking what is left. "
        '"fill" takes as many as the `pages` of the book have room for, shared out evenly among '
        "the sections that say so.",
        takes=_COUNT,
        alias="count",
    )
    rule: Text | None = declare(*RULE)
    band: Band | None = declare(*BAND)
    percentile: Percentile | None = declare(
        "Rank of every puzzle among generated ones of its size, from easy to hard, instead of a "
        "band or within it.",
        None,
        _PERCENTILE,
    )
    score: Score | None = declare(
        "Score of every puzzle, as its grade tells it, instead of a band or within it.",
        None,
        _SCORE,
    )
    quality: Annotated[Text | None, AfterValidator(_check_quality)] = declare(
        "Of so many puzzles the best one is printed, by the measures of quality.md; they are made, "
        "proved and graded all the same.",
        None,
        _QUALITY,
    )
    labels: Annotated[Mapping[Band, Words], BeforeValidator(_by_band)] = declare(
        "What stands over a puzzle instead of the name of its band "
        '(`labels = { hard = "No guessing" }`); the key leaves such bands out.',
        dict,
        "a table of texts by band",
    )
    dots: Annotated[
        Mapping[Band, Whole], BeforeValidator(_by_band), AfterValidator(_check_dots)
    ] = declare("How many dots over a puzzle are filled; by its band if left out.", dict, _DOTS)
    at_most: Flag = declare(
        'Sliding puzzles whose fewest moves are not known are printed as well, as "in at most '
        '110 moves"; else they are refused.',
        False,
    )
    theme: Theme | None = declare(
        "The inks of its boards and answers; those of the book if left out.", None
    )
    ends: Ends = declare(
        "What stands at the ends of lines, for kinds that join equal ones: numbers; letters; discs "
        'with letters, in a colour for each pair where the theme has colours ("dots"); or one of '
        '36 small pictures ("icons").',
        "numbers",
    )
    per_page: Whole | None = declare(
        "Puzzles on a page; chosen by the layout if left out. What is asked for here wins over the "
        "two a page of large print, with a warning; type keeps its least sizes in any case, and "
        "what does not fit is refused.",
        None,
        ge=1,
        le=12,
    )
    introduction: Text = declare("Printed under the title of the section.", "")
    rules: Text = declare(
        "The rules of its puzzles in your own words, in Markdown, instead of ours.", ""
    )
    settings: Mapping[str, Setting] = declare(*SETTINGS, alias="set")

    @property
    def best_of(self) -> int:
        """Of how many puzzles each is the best."""
        return int(self.quality.split()[-1]) if self.quality else 1

    @property
    def is_open(self) -> bool:
        """Whether the page plan has still to say how many puzzles it has: ``count = "fill"``."""
        return not self.counts

    @property
    def grades(self) -> GradeRange:
        """The grades that are asked for beside the band."""
        return GradeRange(self.percentile, self.score)

    @property
    def generator_settings(self) -> Mapping[str, str]:
        """The settings and, where the kind's generator can steer to it, the band."""
        if self.band is None or "band" not in get_kind(self.kind).settings:
            return self.settings
        return {**self.settings, "band": str(self.band)}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesKeys(Table):
    """What the top of a run or a site says of chance, and of the series that it is a volume of."""

    seed: Whole = declare(
        "Every puzzle follows from it: equal file, equal book.", ge=0, le=MOST_SEED
    )
    library: Words | None = declare(
        "Remembers what is placed in which volume; made if there is none.",
        None,
        "the path of a library, from the folder of this file",
    )
    series: Words | None = declare(
        "The series in the library that this is a volume of: none of its boards stands in another.",
        None,
        "the name of a series",
    )
    volume: Whole | None = declare(
        "Which volume this is, or the first of several; the next one of the series if left out. "
        "`{volume}` in the texts of a book, its cover, its own pages and its sections is replaced "
        "by the number.",
        None,
        ge=1,
    )
    no_repeat: Whole | None = declare(
        "In how many volumes before and after a board may not stand; in no other if left out.",
        None,
        ge=0,
    )
    source: Literal["generate", "library"] = declare(
        "Whether puzzles are generated, or taken from the library as far as it has them.",
        "generate",
    )
    date: Day | None = declare(
        "When it is published: rights are judged by it.",
        None,
        "a day (2027-03-01, without quotes)",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RunTable(SeriesKeys):
    """The top of the file."""

    volumes: Whole | None = declare(
        "Make so many volumes, each in a folder of its own, none repeating a board of another.",
        None,
        ge=1,
        le=1000,
    )
    pictures: Literal["printed", "all", "none"] = declare(
        "Which puzzles a run draws as pictures: those of the book, named by their numbers in it "
        "(`037-easy-8x8.png`); every one that was graded, named by its id; or none.",
        "printed",
    )
    sheet: SheetOptions = declare("A page for a magazine.", SheetOptions, "a table [sheet]")
    cover: CoverOptions = declare(
        "What the cover says and how it looks.", CoverOptions, "a table [cover]"
    )
    book: BookOptions = declare(
        "What the book says about itself, and how it is set.", takes="a table [book]"
    )
    page: tuple[OwnPage, ...] = declare("Pages of your own, in this order.", (), "tables [[page]]")
    section: tuple[SectionConfig, ...] = declare(
        "The sections, in print order.", takes="one or more tables [[section]]", min_length=1
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionTable(Table):
    """The top of a collection's file, for `puzzlepress collection`."""

    sources: tuple[Words, ...] = declare(
        "Files, folders, patterns and zip archives, from the folder of this file.",
        takes="one or more names",
        min_length=1,
    )
    format: Words | None = declare(
        "How the sources are read, if not to be found out.", None, "the name of a format"
    )
    rule: Words | None = declare(
        "The rule that the puzzles are proved under; none: their own.", None, "the name of a rule"
    )
    profile: Flag = declare(
        "Whether each puzzle is also proved under the kind's other rules.", False
    )
    title: Words | None = declare("Credit where the sources give none: title.", None, "a text")
    author: Words | None = declare("Author.", None, "a text")
    url: Words | None = declare("Where they come from.", None, "a text")
    licence: Words | None = declare("Terms of use.", None, "a text")
