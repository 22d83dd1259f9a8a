"""Report: a collection's difficulty as a CSV and plots."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from math import fsum, log2
from pathlib import Path

from pipeline.model import Record, Status, StoreError
from pipeline.render.plots import plot_bands, plot_nodes_by_size
from pipeline.stages.puzzle import read_puzzle
from pipeline.store.files import make_folder, write_atomic


def report_rows(records: Iterable[Record]) -> list[dict[str, str | int]]:
    """Return one row per record; what is not known yet is an empty string.

    ``nodes`` is the geometric mean of the grade's node counts (of 1 + nodes, less 1), rounded.
    """
    return [_row(record) for record in records]


def write_report(records: Iterable[Record], folder: Path) -> list[Path]:
    """Write ``report.csv`` and the plots into a folder, and return the files written.

    Raises
    ------
    StoreError
        If the folder cannot be written.
    """
    rows = report_rows(records)
    if not rows:
        raise StoreError("expected at least one record to report on, found none")
    make_folder(folder)
    path = folder / "report.csv"
    write_atomic(path, _csv(rows).encode())
    written = [path]
    graded = [row for row in rows if row["band"]]
    if graded:
        for name, plot in (("nodes.png", plot_nodes_by_size), ("bands.png", plot_bands)):
            stream = io.BytesIO()
            plot(graded, stream)
            write_atomic(folder / name, stream.getvalue())
            written.append(folder / name)
    return written


def _row(record: Record) -> dict[str, str | int]:
    puzzle = read_puzzle(record)
    rows, cols = int(record.puzzle["rows"]), int(record.puzzle["cols"])
    grade = record.grade
    verdict = record.verdict
    return {
        "id": record.id,
        "kind": record.kind,
        "size": f"{cols}x{rows}",
        "cells": rows * cols,
        **puzzle.kind.facts(puzzle.clues),
        "rule": verdict.rule or "",
        "verdict": "" if verdict.status is Status.UNCHECKED else str(verdict.status),
        "score": "" if grade is None else grade.score,
        "nodes": "" if grade is None else _mean(grade.nodes),
        "capped": "" if grade is None else grade.capped,
        "band": "" if grade is None else str(grade.band),
        "percentile": "" if grade is None or grade.percentile is None else grade.percentile,
        **_extra(record),
    }


def _mean(counts: Sequence[int]) -> int:
    """Return the geometric mean of 1 + each count, less 1, rounded."""
    return round(2 ** (fsum(log2(1 + count) for count in counts) / len(counts)) - 1)


def _extra(record: Record) -> dict[str, str | int]:
    """Return what a kind's grade says beyond the usual, as far as it fits a column.

    For example the hardest deduction that a puzzle needs.
    """
    if record.grade is None:
        return {}
    extra = record.grade.extra
    return {key: extra[key] for key in sorted(extra) if type(extra[key]) in (str, int)}


def _csv(rows: list[dict[str, str | int]]) -> str:
    columns = list(dict.fromkeys(column for row in rows for column in row))
    stream = io.StringIO(newline="")
    writer = csv.DictWriter(stream, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()
