from __future__ import annotations

import pytest

from pipeline.render.fonts import (
    FONT_FILES,
    font_measures,
    font_path,
    middle_to_baseline,
    missing_glyphs,
)
from pipeline.scene import Face


@pytest.mark.parametrize("face", Face)
def test_every_face_has_its_file_and_measures(face: Face) -> None:
    assert font_path(face).is_file()
    measures = font_measures(face)
    assert 0.6 < measures.figure_height < measures.cap_height < 0.7
    assert 0 < measures.descent < measures.ascent


@pytest.mark.parametrize("face", Face)
def test_figures_have_one_width(face: Face) -> None:
    advances = font_measures(face).advances
    assert len({advances[figure] for figure in "0123456789"}) == 1


@pytest.mark.parametrize("face", Face)
def test_every_face_sets_what_books_need(face: Face) -> None:
    text = "AZaz09 äöüßÄÖÜéèàçñøœ €£©–—…“”‘’„‚«»§†·×½"
    assert missing_glyphs(text, face) == ""


def test_licences_stand_beside_the_files() -> None:
    folder = font_path(Face.TEXT).parent
    for name in {file.split("-")[0] for file in FONT_FILES.values()}:
        assert "SIL OPEN FONT LICENSE" in (folder / f"OFL-{name}.txt").read_text("utf-8")


def test_the_middle_of_a_word_is_that_of_its_capitals() -> None:
    measures = font_measures(Face.DISPLAY)
    assert middle_to_baseline("H1", Face.DISPLAY, 2.0) == measures.cap_height
    assert middle_to_baseline("11", Face.DISPLAY, 2.0) == measures.figure_height
