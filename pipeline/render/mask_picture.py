"""A black-and-white picture as the rows of a mask: dark is board, light is outside.

The light margin is cut off. A cell belongs to the board where at least half of its pixels are dark.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.model import ConfigError

PNG_MAGIC: Final = b"\x89PNG\r\n\x1a\n"  # What every PNG file begins with
MOST_PIXELS: Final = 16_000_000  # Largest picture that is read: 4,000 by 4,000 pixels
_DARK: Final = 128  # Grey values below this are dark; what is transparent is light


def read_mask_picture(data: bytes, rows: int, cols: int) -> str:
    r"""Return ``rows`` lines of ``cols`` signs, "#" where the picture is dark and "." elsewhere.

    ``data`` is a PNG file; the picture without its margin has sides in the proportion of the board,
    to less than one cell. `ConfigError` if the file is damaged or too large, all of one colour, or
    of other proportions.

    >>> import io
    >>> from PIL import Image
    >>> picture = Image.new("1", (5, 4), 1)
    >>> picture.paste(0, (1, 1, 4, 3))
    >>> file = io.BytesIO()
    >>> picture.save(file, "PNG")
    >>> read_mask_picture(file.getvalue(), 2, 3)
    '###\n###'
    """
    dark = _without_margin(_dark_pixels(data))
    require_proportions(rows, cols, *dark.shape)
    return _signs(_shares(dark, rows, cols))


def require_proportions(rows: int, cols: int, height: int, width: int) -> None:
    """Raise `ConfigError` unless a picture has the proportions of a board, to less than a cell."""
    if abs(cols * height - rows * width) >= height:
        # Columns for these rows, or rows for these columns, whichever makes the smaller board.
        wide, high = max(1, round(rows * width / height)), max(1, round(cols * height / width))
        fitting = f"{wide}x{rows}" if wide < cols else f"{cols}x{high}"
        raise ConfigError(
            f"expected a picture with sides like a board of {cols}x{rows} cells, found one of "
            f"{width}x{height} pixels without its margin; choose a size such as {fitting}"
        )


def read_pixel_picture(
    data: bytes, sizes: Sequence[tuple[int, int]]
) -> tuple[tuple[int, int], str]:
    """Return the size of the board, of some (rows, cols), whose cells a picture shows best.

    Then its cells, as by `read_mask_picture`, but a margin is part of a picture that has the
    proportions of the board with it. Of equal sizes the first is taken; errors are those of
    `read_mask_picture` for it.
    """
    whole = _dark_pixels(data)
    dark = whole if whole.any() else _without_margin(whole)
    height, width = dark.shape
    candidates = []
    for rows, cols in sizes:
        if abs(cols * height - rows * width) < height:
            shares = _shares(dark, rows, cols)
            candidates.append((float(np.minimum(shares, 1 - shares).mean()), (rows, cols), shares))
    if not candidates:
        return sizes[0], read_mask_picture(data, *sizes[0])
    _, size, shares = min(candidates, key=lambda one: one[0])
    return size, _signs(shares)


def _shares(dark: NDArray[np.bool_], rows: int, cols: int) -> NDArray[np.float64]:
    """Return the dark share of each cell."""
    height, width = dark.shape
    parts = overlap(rows, height) @ dark.astype(np.int64) @ overlap(cols, width).T
    shares: NDArray[np.float64] = parts / (height * width)
    return shares


def _signs(shares: NDArray[np.float64]) -> str:
    return "\n".join("".join("#" if cell >= 0.5 else "." for cell in row) for row in shares)


def _dark_pixels(data: bytes) -> NDArray[np.bool_]:
    from PIL import Image

    from pipeline.render.picture_files import open_picture

    with open_picture(data, "PNG", pixel_limit=MOST_PIXELS) as picture:
        seen = picture.convert("RGBA")
    paper = Image.new("RGBA", seen.size, "white")
    grey = Image.alpha_composite(paper, seen).convert("L")
    return np.asarray(grey) < _DARK


def _without_margin(dark: NDArray[np.bool_]) -> NDArray[np.bool_]:
    rows, cols = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    if not len(rows):
        raise ConfigError(
            "expected a picture with dark cells of the board, found none; "
            "invert it: dark is board, light and transparent lie outside"
        )
    return dark[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]


def overlap(cells: int, pixels: int) -> NDArray[np.int64]:
    """Return how much of each pixel lies in each cell, in parts of 1 / cells of a pixel."""
    cell, pixel = np.arange(cells)[:, None], np.arange(pixels)[None, :]
    start = np.maximum(cell * pixels, pixel * cells)
    stop = np.minimum((cell + 1) * pixels, (pixel + 1) * cells)
    shared: NDArray[np.int64] = np.maximum(stop - start, 0)
    return shared
