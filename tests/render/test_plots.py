from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image

from pipeline.render.plots import plot_bands, plot_nodes_by_size

BANDS = ("easy", "medium", "hard", "expert")
ROWS = [
    {"size": f"{n}x{n}", "cells": n * n, "nodes": (k * n) % 37 * k, "band": BANDS[k % 4]}
    for n in (6, 10, 8)
    for k in range(9)
]
UNGRADED = [
    {"size": "9x9", "cells": 81, "nodes": "", "band": ""},
    {"size": "7x7", "cells": 49, "nodes": None, "band": None},
]


def _plotted(plot: Callable[..., None], rows: list[dict[str, Any]]) -> bytes:
    stream = io.BytesIO()
    plot(rows, stream)
    return stream.getvalue()


@pytest.mark.parametrize("plot", [plot_nodes_by_size, plot_bands])
def test_a_plot_is_a_png_that_repeats_whatever_the_order(plot: Callable[..., None]) -> None:
    data = _plotted(plot, ROWS)
    image = Image.open(io.BytesIO(data))
    assert image.format == "PNG"
    assert image.width > image.height > 500
    assert len(image.convert("RGB").getcolors(1 << 20)) > 50
    assert data == _plotted(plot, list(reversed(ROWS)))


@pytest.mark.parametrize("plot", [plot_nodes_by_size, plot_bands])
def test_ungraded_rows_are_left_out(plot: Callable[..., None]) -> None:
    assert _plotted(plot, ROWS) == _plotted(plot, ROWS + UNGRADED)


@pytest.mark.parametrize("plot", [plot_nodes_by_size, plot_bands])
def test_a_plot_of_nothing_is_empty_and_no_error(plot: Callable[..., None]) -> None:
    assert Image.open(io.BytesIO(_plotted(plot, UNGRADED))).format == "PNG"


@pytest.mark.parametrize("plot", [plot_nodes_by_size, plot_bands])
def test_a_harder_puzzle_changes_the_picture(plot: Callable[..., None]) -> None:
    harder = [{**ROWS[0], "nodes": 99999, "band": "expert"}, *ROWS[1:]]
    assert _plotted(plot, ROWS) != _plotted(plot, harder)


def test_many_sizes_make_a_wider_picture() -> None:
    rows = [{**ROWS[0], "size": f"{n}x4", "cells": 4 * n} for n in range(4, 20)]
    one, many = (
        Image.open(io.BytesIO(_plotted(plot_bands, part))).width for part in (rows[:1], rows)
    )
    assert many > one
