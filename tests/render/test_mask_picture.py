"""Pictures become masks by counting dark pixels; other pictures are refused with a message."""

import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from pipeline.model import ConfigError
from pipeline.render.mask_picture import read_mask_picture


def png(dark: np.ndarray, mode: str = "L") -> bytes:
    picture = Image.fromarray(np.where(dark, 0, 255).astype(np.uint8)).convert(mode)
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


@settings(max_examples=30, deadline=None)
@given(
    rows=st.integers(2, 6),
    cols=st.integers(2, 6),
    factor=st.integers(1, 4),
    margin=st.integers(0, 3),
    bits=st.integers(1, 2**36 - 1),
)
def test_a_picture_of_whole_cells_comes_back(
    rows: int, cols: int, factor: int, margin: int, bits: int
):
    mask = np.array([bits >> i & 1 for i in range(rows * cols)], dtype=bool).reshape(rows, cols)
    mask[0] = mask[-1] = mask[:, 0] = mask[:, -1] = True
    dark = np.pad(np.kron(mask, np.ones((factor, factor), dtype=bool)), margin)
    text = read_mask_picture(png(dark), rows, cols)
    assert text == "\n".join("".join(".#"[int(cell)] for cell in row) for row in mask)


def test_half_a_cell_counts_and_less_does_not():
    dark = np.zeros((4, 4), dtype=bool)
    dark[:, :2] = dark[3, 3] = dark[0, 2:] = True
    # Of the four quarters the right ones have 2 and 1 dark pixels of 4.
    assert read_mask_picture(png(dark), 2, 2) == "##\n#."


@pytest.mark.parametrize("mode", ["1", "L", "RGB", "P", "RGBA"])
def test_colour_modes_make_no_difference(mode: str):
    dark = np.array([[1, 0, 1], [1, 1, 1]], dtype=bool)
    assert read_mask_picture(png(dark, mode), 2, 3) == "#.#\n###"


def test_transparent_is_outside():
    picture = Image.new("RGBA", (4, 2), (0, 0, 0, 0))
    picture.paste((200, 0, 0, 255), (1, 0, 3, 2))
    file = io.BytesIO()
    picture.save(file, "PNG")
    assert read_mask_picture(file.getvalue(), 2, 2) == "##\n##"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\x89PNG\r\n\x1a\nnonsense", "expected a PNG picture"),
        (png(np.ones((40, 40), dtype=bool))[:50], "expected a PNG picture"),
        (png(np.zeros((4, 4), dtype=bool)), "found none"),
        (png(np.ones((40, 80), dtype=bool)), "choose a size such as 10x5"),
        (png(np.ones((80, 40), dtype=bool)), "choose a size such as 5x10"),
    ],
)
def test_what_is_no_mask_is_refused(data: bytes, words: str):
    with pytest.raises(ConfigError, match=words):
        read_mask_picture(data, 10, 10)
