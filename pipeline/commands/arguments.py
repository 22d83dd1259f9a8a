"""Words of the command line to values: sizes, settings, counts, budgets."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import Any

from pipeline.kinds import get_kind
from pipeline.model import ANY_GRADE, Band, ConfigError, GradeRange, unknown_name
from pipeline.stages.puzzle import StepLimits


def parse_size(text: str) -> tuple[int, int]:
    """Return (rows, cols) of a size written ``WxH``: columns first, as people say it.

    `ConfigError` if the text is no size.

    Examples
    --------
    >>> parse_size("20x10")
    (10, 20)
    """
    match = re.fullmatch(r"\s*(\d{1,6})\s*[xX×]\s*(\d{1,6})\s*", text)
    if match is None:
        raise ConfigError(f"expected a size such as 10x10 (columns x rows), found {text!r}")
    return int(match[2]), int(match[1])


def parse_lot(kind: str | None, size: str | None, band: str | None) -> dict[str, Any]:
    """Return what ``--kind``, ``--size`` and ``--band`` say, by name; None where it was not given.

    `ConfigError` if there is no such kind or band, or the size is none.
    """
    if kind is not None:
        get_kind(kind)
    if band is not None and band not in list(Band):
        raise unknown_name("band", band, Band)
    return {"kind": kind, "size": None if size is None else parse_size(size), "band": band}


def parse_settings(pairs: Iterable[str]) -> dict[str, str]:
    """Return the ``--set key=value`` options as a dictionary.

    `ConfigError` if one has no equals sign, or a key comes twice.

    Examples
    --------
    >>> parse_settings(["pairs=8:14"])
    {'pairs': '8:14'}
    """
    settings: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        key = key.strip()
        if not equals or not key:
            raise ConfigError(f"expected --set key=value, found {pair!r}")
        if key in settings:
            raise ConfigError(f"expected each option once, found --set {key}=... twice")
        settings[key] = value.strip()
    return settings


def parse_count(text: str) -> int | None:
    """Return how many solutions to list, None for "all".

    `ConfigError` if it is neither a whole number from 1 nor "all".
    """
    if text == "all":
        return None
    if not re.fullmatch(r"[0-9]{1,9}", text) or int(text) < 1:
        raise ConfigError(f"expected --count to be a whole number from 1 or 'all', found {text!r}")
    return int(text)


def make_limits(nodes: int | None, conflicts: int | None) -> StepLimits:
    """Return what the user limits; what was not given is as each kind has it.

    `ConfigError` if a part is less than 1.
    """
    for name, value in (("nodes", nodes), ("conflicts", conflicts)):
        if value is not None and value < 1:
            raise ConfigError(f"expected --{name} to be at least 1, found {value}")
    return StepLimits(nodes, conflicts)


def parse_scores(text: str | None) -> GradeRange:
    """Return the range of scores that ``A:B`` says; a side that lacks has no limit.

    `ConfigError` if it is none.

    Examples
    --------
    >>> parse_scores("2.5:").score
    (2.5, inf)
    """
    if text is None:
        return ANY_GRADE
    low, mark, high = text.partition(":")
    try:
        limits = float(low or 0), float(high or math.inf)
    except ValueError:
        limits = (1.0, 0.0)
    if not mark or not limits[0] <= limits[1]:
        raise ConfigError(f"expected scores such as 2.5:4, found {text!r}")
    return GradeRange(score=limits)
