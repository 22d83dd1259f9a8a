import re
import string
import tomllib
from typing import get_args

import pytest

from pipeline.edition.flow.typeset import check_glyphs
from pipeline.edition.language import list_languages, load_language
from pipeline.kinds import get_kind
from pipeline.model import Band, ConfigError
from pipeline.scene import Face
from pipeline.scene.symbols import Symbols
from tests.refusals import refused
from tests.source import ROOT, product_files

NOT_PRINTED = ("player.", "results.", "site.", "spoken.")
"""Sections of the language files that web pages show; `tests/web` holds those."""


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("code", list_languages())
def test_languages_have_the_same_texts_with_the_same_blanks(code: str) -> None:
    english, other = load_language("en").texts, load_language(code).texts
    assert set(other) == set(english)
    for key, text in english.items():
        assert placeholders(other[key]) == placeholders(text), key


@pytest.mark.parametrize("code", list_languages())
def test_every_text_can_be_set(code: str) -> None:
    for text in load_language(code).texts.values():
        for face in (Face.TEXT, Face.DISPLAY, Face.DISPLAY_BOLD):
            check_glyphs(text.replace("\u00ad", ""), face)


def test_every_text_is_used_and_every_used_text_exists() -> None:
    rooms = [ROOT / "pipeline" / room for room in ("book", "edition")]
    files = [path for path in product_files() if any(map(path.is_relative_to, rooms))]
    source = "\n".join(path.read_text(encoding="utf-8") for path in files)
    used = set(re.findall(r'"([a-z]+\.[a-z_]+)"', source))
    keys = {key for key in load_language("en").texts if not key.startswith(NOT_PRINTED)}
    counted = {key.removesuffix("_one").removesuffix("_other") for key in keys}
    assert {key for key in used if key.split(".")[0] in {k.split(".")[0] for k in keys}} <= (
        keys | counted
    )
    stems = used | {f"band.{band.value}" for band in Band}
    stems |= {f"difficulty.{band.value}" for band in Band}
    stems |= {f"difficulty.without_trials_{band}" for band in ("hard", "expert")}
    stems |= {"difficulty.with_trials"}
    stems |= {f"log.{part}" for part in ("number", "time")}
    stems |= {"section.puzzles", "cover.volume"}  # said on covers
    stems |= {f"credits.{part}" for part in ("own", "by", "unnamed")}
    assert {key for key in keys if key not in stems} - {
        f"{stem}_{form}" for stem in stems for form in ("one", "other")
    } == set()


def test_unknown_languages_are_refused_with_those_that_exist() -> None:
    with refused(ConfigError):
        load_language("tlh")


def test_quotes_open_and_close() -> None:
    smart = load_language("en").smarten
    assert smart("\"A\" (\"b\") 'c' it's the solvers' own -- done...") == (
        "“A” (“b”) ‘c’ it’s the solvers’ own – done…"
    )


def test_ranges_draw_runs_together() -> None:
    assert load_language("en").ranges([1, 2, 3, 5, 8, 9]) == "1–3, 5, 8–9"


def test_german_and_french_have_quotes_and_spaces_of_their_own() -> None:
    german, french = load_language("de").smarten, load_language("fr").smarten
    assert (
        german("\"A 'b' c\", l\u00e4uft's?") == "\u201eA \u201ab\u2018 c\u201c, l\u00e4uft\u2019s?"
    )
    assert french('l\'un : "deux" ; trois !') == (
        "l\u2019un\u00a0: \u00ab\u00a0deux\u00a0\u00bb\u202f; trois\u202f!"
    )


@pytest.mark.parametrize("code", list_languages())
def test_no_straight_quotation_mark_is_left(code: str) -> None:
    for key, text in load_language(code).texts.items():
        assert not re.search(r"[\"']| [:;!?]", text.replace("space.", "")) or key.startswith(
            "space"
        )


NAMES = {"numberlink", "puzzlepress", "copyright", "published"}


@pytest.mark.parametrize("code", list_languages())
def test_every_long_word_may_be_divided(code: str) -> None:
    language = load_language(code)
    kind = get_kind("numberlink")
    rules = [kind.rules_text(r, code, symbols) for r in kind.rules for symbols in get_args(Symbols)]
    texts = [text for key, text in language.texts.items() if not key.startswith(NOT_PRINTED)]
    text = " ".join([*texts, *rules])
    text = re.sub(r"\{\w+\}|https?:\S+", " ", text)
    long = set(re.findall(r"[^\W\d_]{10,}", text.lower()))
    assert long - set(language.divided) - NAMES == set()


@pytest.mark.parametrize("code", list_languages())
def test_words_are_divided_into_syllables_with_vowels(code: str) -> None:
    vowels = set(
        "aeiouy\u00e4\u00f6\u00fc\u00e0\u00e2\u00e9\u00e8\u00ea\u00eb\u00ee\u00ef\u00f4\u00f9\u00fb"
    )
    divided = load_language(code).divided
    assert divided
    for word, parts in divided.items():
        assert "".join(parts) == word
        assert all(len(part) > 1 or part in "\u00fcaiou" for part in parts[:-1]), word
        assert all(vowels & set(part) for part in parts), word


def test_soft_hyphens_go_into_known_words_in_any_case() -> None:
    german = load_language("de").with_words(["Zah-len-pfad"])
    assert german.hyphenate("ZAHLENPFAD, Zahlenpfade") == "ZAH\u00adLEN\u00adPFAD, Zahlenpfade"


@pytest.mark.parametrize(
    ("code", "polite"),
    [("de", r"\w+ Sie(?! (verrät|sagt))|Ihr"), ("fr", r"\w+ez\b(?<!assez)|vous|votre")],
)
def test_children_are_never_addressed_politely(code: str, polite: str) -> None:
    language = load_language(code).for_children()
    texts = [text for key, text in language.texts.items() if not key.startswith(NOT_PRINTED)]
    for path in (ROOT / "pipeline" / "kinds").glob(f"*/texts.{code}.toml"):
        for part, entries in tomllib.loads(path.read_text(encoding="utf-8")).items():
            for table in entries.values() if part == "symbols" else (entries,):
                if isinstance(table, dict) and part != "rules":
                    easy = (text for key, text in table.items() if key not in ("sized", "any"))
                    texts += [language.smarten(str(text)) for text in easy]
    assert len(texts) > 300
    assert [text for text in texts if re.search(polite, text)] == []
