from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from pipeline.edition.flow.typeset import settable
from pipeline.model import ConfigError
from pipeline.render.fonts import (
    FONT_FILES,
    family_name,
    font_measures,
    font_path,
    middle_to_baseline,
    missing_glyphs,
    text_width,
    using_fonts,
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


def test_licences_are_beside_the_files() -> None:
    folder = font_path(Face.TEXT).parent
    for name in {file.split("-")[0] for file in FONT_FILES.values()}:
        assert "SIL OPEN FONT LICENSE" in (folder / f"OFL-{name}.txt").read_text("utf-8")


def test_the_middle_of_a_word_is_that_of_its_capitals() -> None:
    measures = font_measures(Face.DISPLAY)
    assert middle_to_baseline("H1", Face.DISPLAY, 2.0) == measures.cap_height
    assert middle_to_baseline("11", Face.DISPLAY, 2.0) == measures.figure_height


SERIF = font_path(Face.TEXT)


def changed(tmp_path: Path, **changes: object) -> Path:
    """Return a copy of a shipped face with changes that make it unfit."""
    path = tmp_path / "changed.ttf"
    with TTFont(SERIF) as font:
        if "fs_type" in changes:
            font["OS/2"].fsType = changes["fs_type"]
        if "drop" in changes:
            del font[changes["drop"]]
        if "without" in changes:
            for table in font["cmap"].tables:
                table.cmap.pop(ord(str(changes["without"])), None)
        if "wide" in changes:
            glyph = font.getBestCmap()[ord("4")]
            font["hmtx"][glyph] = (changes["wide"], 0)
        font.save(path)
    return path


def test_files_stand_for_their_faces_within_the_block(tmp_path: Path) -> None:
    copy = changed(tmp_path)
    before = text_width("Wide", Face.DISPLAY, 10)
    with using_fonts({Face.DISPLAY: copy}):
        assert font_path(Face.DISPLAY) == copy
        assert text_width("Wide", Face.DISPLAY, 10) == text_width("Wide", Face.TEXT, 10) != before
        assert font_path(Face.TEXT) == SERIF
        assert family_name(copy) == "Source Serif 4"
    assert text_width("Wide", Face.DISPLAY, 10) == before


def test_glyphs_of_one_font_say_nothing_about_another(tmp_path: Path) -> None:
    with using_fonts({Face.TEXT: changed(tmp_path, without="!")}):
        assert settable("Go!") == "Go?"
    assert settable("Go!") == "Go!"


def test_capitals_are_measured_where_the_table_does_not_say(tmp_path: Path) -> None:
    path = tmp_path / "old.ttf"
    with TTFont(SERIF) as font:
        font["OS/2"].sCapHeight = 0
        font.save(path)
    expected = font_measures(Face.TEXT).cap_height
    with using_fonts({Face.TEXT: path}):
        assert font_measures(Face.TEXT).cap_height == pytest.approx(expected, abs=0.02)


@pytest.mark.parametrize(
    ("face", "changes", "message"),
    [
        (Face.TEXT, {"fs_type": 2}, r"may be embedded, found one whose licence forbids it"),
        (Face.TEXT, {"drop": "glyf"}, "expected a static TrueType font for the face text"),
        (Face.TEXT, {"without": "7"}, "expected figures and capitals, found no '7'"),
        (Face.DISPLAY_SEMIBOLD, {"wide": 700}, "at most 0.55 em wide .* found 0.70 em"),
    ],
)
def test_unfit_files_are_refused(
    tmp_path: Path, face: Face, changes: dict[str, object], message: str
) -> None:
    path = changed(tmp_path, **changes)
    with pytest.raises(ConfigError, match=message), using_fonts({face: path}):
        pass


def test_missing_files_and_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "none.ttf"
    missing = pytest.raises(ConfigError, match=r"none.ttf: expected a TrueType font .* none there")
    with missing, using_fonts({Face.TEXT: path}):
        pass
    path.write_text("no font")
    other = pytest.raises(ConfigError, match=r"none.ttf: expected a TrueType font, found something")
    with other, using_fonts({Face.TEXT: path}):
        pass
