"""Check a section against its kind, and read files that its settings name."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeAlias

from pipeline.config.errors import ConfigFile, KeyPath, join_errors
from pipeline.config.file_sets import files_of_set, set_of, with_counts
from pipeline.config.models import ALL, FILL, SectionConfig, levels_of
from pipeline.config.params import read_params
from pipeline.kinds import get_kind, kind_ids, load_examples, other_names
from pipeline.kinds.interface import show_symbols
from pipeline.kinds.kit.grades.grading import guessing_bands, has_ranks, ranks_of, scores_of_band
from pipeline.model import (
    ConfigError,
    PipelineError,
    found_instead,
    nearest_first,
)

Problem: TypeAlias = tuple[str, str]  # A key of the section (with dots), and a message
_TOP: Final = (0.0, math.inf)


def read_section(section: SectionConfig, place: KeyPath, file: ConfigFile) -> SectionConfig:
    """Return a section checked by its kind; ``place`` is the key of its table.

    Raise `ConfigError` with file, line and key of every error, a line each.
    """
    if errors := dict.fromkeys(_problems(section, file.folder)):
        raise join_errors(file.error((*place, *key.split(".")), message) for key, message in errors)
    kind = get_kind(section.kind)
    rule = section.rule or kind.rules[0]
    asked: Any = section.counts
    if key := set_of(section, file.folder):
        return replace(
            with_counts(section, files_of_set(section, file.folder, key)), rule=rule or None
        )
    if asked == ALL:  # of records, whose sizes need not be those that can be made
        return replace(section, rule=rule or None, counts=(0,))
    rows, cols = section.sizes[0]
    params = read_params(kind, rows, cols, rule, section.generator_settings, file.folder)
    return replace(
        section,
        # Options may change parts of the rule; the book prints the rule of the proof. "" is none.
        rule=kind.describe_params(params).get("rule", rule) or None,
        counts=_counts(section.counts, len(section.sizes)),
    )


def _counts(asked: Any, sizes: int) -> tuple[int, ...]:
    """Return the number of puzzles of each size; empty if the page plan decides it."""
    if asked == FILL:
        return ()
    return share_out(asked, sizes) if isinstance(asked, int) else tuple(asked)


def share_out(count: int, number: int) -> tuple[int, ...]:
    """Return a count in even parts; the first parts take the remainder.

    >>> share_out(8, 3)
    (3, 3, 2)
    """
    share, rest = divmod(count, number)
    return tuple(share + (index < rest) for index in range(number))


def _problems(section: SectionConfig, folder: Path) -> Iterator[Problem]:
    known = kind_ids()
    if section.kind not in known:
        found = found_instead(section.kind, known, other_names())
        yield "kind", f"expected one of {', '.join(known)}; {found}"
        return
    if set_of(section, folder) is None:
        yield from _count_problems(section)
    elif section.counts == FILL:  # type: ignore[comparison-overlap]
        yield "count", 'expected a number or "all" for a folder of files, found "fill"'
        return
    yield from _grade_problems(section)
    yield from _quality_problems(section)
    yield from _symbols_problems(section)
    if section.pencil_marks and not _has_corners(section.kind):
        has = ", ".join(filter(_has_corners, known))
        yield (
            "pencil_marks",
            f"expected a kind whose cells take numbers ({has}), found {section.kind}; leave it out",
        )
    names = [*_name_problems(section)]
    yield from names
    asked: Any = section.counts
    if names:
        return
    if key := set_of(section, folder):
        try:
            files_of_set(section, folder, key)
        except PipelineError as error:
            yield f"set.{key}", str(error)
    elif asked != ALL:
        yield from _size_problems(section, folder)


def _has_corners(kind_id: str) -> bool:
    """Return whether the corners of cells are free, and numbers are written into these."""
    example = load_examples(get_kind(kind_id))["solved"][0]
    return "numbers" in example["solution"] and "cages" not in example["puzzle"]


def _count_problems(section: SectionConfig) -> Iterator[Problem]:
    asked: Any = section.counts
    sizes = len(section.sizes)
    if asked == ALL:
        return
    if not sizes:
        yield "size", f'expected sizes, or count = "all" with size = "all"; found count = {asked!r}'
        return
    if isinstance(asked, int) and asked < sizes:
        yield (
            "count",
            f"expected at least one puzzle of each of the {sizes} sizes, found {asked}; "
            "raise the count or leave sizes out",
        )
    if not isinstance(asked, int | str) and len(asked) != sizes:
        yield (
            "count",
            f"expected as many numbers as sizes ({sizes}), found {len(asked)}; "
            "give one for each size, or a single number for all",
        )


def _quality_problems(section: SectionConfig) -> Iterator[Problem]:
    if section.best_of > 1 and get_kind(section.kind).quality is None:
        has = [one for one in kind_ids() if get_kind(one).quality is not None]
        yield (
            "quality",
            f"expected a kind whose quality is measured ({', '.join(has)}), found {section.kind}; "
            "leave the key out",
        )


def _symbols_problems(section: SectionConfig) -> Iterator[Problem]:
    kind = get_kind(section.kind)
    example = load_examples(kind)["solved"][0]
    scene = kind.draw(kind.decode(example["puzzle"]), None, 10.0)
    try:
        show_symbols(kind, scene, section.symbols, 10.0, has_hues=False)
    except ConfigError as error:
        yield "symbols", str(error)


def _name_problems(section: SectionConfig) -> Iterator[Problem]:
    """Yield the errors in names of rule, options and band."""
    kind, settings = get_kind(section.kind), section.settings
    if section.rule is not None and kind.variants is None:
        yield "rule", f"{kind.id} has no rules to choose from; leave the key out"
    elif section.rule is not None and section.rule not in kind.rules:
        known = [str(rule) for rule in kind.rules]
        hint = found_instead(section.rule, known)
        yield "rule", f"expected one of {', '.join(known)}; {hint}"
    for key in settings:
        if key not in kind.settings:
            yield (
                f"set.{key}",
                f"unknown key: expected one of {nearest_first(key, kind.settings)}; "
                f"{found_instead(key, kind.settings)}",
            )
    levels = levels_of(section.kind)
    if section.hardest is not None and section.hardest not in levels:
        if levels:
            hint = found_instead(section.hardest, levels)
            yield "hardest", f"expected one of {', '.join(levels)}; {hint}"
        else:
            yield "hardest", f"{kind.id} has no levels of deduction; leave the key out"
    asked = section.hardest or settings.get("hardest")
    band = section.band or settings.get("band")
    if asked and band in guessing_bands(kind.package):
        yield (
            "hardest" if section.hardest else "set.hardest",
            f"expected no level with the band {str(band)!r} of {kind.id}, in which hardly a puzzle "
            f"can be solved without a trial; found {asked!r}; leave one out",
        )
    if section.order == "lessons" and not levels:
        yield "order", f"{kind.id} has no levels of deduction; leave the key out"
    if section.band is not None and settings.get("band", section.band) != section.band:
        yield (
            "band",
            f"expected the band of the set table, {settings['band']!r}, or none; "
            f"found {str(section.band)!r}; leave one out",
        )


def _size_problems(section: SectionConfig, folder: Path) -> Iterator[Problem]:
    """Yield the errors of each size, tried without options first, so that none is blamed for it."""
    kind, settings = get_kind(section.kind), section.settings
    rule = section.rule or kind.rules[0]
    for rows, cols in section.sizes:
        for key, options in (("size", {}), ("set", settings), ("band", section.generator_settings)):
            try:
                read_params(kind, rows, cols, rule, options, folder)
            except ConfigError as error:
                guilty = next((f"set.{name}" for name in settings if name in str(error)), key)
                yield guilty, str(error)
                break


def _grade_problems(section: SectionConfig) -> Iterator[Problem]:
    """Yield which of band, score and percentile cannot be had together at a size."""
    package, asked = get_kind(section.kind).package, section.grades
    band = ""
    scores = asked.score or _TOP
    if section.band is not None:
        limits = scores_of_band(package, section.band)
        band = f"the band {str(section.band)!r}, "
        for name in asked.disjoint(limits):
            yield name, _disjoint(f"{band}whose {name} is", *getattr(limits, name))
            return
        if limits.score:
            scores = (max(scores[0], limits.score[0]), min(scores[1], limits.score[1]))
    if asked.percentile is None or not has_ranks(package):
        return
    for rows, cols in section.sizes:
        size = f"{cols}x{rows}"
        ranks = ranks_of(package, rows * cols, scores)
        if ranks is None:
            yield (
                "percentile",
                f"expected a size with ranked puzzles, found {size}, which is larger; use a score "
                "instead",
            )
        elif "mask" not in section.settings and (
            ranks[1] < asked.percentile[0] or asked.percentile[1] < ranks[0]
        ):
            what = band or "the score, "
            yield "percentile", _disjoint(f"{what}whose percentile at {size} is", *ranks)


def _disjoint(whose: str, first: float, last: float) -> str:
    limits = f"{first:g} {f'to {last:g}' if last < math.inf else 'or more'}"
    return f"expected a range that meets {whose} {limits}; leave one out"
