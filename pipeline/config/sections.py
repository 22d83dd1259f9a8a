"""A section of a configuration judged by its kind: whether what it asks for goes together."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeAlias

from pipeline.config.errors import ConfigFile, join_errors
from pipeline.config.models import FILL, SectionConfig
from pipeline.config.setting_files import read_params
from pipeline.config.toml_lines import KeyPath
from pipeline.kinds import ALSO, KINDS, get_kind, load_examples
from pipeline.kinds.interface import name_ends
from pipeline.kinds.kit.grading import has_ranks, ranks_of, scores_of_band
from pipeline.model import ConfigError, found_instead

Problem: TypeAlias = tuple[str, str]
"""A key of the section, with dots for parts of its value, and what is wrong there."""
_TOP: Final = (0.0, math.inf)


def read_section(section: SectionConfig, place: KeyPath, file: ConfigFile) -> SectionConfig:
    """Return what a section asks for, judged by its kind; ``place`` is the table's key.

    `ConfigError` with file, line and key of all that is wrong, a line each.
    """
    if errors := dict.fromkeys(_problems(section, file.folder)):
        raise join_errors(file.error((*place, *key.split(".")), message) for key, message in errors)
    kind = get_kind(section.kind)
    rule = section.rule or kind.rules[0]
    rows, cols = section.sizes[0]
    params = read_params(kind, rows, cols, rule, section.generator_settings, file.folder)
    return replace(
        section,
        # Options may change parts of the rule; the book prints what was proved. "" is no rule.
        rule=kind.describe_params(params).get("rule", rule) or None,
        counts=_counts(section.counts, len(section.sizes)),
    )


def _counts(asked: Any, sizes: int) -> tuple[int, ...]:
    """Return how many puzzles of each size; nothing where the page plan is to say it."""
    if asked == FILL:
        return ()
    return share_out(asked, sizes) if isinstance(asked, int) else tuple(asked)


def share_out(count: int, number: int) -> tuple[int, ...]:
    """Return a count in even parts, the first taking what is left.

    Examples
    --------
    >>> share_out(8, 3)
    (3, 3, 2)
    """
    share, rest = divmod(count, number)
    return tuple(share + (index < rest) for index in range(number))


def _problems(section: SectionConfig, folder: Path) -> Iterator[Problem]:
    if section.kind not in KINDS:
        yield (
            "kind",
            f"expected one of {', '.join(KINDS)}; {found_instead(section.kind, KINDS, ALSO)}",
        )
        return
    yield from _count_problems(section)
    yield from _grade_problems(section)
    yield from _quality_problems(section)
    yield from _ends_problems(section)
    names = [*_name_problems(section)]
    yield from names
    if not names:
        yield from _size_problems(section, folder)


def _count_problems(section: SectionConfig) -> Iterator[Problem]:
    asked: Any = section.counts
    sizes = len(section.sizes)
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
        has = [one for one in KINDS if get_kind(one).quality is not None]
        yield (
            "quality",
            f"expected a kind whose quality is measured ({', '.join(has)}), found {section.kind}; "
            "leave the key out",
        )


def _ends_problems(section: SectionConfig) -> Iterator[Problem]:
    kind = get_kind(section.kind)
    example = load_examples(kind)["solved"][0]
    scene = kind.draw(kind.decode(example["puzzle"]), None, 10.0)
    try:
        name_ends(kind, scene, section.ends, 10.0, has_hues=False)
    except ConfigError as error:
        yield "ends", str(error)


def _name_problems(section: SectionConfig) -> Iterator[Problem]:
    """Yield what is wrong with names: of the rule, of options, of the band."""
    kind, settings = get_kind(section.kind), section.settings
    if section.rule is not None and kind.variants is None:
        yield "rule", f"{kind.id} has no rules to choose from; leave the key out"
    elif section.rule is not None and section.rule not in kind.rules:
        known = [str(rule) for rule in kind.rules]
        found = found_instead(section.rule, known)
        yield "rule", f"expected one of {', '.join(known)}; {found}"
    for key in settings:
        if key not in kind.settings:
            yield (
                f"set.{key}",
                f"unknown key: expected one of {', '.join(kind.settings)}; "
                f"{found_instead(key, kind.settings)}",
            )
    if section.band is not None and settings.get("band", section.band) != section.band:
        yield (
            "band",
            f"expected the band of the set table, {settings['band']!r}, or none; "
            f"found {str(section.band)!r}; leave one out",
        )


def _size_problems(section: SectionConfig, folder: Path) -> Iterator[Problem]:
    """Yield what the kind says of each size: bare first, so that no option is blamed for it."""
    kind, settings = get_kind(section.kind), section.settings
    rule = section.rule or kind.rules[0]
    for rows, cols in section.sizes:
        for key, options in (
            ("size", {}),
            ("set", settings),
            ("band", section.generator_settings),
        ):
            try:
                read_params(kind, rows, cols, rule, options, folder)
            except ConfigError as error:
                guilty = next((f"set.{name}" for name in settings if name in str(error)), key)
                yield guilty, str(error)
                break


def _grade_problems(section: SectionConfig) -> Iterator[Problem]:
    """Yield which of band, score and percentile no puzzle of a size can have together."""
    package, asked = f"pipeline.kinds.{section.kind}", section.grades
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
                f"expected a size whose puzzles were ranked, found {size}, which is larger; ask "
                "for a score instead",
            )
        elif "mask" not in section.settings and (
            ranks[1] < asked.percentile[0] or asked.percentile[1] < ranks[0]
        ):
            what = band or "the score, "
            yield "percentile", _disjoint(f"{what}whose percentile at {size} is", *ranks)


def _disjoint(whose: str, first: float, last: float) -> str:
    limits = f"{first:g} {f'to {last:g}' if last < math.inf else 'or more'}"
    return f"expected a range that meets {whose} {limits}; leave one out"
