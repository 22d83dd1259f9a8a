"""Plots of a report: how many nodes puzzles take by size, and how many fall in each band.

Rows come as plain dictionaries; equal rows give equal bytes. Matplotlib is imported only when a
plot is asked for, since that alone takes longer than most commands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from statistics import median
from typing import Any, BinaryIO, Final

from pipeline.model import Band
from pipeline.render.fonts import font_path
from pipeline.scene import Face

_LOOKS: Final = {
    Band.EASY: ("#56a0d3", "o"),
    Band.MEDIUM: ("#0072b2", "s"),
    Band.HARD: ("#d55e00", "^"),
    Band.EXPERT: ("#333333", "D"),
}
"""Colour (after Okabe and Ito) and marker of each band: told apart without colour too."""

_DPI: Final = 150
_SPREAD: Final = 0.62
"""How much of the room between two sizes its points may take."""


def plot_nodes_by_size(rows: Iterable[Mapping[str, Any]], stream: BinaryIO) -> None:
    """Write a PNG that shows the search nodes of every puzzle, size by size.

    Parameters
    ----------
    rows : iterable of dict
        With ``size`` (its name), ``cells`` (its area), ``nodes`` and ``band``; a row without
        nodes or band is left out.
    stream : binary file
        Where the PNG goes.
    """
    graded = _graded(rows)
    sizes = _sizes(graded)
    with _figure(len(sizes), stream) as (figure, axes):
        _title(figure, axes, "Search nodes by size", f"{_count(len(graded))}, line: median")
        # Where the least puzzles take no node at all, one is added to all: a logarithm needs it.
        for place, size in enumerate(sizes):
            here = [row for row in graded if row["size"] == size]
            for band, (colour, marker) in _LOOKS.items():
                points = _spread([r["nodes"] + 1 for r in here if r["band"] == band], place, band)
                axes.scatter(*points, s=16, c=colour, marker=marker, linewidths=0, alpha=0.75)
            middle = median(row["nodes"] + 1 for row in here)
            half = _SPREAD / 2 + 0.08
            axes.plot([place - half, place + half], [middle] * 2, color="black", lw=1.6)
        axes.set_yscale("log")
        axes.set_ylabel("nodes + 1")
        _finish(axes, sizes, _bands_in(graded))


def plot_bands(rows: Iterable[Mapping[str, Any]], stream: BinaryIO) -> None:
    """Write a PNG that shows how many puzzles of each size fall in each band.

    Parameters
    ----------
    rows : iterable of dict
        With ``size``, ``cells``, ``nodes`` and ``band``, as for `plot_nodes_by_size`.
    stream : binary file
        Where the PNG goes.
    """
    graded = _graded(rows)
    sizes = _sizes(graded)
    with _figure(len(sizes), stream) as (figure, axes):
        _title(figure, axes, "Puzzles by band", _count(len(graded)))
        bottoms = [0] * len(sizes)
        tallest = max((sum(r["size"] == size for r in graded) for size in sizes), default=1)
        for band, (colour, _) in _LOOKS.items():
            heights = [
                sum(row["size"] == size and row["band"] == band for row in graded) for size in sizes
            ]
            axes.bar(range(len(sizes)), heights, 0.62, bottoms, color=colour, edgecolor="white")
            for place, height in enumerate(heights):
                if height >= 0.05 * tallest:
                    middle = bottoms[place] + height / 2
                    axes.text(place, middle, str(height), color="white", ha="center", va="center")
            bottoms = [low + height for low, height in zip(bottoms, heights, strict=True)]
        axes.set_ylabel("puzzles")
        axes.set_ylim(0, 1.06 * tallest)
        axes.yaxis.get_major_locator().set_params(integer=True)
        _finish(axes, sizes, _bands_in(graded))


def _graded(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    bands = {str(band) for band in _LOOKS}
    return [
        {"size": str(row["size"]), "cells": int(row["cells"]), "nodes": int(row["nodes"]),
         "band": str(row["band"])}
        for row in rows
        if str(row.get("band")) in bands and row.get("nodes") not in (None, "")
    ]  # fmt: skip


def _sizes(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    return [size for _, size in sorted({(row["cells"], row["size"]) for row in rows})]


def _bands_in(rows: Sequence[Mapping[str, Any]]) -> list[Band]:
    return [band for band in _LOOKS if any(row["band"] == band for row in rows)]


def _count(number: int) -> str:
    return f"{number} puzzle{'' if number == 1 else 's'}"


def _spread(values: list[int], place: int, band: Band) -> tuple[list[float], list[int]]:
    """Return x and y of points beside each other, each band in a strip of its own, by rank."""
    strip = _SPREAD / len(_LOOKS)
    left = place - _SPREAD / 2 + strip * list(_LOOKS).index(band)
    # Steps of the golden section spread any number of points evenly, without chance.
    xs = [left + strip * (0.1 + 0.8 * (k * 0.6180339887 % 1.0)) for k in range(len(values))]
    return xs, sorted(values)


@contextmanager
def _figure(columns: int, stream: BinaryIO) -> Iterator[tuple[Any, Any]]:
    """Yield a figure and its axes in our type, and write it to the stream in the end."""
    import matplotlib as mpl
    from matplotlib import font_manager
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    for face in (Face.DISPLAY, Face.DISPLAY_SEMIBOLD):
        font_manager.fontManager.addfont(font_path(face))
    family = font_manager.FontProperties(fname=font_path(Face.DISPLAY)).get_name()
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update({"font.family": family, "font.size": 11, "svg.hashsalt": "0"})
        figure = Figure(figsize=(min(max(6.4, 1.5 + 0.85 * columns), 24.0), 4.6), dpi=_DPI)
        FigureCanvasAgg(figure)
        axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
        width, height = figure.get_size_inches()
        axes.set_position((0.8 / width, 0.75 / height, 1 - 1.1 / width, 1 - 1.75 / height))
        yield figure, axes
        figure.savefig(stream, format="png", dpi=_DPI, metadata={"Software": None})


def _title(figure: Any, axes: Any, title: str, note: str) -> None:
    from matplotlib.font_manager import FontProperties

    width, height = figure.get_size_inches()
    left = 0.3 / width
    heavy = FontProperties(fname=font_path(Face.DISPLAY_SEMIBOLD), size=15)
    figure.text(left, 1 - 0.42 / height, title, fontproperties=heavy)
    figure.text(left, 1 - 0.68 / height, note, color="#555555")


def _finish(axes: Any, sizes: Sequence[str], bands: Sequence[Band]) -> None:
    from matplotlib.lines import Line2D

    axes.set_xticks(range(len(sizes)), sizes)
    axes.set_xlim(-0.6, max(len(sizes), 1) - 0.4)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0)
    axes.set_axisbelow(True)
    axes.grid(axis="y", color="#dddddd", linewidth=0.8)
    handles = [
        Line2D([], [], ls="", marker=_LOOKS[band][1], color=_LOOKS[band][0], label=str(band))
        for band in bands
    ]
    if handles:
        axes.legend(
            handles=handles, loc="lower right", bbox_to_anchor=(1.0, 1.01), ncols=len(handles),
            frameon=False, handletextpad=0.1, columnspacing=1.2,
        )  # fmt: skip
