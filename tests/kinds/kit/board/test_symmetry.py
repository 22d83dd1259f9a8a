"""The eight images of a board."""

import numpy as np

from pipeline.kinds.kit.board.symmetry import SYMMETRIES, cells_of_image, image_of, images


def test_eight_images_are_eight() -> None:
    assert len(set(images(2, 2, (1, 2, 3, 0)))) == 8
    assert len(set(images(3, 3, tuple(range(9))))) == 8
    assert next(images(2, 3, "abcdef")) == (2, 3, tuple("abcdef"))


def test_an_image_of_a_rectangle_is_turned_cell_by_cell() -> None:
    turned = {symmetry: cells_of_image(2, 3, symmetry).tolist() for symmetry in SYMMETRIES}
    assert turned[2] == [[3, 4, 5], [0, 1, 2]]
    assert turned[5] == [[3, 0], [4, 1], [5, 2]]  # a quarter turn clockwise
    assert turned[6] == [[2, 5], [1, 4], [0, 3]]  # and one back
    quarter = image_of(np.arange(4).reshape(2, 2), 5)
    assert image_of(quarter, 6).tolist() == [[0, 1], [2, 3]]
