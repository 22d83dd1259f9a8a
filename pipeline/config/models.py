"""The tables and keys of the configuration of a run or a collection, with their descriptions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import AfterValidator, BeforeValidator, PlainValidator

from pipeline.config.book_options import BookOptions, CoverOptions, Theme
from pipeline.config.dossier import DossierOptions
from pipeline.config.own_pages import OwnPage
from pipeline.config.sheet_options import SheetOptions
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
from pipeline.kinds import get_kind
from pipeline.kinds.kit.grades.band_costs import ANY, band_costs
from pipeline.kinds.kit.grades.grading import guessing_bands
from pipeline.model import ANY_GRADE, Band, GradeRange
from pipeline.scene.symbols import Symbols

MOST_PUZZLES: Final = 100_000  # Of one section; more is probably a typing error

FILL: Final = "fill"
ALL: Final = "all"

MOST_SEED: Final = 2**64 - 1
RULE: Final = (
    "What counts as a solution; the kind's default if left out.",
    None,
    "the name of a rule of the kind",
)
BAND: Final = ("Difficulty of all puzzles; any if left out.", None, "one of " + ", ".join(Band))
USUAL_BANDS: Final = (Band.EASY, Band.MEDIUM)
MOST_COST: Final = 30  # Of a puzzle of a usual band, as a multiple of one of the other
STEERING: Final = frozenset(("mask", "symmetry", "border", "goal", "walls", "adjacent"))
"""Options that leave the difficulty open."""
SETTINGS: Final = (
    "Options of the kind, as for `--set`.",
    dict,
    "a table of options of the kind (texts, whole numbers, true or false)",
)

_SIZES: Final = 'columns x rows ("10x10"), each from 1 to 9999, a list of them, or "all"'
_SIZE: Final = re.compile(r"([1-9][0-9]{0,3})x([1-9][0-9]{0,3})")
_DOTS: Final = f"a whole number from 1 to {len(Band)}, or a table of them by band"
_COUNT: Final = (
    f'a whole number from 1 to {MOST_PUZZLES}, a list with one for each size, "fill" or "all"'
)
_BEST_OF: Final = re.compile(r"best of ([2-9]|1[0-9]|20)")
_QUALITY: Final = '"best of N", N from 2 to 20'
_PERCENTILE: Final = 'the least and the most, from 0 to 100 ("60:80")'
_SCORE: Final = 'the least and the most, with at most two decimals ("2.5:4")'


def _read_sizes(value: Any) -> Any:
    sizes = [value] if isinstance(value, str) else value
    if value == ALL:
        return []
    if (
        not sizes
        or not isinstance(sizes, list)
        or not all(isinstance(size, str) and _SIZE.fullmatch(size) for size in sizes)
    ):
        raise refuse(_SIZES)
    if len({*sizes}) < len(sizes):
        raise refuse("each size once")
    return [tuple(map(int, reversed(size.split("x")))) for size in sizes]


def _by_band(value: Any) -> Any:
    if value in ("letters", "icons"):  # confused with the key symbols
        raise refuse(f'texts to print over puzzles; such symbols are set by symbols = "{value}"')
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
    if value not in (FILL, ALL) and not (counts and is_whole):
        raise refuse(_COUNT)
    return value


Sizes: TypeAlias = Annotated[tuple[tuple[int, int], ...], BeforeValidator(_read_sizes)]
"""(rows, cols) of each size."""
Percentile = Annotated[
    tuple[int, int], BeforeValidator(lambda value: read_whole_range(value, 100, _PERCENTILE))
]
Score = Annotated[
    tuple[float, float], BeforeValidator(lambda value: read_range(value, 0, 9999, _SCORE))
]


def levels_of(kind_id: str) -> tuple[str, ...]:
    """Return the levels of deduction of a kind at which nothing is assumed, easiest first."""
    deductions = get_kind(kind_id).deductions
    return () if deductions is None else deductions.levels


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionConfig(Table):
    """One section of puzzles under one title, in the order of the file."""

    # As in the file until `read_section` checks it. Then ``counts`` has a number for each size, or
    # is empty until the page plan decides, or 0 until the records of a file do; ``rule`` is set if
    # the kind has rules.
    title: Words = declare("Title of the section. Must be unique in the book.")
    kind: Text = declare("The kind of puzzle.", takes="a kind that puzzlepress kinds lists")
    sizes: Sizes = declare(
        'Sizes of the boards. "all" are those of the puzzles of a file, with `count = "all"`.',
        takes='columns x rows ("10x10"), a list of them, each once, or "all"',
        alias="size",
    )
    counts: Annotated[tuple[int, ...], PlainValidator(_read_count)] = declare(
        "Number of puzzles. One number is divided evenly among the sizes; the first sizes take the "
        'remainder. "fill" takes as many puzzles as fit in the `pages` of the book, divided evenly '
        'among all sections with "fill". "all" takes those of a file that no other section takes; '
        "it is for `puzzlepress book`, which makes no puzzles.",
        takes=_COUNT,
        alias="count",
    )
    rule: Text | None = declare(*RULE)
    band: Band | None = declare(
        "Difficulty of all puzzles; easy to medium if left out, as far as the size has them.",
        *BAND[1:],
    )
    percentile: Percentile | None = declare(
        "Percentile rank of all puzzles among generated ones of their size, from easy to hard, "
        "instead of a band or within it.",
        None,
        _PERCENTILE,
    )
    score: Score | None = declare(
        "Score of all puzzles, as in their grades, instead of a band or within it.", None, _SCORE
    )
    hardest: Text | None = declare(
        "Hardest level of deduction that a puzzle may need, as in its grade; at none of them is "
        "anything assumed, and the section promises its readers that they need not guess.",
        None,
        "a level without assumptions of the kind",
    )
    trials: Flag = declare(
        "Whether puzzles may need a trial: an assumption that is taken back if it fails. "
        "Otherwise only those of bands do that have hardly any other puzzles, such as hard "
        "Numberlinks. The key to difficulty says which need one.",
        False,
    )
    order: Literal["difficulty", "lessons", "shuffled"] = declare(
        'Order of the puzzles: from easy to hard, in each band by size and score; in "lessons", so '
        "that a puzzle needs at most one kind of step that those before it do not, as far as there "
        'are such puzzles, with what is new under it; or "shuffled" within each size, without '
        "levels over the puzzles.",
        "difficulty",
    )
    quality: Annotated[Text | None, AfterValidator(_check_quality)] = declare(
        "Print the best of so many puzzles, by the measures of quality.md. All of them are made, "
        "proved and graded.",
        None,
        _QUALITY,
    )
    labels: Annotated[Mapping[Band, Words], BeforeValidator(_by_band)] = declare(
        "Text over a puzzle instead of the name of its band "
        '(`labels = { hard = "No guessing" }`). The key omits such bands.',
        dict,
        "a table of texts by band",
    )
    dots: Annotated[
        Mapping[Band, Whole], BeforeValidator(_by_band), AfterValidator(_check_dots)
    ] = declare("Number of filled dots over a puzzle; by its band if left out.", dict, _DOTS)
    at_most: Flag = declare(
        "Whether sliding puzzles whose smallest number of moves is unknown are printed, with "
        '"in at most 110 moves". Otherwise they are refused.',
        False,
    )
    theme: Theme | None = declare(
        "Inks of the boards and answers; those of the book if left out.", None
    )
    symbols: Symbols = declare(
        "Contents of cells where numbers are only names, at ends of lines (Numberlink) or in all "
        'cells (Sudoku): numbers; letters; 36 small pictures ("icons"); for lines, discs with '
        'letters ("dots"; coloured by pair if the theme has colours); for Sudoku, "digits" 1 to 9 '
        "and then letters from A.",
        "numbers",
    )
    pencil_marks: Flag = declare(
        "Whether empty cells have a small square in a corner, for candidates in pencil. For kinds "
        "whose answer is numbers, without cages.",
        False,
    )
    per_page: Whole | None = declare(
        "Puzzles on a page; chosen by the layout if left out. Overrides the limit of two a page in "
        "large print, with a warning. Smallest sizes of type are kept; a puzzle that does not fit "
        "is refused.",
        None,
        ge=1,
        le=12,
    )
    introduction: Text = declare("Printed under the title of the section.", "")
    rules: Text = declare(
        "Your own text of the rules, in Markdown, instead of the built-in one; "
        '"children" for one that children can read.',
        "",
    )
    settings: Mapping[str, Setting] = declare(*SETTINGS, alias="set")

    @property
    def best_of(self) -> int:
        """The number of puzzles of which each is the best."""
        return int(self.quality.split()[-1]) if self.quality else 1

    @property
    def is_open(self) -> bool:
        """Whether the page plan still has to decide its counts: ``count = "fill"``."""
        return not self.counts

    @property
    def takes_all(self) -> bool:
        """Whether the records of a file decide its counts: ``count = "all"``."""
        return 0 in self.counts

    @property
    def grades(self) -> GradeRange:
        """The requested grades besides the band."""
        levels = levels_of(self.kind)
        most = levels.index(self.hardest) + 1 if self.hardest in levels else 0
        return GradeRange(self.percentile, self.score, levels[:most])

    @property
    def takes_any_band(self) -> bool:
        """Whether the other keys decide the difficulty, so that puzzles may have any band."""
        asked = (self.percentile, self.score, self.hardest)
        is_free = any(one is not None for one in asked) or not self.settings.keys() <= STEERING
        return self.band is None and is_free

    def share_bands(self, cells: int, count: int) -> list[tuple[Band | None, int]]:
        """Return the bands and counts of the puzzles of a size: without a band, easy to medium.

        A usual band is left out where it needs trials, or is rare at the size.
        """
        package = get_kind(self.kind).package
        costs = band_costs(package, self.rule, cells)
        usual = [b for b in USUAL_BANDS if b in costs and not self.may_need_trials(b, is_band=True)]
        usual = [b for b in usual if costs[b] <= MOST_COST * min(costs[c] for c in usual)]
        if self.band is not None or self.takes_any_band or not usual:
            return [(self.band, count)]
        first = -(-count // len(usual))
        return [(b, n) for b, n in zip(usual, (first, count - first), strict=False) if n]

    @property
    def seconds(self) -> float | None:
        """Processor time for its puzzles by measured rates; None where none was measured."""
        if self.is_open or self.takes_all or self.grades != ANY_GRADE:
            return None
        total = 0.0
        for (rows, cols), count in zip(self.sizes, self.counts, strict=True):
            costs = band_costs(get_kind(self.kind).package, self.rule, rows * cols)
            for band, share in self.share_bands(rows * cols, count):
                if (cost := costs.get(band or ANY)) is None:
                    return None
                total += share * self.best_of * cost
        return total

    def may_need_trials(self, band: Band | None, *, is_band: bool = False) -> bool:
        """Return whether puzzles of a band may need trials; with ``is_band``, whatever is asked."""
        is_guessing = band in guessing_bands(get_kind(self.kind).package)
        return is_guessing or (self.trials and not is_band)

    def made_grades(self, band: Band | None) -> GradeRange:
        """Return the grades of the puzzles to make of a band: without trials unless allowed."""
        if self.hardest is not None or self.may_need_trials(band):
            return self.grades
        return replace(self.grades, levels=levels_of(self.kind))

    @property
    def implied_level(self) -> str:
        """The level of deduction that a section asks for because of its band; "" if none."""
        levels, band = levels_of(self.kind), self.band
        is_usual = band is None or band in USUAL_BANDS or self.may_need_trials(band)
        return "" if is_usual or not levels or self.hardest else levels[-1]

    def settings_for(self, band: Band | None) -> Mapping[str, str]:
        """Return the settings for the generator of the kind, as far as it can aim at a grade."""
        known, levels = get_kind(self.kind).settings, levels_of(self.kind)
        is_sure = band in USUAL_BANDS or self.may_need_trials(band)  # has no trials, or may
        hardest = self.hardest or ("" if is_sure or not levels else levels[-1])
        aims = {"band": band and str(band), "hardest": "hardest" not in self.settings and hardest}
        return {**self.settings, **{k: v for k, v in aims.items() if v and k in known}}

    @property
    def generator_settings(self) -> Mapping[str, str]:
        """The settings for the generator, with the band and levels of the section."""
        return self.settings_for(self.band)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesKeys(Table):
    """The seed and the series of a run or a site."""

    seed: Whole = declare("Random seed; the same file gives the same book.", ge=0, le=MOST_SEED)
    library: Words | None = declare(
        "Library that records which puzzle is in which volume; created if missing.",
        None,
        "the path of a library, from the folder of this file",
    )
    series: Words | None = declare(
        "Series in the library to which this volume belongs; no board is printed twice in it.",
        None,
        "the name of a series",
    )
    volume: Whole | None = declare(
        "Number of this volume, or of the first of several; the next one of the series if left "
        "out. It replaces `{volume}` in the texts of the book, its cover, pages and sections.",
        None,
        ge=1,
    )
    no_repeat: Whole | None = declare(
        "Number of volumes before and after this one in which its boards must not occur; all "
        "others if left out.",
        None,
        ge=0,
    )
    source: Literal["generate", "library"] = declare(
        "Whether puzzles are generated, or taken from the library as far as available.", "generate"
    )
    date: Day | None = declare(
        "Day of publication, by which rights are checked.",
        None,
        "a day (2027-03-01, without quotes)",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RunTable(SeriesKeys):
    """The top of the file."""

    volumes: Whole | None = declare(
        "Number of volumes to make, each in its own folder and without boards of the others.",
        None,
        ge=1,
        le=1000,
    )
    pictures: Literal["printed", "all", "none"] = declare(
        "Puzzles to draw as pictures: those of the book, named by their numbers "
        "(`037-easy-8x8.png`); all graded ones, named by their ids; or none.",
        "printed",
    )
    leave_out: tuple[Words, ...] = declare(
        "Puzzles that are not printed, by their ids in `puzzles.csv`; others take their places, "
        "and the rest stay.",
        (),
        "a list of ids",
    )
    choices: Path | None = declare(
        "File with what takes the place of single puzzles: an easier or a harder one, or a puzzle "
        "of yours ([formats](formats.md#choices)). The studio writes it.",
        None,
        "the path of a file, from the folder of this file",
    )
    sheet: SheetOptions = declare("A page for a magazine.", SheetOptions, "a table [sheet]")
    cover: CoverOptions = declare("Text and design of the cover.", CoverOptions, "a table [cover]")
    dossier: DossierOptions = declare(
        "What the dossier states.", DossierOptions, "a table [dossier]"
    )
    book: BookOptions = declare("Title, contents and layout.", takes="a table [book]")
    page: tuple[OwnPage, ...] = declare("Pages of your own, in this order.", (), "tables [[page]]")
    section: tuple[SectionConfig, ...] = declare(
        "The sections, in print order.", takes="one or more tables [[section]]", min_length=1
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionTable(Table):
    """The top of the file for `puzzlepress collection`."""

    sources: tuple[Words, ...] = declare(
        "Files, folders, patterns and zip archives, from the folder of this file.",
        takes="one or more names",
        min_length=1,
    )
    format: Words | None = declare(
        "Format of the sources; detected if left out.", None, "the name of a format"
    )
    rule: Words | None = declare(
        "Rule to prove the puzzles under; their own if left out.", None, "the name of a rule"
    )
    profile: Flag = declare(
        "Whether each puzzle is also proved under the other rules of its kind.", False
    )
    title: Words | None = declare("Title, if the sources give none.", None, "a text")
    author: Words | None = declare("Author, if the sources give none.", None, "a text")
    url: Words | None = declare("Address of the source, if they give none.", None, "a text")
    licence: Words | None = declare("Terms of use, if they give none.", None, "a text")
