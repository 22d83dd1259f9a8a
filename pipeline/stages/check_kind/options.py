"""Options of a kind: names, sizes, settings, and the rules to choose from."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice, product
from typing import Final

from pipeline.kinds.interface import AnyKind, with_rule
from pipeline.kinds.kit.telling.kind_texts import ENGLISH
from pipeline.model import canonical_json, cut
from pipeline.stages.check_kind.boards import BUDGET, refusal, small_boards

ABSURD: Final = ((0, 0), (1, 1), (0, 6), (6, -1), (100_000, 100_000), (6, 10**9))
UNKNOWN: Final = "colour_of_the_moon"
INVALID: Final = ("", "?", "-1", "1e9", "9" * 40, "5:2", "٣", "\0", "1:x")
NO_NUMBER: Final = "nan"
"""Invalid where the example is a number; a word may be valid."""


def check_options(kind: AnyKind) -> Iterator[str]:
    """Yield names that are missing or double, and options that are accepted or refused wrongly."""
    names = {
        "solvers": kind.solvers,
        "forms": [form.name for form in kind.formats],
        "presets": [*kind.presets],
        "texts": [*kind.texts],
    }
    for what, some in names.items():
        if not some or len({*some}) < len(some):
            yield f"expected {what}, each name once, found {', '.join(some) or 'none'}"
    if type(kind.version) is not int or kind.version < 1:
        yield f"expected a version from 1 on, found {kind.version!r}"
    sizes = [kind.describe_params(params) for params in kind.presets.values()]
    for name, described in zip(kind.presets, sizes, strict=True):
        if json.loads(canonical_json(described)) != described:
            yield f"preset {name}: expected params described as plain JSON, found {described}"
        rows, cols = described["rows"], described["cols"]
        parsed = kind.describe_params(kind.parse_params(rows, cols, None, {}))
        if (parsed["rows"], parsed["cols"]) != (rows, cols):
            yield f"preset {name}: expected its size from parse_params, found {parsed}"
    if len({*map(canonical_json, sizes)}) < len(sizes):
        yield "expected presets that differ, found two that are equal; remove one"
    for size in ABSURD:
        if "expected" not in refusal(kind.parse_params, *size, None, {}):
            yield f"expected {size[1]}x{size[0]} to be refused with the sizes, found it accepted"
    yield from _settings(kind)


def _settings(kind: AnyKind) -> Iterator[str]:
    """Yield settings that are not explained, refuse their example, or accept anything."""
    sizes = [kind.describe_params(params) for params in kind.presets.values()]
    rows, cols = min(((one["rows"], one["cols"]) for one in sizes), key=lambda one: one[0] * one[1])
    large = max(sizes, key=lambda one: (one["rows"] == one["cols"], one["rows"]))
    if f"'{UNKNOWN}'" not in refusal(kind.parse_params, rows, cols, None, {UNKNOWN: "1"}):
        yield f"expected the unknown setting {UNKNOWN!r} to be refused by name, found it accepted"
    for key, setting in kind.settings.items():
        words = (setting.help, setting.values, setting.default, setting.example)
        if not all(one.strip() and "\n" not in one for one in words):
            yield f"setting {key}: expected help, values, default and example of a line, found less"
        has_number = any(sign.isdecimal() for sign in setting.example)
        for value in (*INVALID, NO_NUMBER) if has_number else INVALID:
            if key not in refusal(kind.parse_params, rows, cols, None, {key: value}):
                yield (
                    f"setting {key}: expected {cut(value)!r} to be refused by its name, found it "
                    "accepted or no name"
                )
        if not setting.is_file and not setting.needs:
            given = {key: setting.example}
            if message := refusal(kind.parse_params, large["rows"], large["cols"], None, given):
                yield f"setting {key}: expected its example to be accepted, found: {message}"


def check_rules(kind: AnyKind) -> Iterator[str]:
    """Yield rules to choose from that change a board, or are weaker and have fewer solutions."""
    yield from _unknown_rule(kind)
    if kind.variants is None:
        return
    rules = kind.variants.rules
    if not rules or len({*rules}) < len(rules) or not all(rules):
        yield f"expected rules with a name each, found {', '.join(rules) or 'none'}"
        return
    for board in small_boards(kind):
        own = kind.encode(board.clues)
        posed = [with_rule(kind, board.clues, rule) for rule in rules]
        if board.clues not in posed:
            yield f"{board.name}: expected it under one of the rules, found it changed by each"
        for rule, other in zip(rules, map(kind.encode, posed), strict=True):
            for key in ("rows", "cols", "clues", "blocked"):
                if other.get(key) != own.get(key):
                    yield f"{board.name}: expected equal {key} under {rule}, found others"
    yield from _order(kind)


def _unknown_rule(kind: AnyKind) -> Iterator[str]:
    """Yield that an unknown rule is accepted, or refused without the known ones."""
    unknown, known = "nonsense", kind.rules[0] if kind.variants and kind.rules else ""
    for board in islice(small_boards(kind), 1):
        size = kind.encode(board.clues)
        for message in (
            refusal(kind.parse_params, size["rows"], size["cols"], unknown, {}),
            refusal(with_rule, kind, board.clues, unknown),
            refusal(kind.rules_text, unknown, ENGLISH),
        ):
            if not message or (known and not (f"'{unknown}'" in message and known in message)):
                yield (
                    f"expected an unknown rule to be refused with the known ones, found: "
                    f"{message or 'it accepted'}"
                )


def _order(kind: AnyKind) -> Iterator[str]:
    """Yield pairs of rules for which `Variants.is_weaker_than` is no order, or has exceptions."""
    assert kind.variants is not None
    rules, is_weaker = kind.variants.rules, kind.variants.is_weaker_than
    for rule in rules:
        if not is_weaker(rule, rule):
            yield f"expected {rule} to be as weak as itself; see is_weaker_than"
        for other in rules:
            if rule != other and is_weaker(rule, other) and is_weaker(other, rule):
                yield f"expected one of {rule} and {other} to be weaker, found both"
            for third in rules if is_weaker(rule, other) else ():
                if is_weaker(other, third) and not is_weaker(rule, third):
                    yield f"expected {rule} to be weaker than {third}, as {other} is"
    for board, other in product(small_boards(kind), rules):
        weaker = [with_rule(kind, board.clues, rule) for rule in rules if is_weaker(rule, other)]
        posed = with_rule(kind, board.clues, other)
        solutions = kind.solve(posed, 10, BUDGET, kind.solvers[0]).solutions
        for clues, solution in product(weaker, solutions):
            for broken in kind.check(clues, solution):
                yield (
                    f"{board.name}: expected solutions under {other} under each weaker rule, found "
                    f"{broken.message}; see is_weaker_than"
                )
