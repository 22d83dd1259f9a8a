"""Sentences for steps: the conclusion first, then why, about cells that are named.

docs/kinds.md describes the texts: the rule of each reason, why it draws something (``REASON-on``)
or rules it out (``REASON-off``), and conclusions (``on`` and ``off``). Those of all kinds are in
``kit/telling/texts.<language>.toml``.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Final

from pipeline.kinds.kit.telling.deduction import Decision, Step

FIELDS: Final = (
    "places",
    "cells",
    "digit",
    "at",
    "line",
    "number",
    "piece",
    "left",
)  # Fields of reasons
MOST_ROUNDS: Final = 6  # Longest chain of a plain trial; longer ones are called so
Texts = Mapping[str, str]

_LAST: Final = re.compile(r", (\d+(?:–\d+)?)$")  # The last of several numbers


def step_text(step: Step, cols: int, texts: Texts) -> str:
    """Return a step as sentences; ``cols`` is the width of the board.

    >>> from pipeline.kinds.kit.telling.kind_texts import read_reasons
    >>> texts = read_reasons("pipeline.kinds.sudoku", "en")
    >>> step_text(Step("", (Decision((5,), 1, 1, "cell", (5,), "numbers", value=2),)), 4, texts)
    '2 goes in row 2, column 2: no other number is left for this cell.'
    """
    groups: dict[tuple[object, ...], list[Decision]] = {}
    for one in step.decisions:
        number = one.value if one.family == "numbers" and one.least else None
        key = one.reason, one.names, one.about, one.least, one.most, one.family, number
        groups.setdefault(key, []).append(one)
    said = (_sentence(step, group, cols, texts) for group in groups.values())
    return " ".join(dict.fromkeys(said))


def _sentence(step: Step, group: Sequence[Decision], cols: int, texts: Texts) -> str:
    fields = fields_of(group, cols, texts)
    conclusion = _first(texts, _conclusions(group)).format_map(fields)
    is_named = any(key in texts for key in (f"{name}-{_sign(group[0])}" for name in group[0].names))
    if step.assumed is not None and not is_named:
        at, rounds = name_cells(step.assumed.about, cols, texts), step.rounds or 0
        form = "trial-long" if rounds > MOST_ROUNDS else "trial" if rounds > 1 else "trial-now"
        form = form if at else f"{form.removesuffix('-now')}-open"
        rule = _first(texts, (step.assumed.reason, "rule"))
        words = texts[form].format(conclusion=conclusion, at=at, count=rounds, rule=rule)
        return _capital(words)
    is_bare = group[0].number is None
    keys = (key for key in _reasons(group[0]) if not (is_bare and "{number}" in texts.get(key, "")))
    why = _first(texts, keys)
    text = why.format_map(fields)
    if "{places}" not in why and not why.endswith("."):
        text = texts["because"].format(conclusion=conclusion, why=text, Why=_capital(text))
    return _capital(text if text.endswith(".") else f"{text}.")


def _first(texts: Texts, keys: Iterable[str]) -> str:
    return next(texts[key] for key in keys if key in texts)


def _sign(one: Decision) -> str:
    return "on" if one.least else "off"


def _reasons(one: Decision) -> Iterator[str]:
    """Yield the keys of the reason of a decision, the most specific first."""
    for name in (*one.names, one.reason, "rule"):
        yield from (f"{name}-{_sign(one)}", name)


def _conclusions(group: Sequence[Decision]) -> Iterator[str]:
    """Yield the keys of the conclusion of some decisions, the most specific first."""
    one, many = group[0], ["-many"] * (len({other.cells for other in group}) > 1)
    bound = "exactly" if one.least == one.most else "least" if one.least else "most"
    for name in (f"{bound}-{one.least or one.most}", _sign(one), f"{one.family}-{_sign(one)}"):
        yield from (f"{name}{suffix}" for suffix in (*many, ""))


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def fields_of(group: Sequence[Decision], cols: int, texts: Texts) -> dict[str, str]:
    """Return the fields of decisions that are made together for one reason.

    A text ``digit-2`` is what is printed in place of 2; ``digits`` is what is between the digits of
    a number that are several, of which a 9 is unknown.
    """
    first = group[0]
    digits = sorted({decision.value for decision in group})
    return {
        "places": name_places(group, cols, texts),
        "cells": name_cells({cell for one in group for cell in one.cells}, cols, texts),
        "digit": _join([texts.get(f"digit-{digit}", str(digit)) for digit in digits], texts, "or"),
        "at": name_cells(first.about, cols, texts),
        "line": name_line(first.about, cols, texts),
        "number": "?" if first.number is None else _number(first.number, texts),
        "piece": "–".join(map(str, divmod(first.number or 0, 10))),
        "left": _join([*map(str, first.left)], texts),
    }


def _number(number: int, texts: Texts) -> str:
    if "digits" not in texts:
        return str(number)
    return texts["digits"].join(str(number)).replace("9", "?")


def name_places(group: Sequence[Decision], cols: int, texts: Texts) -> str:
    """Return the names of cells, or of lines and borders as directions from cells.

    >>> texts = {"side-R": "right", "side-D": "bottom", "sides": "{sides} of {at}", "and": ", "}
    >>> texts["place"] = "r{row}c{col}"
    >>> one = Decision((0, 1), 1, 1, "x", family="borders", place=(1, 5))
    >>> two = Decision((0, 3), 1, 1, "x", family="borders", place=(4, 5))
    >>> name_places([one, two], 3, texts)
    'right, bottom of r1c1'
    """
    family = group[0].family
    if family not in ("edges", "borders"):
        return name_cells({cell for one in group for cell in one.cells}, cols, texts)
    ways = {one: directions_of(one, cols) for one in group}
    left, parts = [*ways], []
    key = {"edges": "way", "borders": "side"}[family]
    while left:
        cells = dict.fromkeys([*group[0].about, *(cell for one in left for cell in ways[one])])
        best = max(cells, key=lambda cell: sum(cell in ways[one] for one in left))
        found = sorted({ways[one][best] for one in left if best in ways[one]}, key="LRUD".index)
        sides = _join([texts[f"{key}-{way}"] for way in found], texts)
        form = texts[key if len(found) == 1 else f"{key}s"]
        parts.append(form.format(sides=sides, at=name_cells((best,), cols, texts)))
        left = [one for one in left if best not in ways[one]]
    return _join(parts, texts)


def directions_of(decision: Decision, cols: int) -> dict[int, str]:
    """Return the direction of a line or border from each cell that it is beside."""
    if decision.family == "borders":
        row, col = divmod(decision.place[0], cols + 1)
        is_flat = decision.place[1] == decision.place[0] + 1
        after = row * cols + col
        return {
            cell: ("U" if cell == after else "D") if is_flat else "L" if cell == after else "R"
            for cell in decision.cells
        }
    low, high = min(decision.cells), max(decision.cells)
    is_flat = low // cols == high // cols
    return {low: "R" if is_flat else "D", high: "L" if is_flat else "U"}


def name_cells(cells: Iterable[int], cols: int, texts: Texts) -> str:
    """Return the names of cells, by rows or by columns, whichever is shorter.

    The last of several in one line is joined by "and", and so is the last line.

    >>> texts = {"place": "r{row}c{col}", "place-col": "c{col}, r{others}", "and": " and "}
    >>> name_cells((1, 5, 9), 4, texts)
    'c2, r1–3'
    >>> name_cells((1, 9), 4, texts)
    'c2, r1 and 3'
    >>> name_cells((1, 9, 4), 4, texts)
    'r2c1, and c2, r1 and 3'
    """
    places = [divmod(cell, cols) for cell in sorted(set(cells))]
    rows: dict[int, list[int]] = {}
    columns: dict[int, list[int]] = {}
    for row, col in places:
        rows.setdefault(row + 1, []).append(col + 1)
        columns.setdefault(col + 1, []).append(row + 1)
    by = ("row", rows, "col") if len(rows) <= len(columns) else ("col", columns, "row")
    name, groups, other = by
    words = [
        texts["place"].format_map({name: at, other: others[0]})
        if len(others) == 1
        else texts[f"place-{name}"].format_map({name: at, "others": _runs(others)})
        for at, others in sorted(groups.items())
    ]
    last = texts["and"]
    words = [_LAST.sub(rf"{last}\1", word) for word in words]
    has_list = any(len(others) > 1 for others in groups.values())
    return _join(words, {"and": f",{last}"} if has_list else texts)


def name_line(cells: Sequence[int], cols: int, texts: Texts) -> str:
    """Return the name of the row or column of some cells, "" if they are in several."""
    rows, columns = {cell // cols for cell in cells}, {cell % cols for cell in cells}
    if len(rows) == 1:
        return texts["line-row"].format(row=rows.pop() + 1)
    return texts["line-col"].format(col=columns.pop() + 1) if len(columns) == 1 else ""


def _runs(numbers: list[int]) -> str:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(
        f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs
    )


def _join(words: Sequence[str], texts: Texts, last: str = "and") -> str:
    return texts[last].join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""


def unnumbered(step: Step, texts: Texts) -> set[str]:
    """Return the keys of the reasons in a step that show a number which its constraint lacks.

    >>> step = Step("single", (Decision((0,), 1, 1, "view", (0,), "cells"),))
    >>> unnumbered(step, {"view-on": "the {number} sees it"})
    {'view-on'}
    """
    bare = [one for one in step.decisions if one.number is None and step.assumed is None]
    keys = (next((key for key in _reasons(one) if key in texts), "rule") for one in bare)
    return {key for key in keys if "{number}" in texts.get(key, "")}


def unknown_fields(texts: Texts, rules: Container[str] = ()) -> dict[str, list[str]]:
    """Return the fields that nothing fills, by key; in the texts of ``rules`` nothing does.

    >>> unknown_fields({"row": "each {digit} is there once", "row-on": "only {here}"}, {"row"})
    {'row': ['digit'], 'row-on': ['here']}
    """
    found = {key: re.findall(r"\{([^{}]*)\}", text) for key, text in texts.items()}
    wrong = {
        key: [one for one in names if one not in FIELDS or key in rules]
        for key, names in found.items()
    }
    return {key: names for key, names in wrong.items() if names}
