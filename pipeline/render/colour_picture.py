"""A picture as the cells of a board in a few colours.

White and transparent pixels are background; in a picture without any this is the colour that is
commonest at the rim. The commonest other colours, as many as a palette has, become its nearest
ones, and all pixels one of these; a cell has the colour of most of its pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.model import ConfigError
from pipeline.model.hues import Hue, match_hues
from pipeline.render.mask_picture import MOST_PIXELS, overlap, require_proportions

_WHITE: Final = 232  # Pixels with no darker part of red, green or blue are white
_ALIKE: Final = 60.0  # Distance of red, green and blue within which colours are one
_LEVEL: Final = 32  # Width of the levels at which pixels are counted


def read_colour_picture(
    data: bytes, sizes: Sequence[tuple[int, int]], palette: Sequence[Hue]
) -> tuple[tuple[int, int], str]:
    r"""Return the size of the board, of some (rows, cols), whose cells a PNG file shows best.

    Then lines of signs: "." for an empty cell, else the number of a colour of the palette, from 1.
    `ConfigError` if the file is damaged or too large, empty, or of other proportions.

    >>> import io
    >>> from PIL import Image
    >>> picture = Image.new("RGB", (4, 2), "white")
    >>> picture.paste("red", (0, 0, 2, 2))
    >>> file = io.BytesIO()
    >>> picture.save(file, "PNG")
    >>> read_colour_picture(file.getvalue(), [(1, 2)], [(0, 0, 250), (240, 90, 0)])
    ((1, 2), '2.')
    """
    pixels = _pixels(data)
    ground = _background(pixels)
    height, width = pixels.shape[:2]
    fitting = [size for size in sizes if abs(size[1] * height - size[0] * width) < height]
    if not fitting:
        pixels = _without_margin(pixels)
        height, width = pixels.shape[:2]
        require_proportions(*sizes[0], height, width)
        fitting = [sizes[0]]
    counts = height * width // max(rows * cols for rows, cols in fitting)
    classes, numbers = _classes(pixels, ground, palette, counts)
    found = [(size, _shares(classes, len(numbers), *size)) for size in fitting]
    size, shares = max(found, key=lambda one: float(one[1].max(axis=0).mean()))
    cells = np.array(numbers)[shares.argmax(axis=0)]
    if not cells.any():
        raise _no_colours()
    return size, "\n".join("".join(f"{n or '.'}" for n in row) for row in cells.tolist())


def _pixels(data: bytes) -> NDArray[np.float64]:
    from PIL import Image

    from pipeline.render.picture_files import open_picture

    with open_picture(data, "PNG", pixel_limit=MOST_PIXELS) as picture:
        seen = picture.convert("RGBA")
    paper = Image.new("RGBA", seen.size, "white")
    return np.asarray(Image.alpha_composite(paper, seen).convert("RGB"), dtype=np.float64)


def _without_margin(pixels: NDArray[np.float64]) -> NDArray[np.float64]:
    is_ink = pixels.min(axis=2) < _WHITE
    rows, cols = np.flatnonzero(is_ink.any(axis=1)), np.flatnonzero(is_ink.any(axis=0))
    if not len(rows):
        raise _no_colours()
    return pixels[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]


def _no_colours() -> ConfigError:
    return ConfigError("expected a picture with colours, found an empty one; draw some cells")


def _background(pixels: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return white, or of a picture without it the colour that is commonest at the rim."""
    if (pixels.min(axis=2) >= _WHITE).any():
        return np.full(3, 255.0)
    rim = np.concatenate([pixels[0], pixels[-1], pixels[1:-1, 0], pixels[1:-1, -1]])
    return _commonest(rim)[0][0]


def _classes(
    pixels: NDArray[np.float64], ground: NDArray[np.float64], palette: Sequence[Hue], least: int
) -> tuple[NDArray[np.int64], list[int]]:
    """Return the class of each pixel, and the number of the colour of each class; 0 is background.

    A colour counts if ``least`` pixels or more have it.
    """
    centres = [ground]
    for colour, count in _commonest(pixels.reshape(-1, 3)):
        is_other = all(np.linalg.norm(colour - one) >= _ALIKE for one in centres)
        if is_other and count >= least and len(centres) <= len(palette):
            centres.append(colour)
    hues: list[Hue] = [(int(r), int(g), int(b)) for r, g, b in np.array(centres[1:]).reshape(-1, 3)]
    far = np.stack([((pixels - centre) ** 2).sum(axis=2) for centre in centres])
    return far.argmin(axis=0), [0, *(at + 1 for at in match_hues(hues, palette))]


def _commonest(pixels: NDArray[np.float64]) -> list[tuple[NDArray[np.float64], int]]:
    """Return colours and how many pixels have them, to some levels, the commonest first."""
    levels = (pixels // _LEVEL).astype(np.int64) @ [64, 8, 1]
    found, counts = np.unique(levels, return_counts=True)
    order = np.lexsort((found, -counts))
    return [(pixels[levels == found[k]].mean(axis=0), int(counts[k])) for k in order]


def _shares(classes: NDArray[np.int64], count: int, rows: int, cols: int) -> NDArray[np.float64]:
    """Return the share of each class in the cells of a board, of shape (classes, rows, cols)."""
    height, width = classes.shape
    down, across = overlap(rows, height), overlap(cols, width)
    parts = [down @ (classes == k).astype(np.int64) @ across.T for k in range(count)]
    shares: NDArray[np.float64] = np.stack(parts) / (height * width)
    return shares
