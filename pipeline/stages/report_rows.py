"""What a report says of each puzzle, and of the collection as a whole."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import ceil, fsum, log2
from typing import Any, Final, TypeAlias

from pipeline.model import Record, Status
from pipeline.stages.grade import NOTE
from pipeline.stages.puzzle import Puzzle, duplicate_key, read_puzzle

Row: TypeAlias = dict[str, str | int]

VOLUME: Final = 100
"""Puzzles of a volume at the most, in the split that a report suggests."""

SAME, OTHER, WRONG = "same", "differs", "breaks the rules"
"""How a published answer compares with the proved one."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What an owner would want to know: places of rows, counted from 0.

    ``duplicates``: groups of equal puzzles, with how they are equal. ``several``: puzzles with
    several solutions. ``answers``: published answers that are not the proved one.
    """

    duplicates: list[tuple[str, list[int]]] = field(default_factory=list)
    several: list[int] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)


def survey(records: Iterable[Record]) -> tuple[list[Row], Findings]:
    """Return a row per record, and what is found in the collection as a whole.

    What is not known of a record yet is an empty string. ``nodes`` is the geometric mean of the
    grade's node counts (of 1 + nodes, less 1), rounded.
    """
    rows: list[Row] = []
    findings = Findings()
    by_key: dict[str, list[int]] = defaultdict(list)
    for place, record in enumerate(records):
        puzzle = read_puzzle(record)
        row = _row(puzzle)
        rows.append({"number": place + 1, **row})
        by_key[duplicate_key(puzzle.kind, puzzle.clues)].append(place)
        if record.verdict.status is Status.MULTIPLE:
            findings.several.append(place)
        if row["published answer"] not in ("", SAME):
            findings.answers.append(place)
    for group in by_key.values():
        if len(group) > 1:
            ids = {rows[place]["id"] for place in group}
            how = "exactly equal" if len(ids) == 1 else "equal when turned, mirrored or relabelled"
            findings.duplicates.append((how, group))
    _rank(rows)
    _order(rows)
    return rows, findings


def why_not_unique(record: Record) -> str:
    """Return in words what a profile of rules says of a puzzle that is not unique under its own.

    Examples
    --------
    >>> why_not_unique(Record(id="0" * 16, kind="hashi", puzzle={}))
    ''
    """
    profile = record.verdict.extra.get("rule_profile")
    status, rule = record.verdict.status, record.verdict.rule
    if status in (Status.UNIQUE, Status.NOT_APPLICABLE, Status.UNCHECKED) or rule is None:
        return ""
    told = f"{status} under {rule}"
    if not profile:
        return told
    unique = [entry["rule"] for entry in profile["rules"] if entry["status"] == "unique"]
    return f"{told}; " + (f"unique under {', '.join(unique)}" if unique else "unique under no rule")


def _row(puzzle: Puzzle) -> Row:
    record = puzzle.record
    rows, cols = int(record.puzzle["rows"]), int(record.puzzle["cols"])
    grade, verdict, credit = record.grade, record.verdict, record.credit
    origin: Mapping[str, Any] = {} if record.provenance is None else record.provenance.extra
    profile = verdict.extra.get("rule_profile") or {}
    return {
        "id": record.id,
        "kind": record.kind,
        "title": (credit and credit.title) or "",
        "author": (credit and credit.author) or "",
        "source": (credit and (credit.url or credit.text)) or "",
        "licence": (credit and credit.licence) or "",
        "file": origin.get("file", ""),
        "line": origin.get("line", ""),
        "source_id": origin.get("source_id", ""),
        "size": f"{cols}x{rows}",
        "cells": rows * cols,
        **puzzle.kind.facts(puzzle.clues),
        "rule": verdict.rule or "",
        "verdict": "" if verdict.status is Status.UNCHECKED else str(verdict.status),
        "unique under": " ".join(profile.get("strongest", ())),
        "published answer": _compare(puzzle, origin.get("published")),
        "score": "" if grade is None else grade.score,
        "nodes": "" if grade is None else _mean(grade.nodes),
        "capped": "" if grade is None else grade.capped,
        "band": "" if grade is None else str(grade.band),
        "percentile": "" if grade is None or grade.percentile is None else grade.percentile,
        "note": record.extra.get(NOTE) or why_not_unique(record),
        **_extra(record),
    }


def _mean(counts: tuple[int, ...]) -> int:
    """Return the geometric mean of 1 + each count, less 1, rounded."""
    return round(2 ** (fsum(log2(1 + count) for count in counts) / len(counts)) - 1)


def _compare(puzzle: Puzzle, published: Mapping[str, Any] | None) -> str:
    """Return how the answer that came with a puzzle compares with the one in its record."""
    if published is None:
        return ""
    kind, clues = puzzle.kind, puzzle.clues
    if kind.check(clues, kind.decode_solution(clues, published)):
        return WRONG
    return SAME if puzzle.record.solution in (None, published) else OTHER


def _extra(record: Record) -> Row:
    """Return what a kind's grade says beyond the usual, as far as it fits a column.

    For example the hardest deduction that a puzzle needs.
    """
    if record.grade is None:
        return {}
    extra = record.grade.extra
    return {key: extra[key] for key in sorted(extra) if type(extra[key]) in (str, int)}


def _rank(rows: list[Row]) -> None:
    """Add in place ``own percentile``: the rank among puzzles of one kind and size here."""
    groups: dict[tuple[str | int, str | int], list[float]] = defaultdict(list)
    for row in rows:
        if row["score"]:
            groups[row["kind"], row["size"]].append(float(row["score"]))
    for scores in groups.values():
        scores.sort()
    for row in rows:
        row["own percentile"] = ""
        if row["score"]:
            scores, score = groups[row["kind"], row["size"]], float(row["score"])
            twice = bisect_left(scores, score) + bisect_right(scores, score)
            row["own percentile"] = (100 * twice + len(scores)) // (2 * len(scores))


def _order(rows: list[Row]) -> None:
    """Add in place the ``order`` that a report suggests, easiest first, and the ``volume``.

    Volumes are dealt like cards, there and back, so that each is as hard as the next.
    """
    for row in rows:
        row["order"] = row["volume"] = ""
    graded = [row for row in rows if row["score"]]
    graded.sort(key=lambda row: (float(row["score"]), int(row["cells"]), str(row["id"])))
    volumes = max(1, ceil(len(graded) / VOLUME))
    for place, row in enumerate(graded):
        turn, at = divmod(place, volumes)
        row["order"] = place + 1
        row["volume"] = 1 + (at if turn % 2 == 0 else volumes - 1 - at)
