"""The measures of figures are those of the font."""

import pytest

from pipeline.kinds.kit.looks.measures import DIGIT_EM, FACE, FIGURE_EM
from pipeline.render.fonts import font_measures


def test_the_measures_of_figures_are_those_of_the_font() -> None:
    measures = font_measures(FACE)
    assert measures.advances["0"] == pytest.approx(DIGIT_EM)
    assert measures.advances["?"] <= DIGIT_EM
    assert measures.figure_height == pytest.approx(FIGURE_EM)
