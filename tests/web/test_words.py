"""The player's words: every one that it says exists, and none exists that it never says."""

import re

import pytest

from pipeline.edition.language import list_languages, load_language
from tests.source import ROOT
from tests.web.engine import Engine

PLAYER = ROOT / "pipeline" / "web" / "player"
SOURCES = {
    path.relative_to(PLAYER).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted(PLAYER.rglob("*.js"))
}
KINDS = ("hashi", "npuzzle", "numberlink")
"""Those with code of their own."""
FAULTS = {
    "numberlink": ("no_way", "no_line", "uturn", "self_touch"),
    "hashi": ("too_many_here", "too_few_here", "loop", "shut_off"),
}
BOARD = (
    {f"board_now_line_{state}" for state in range(3)}
    | {f"side_{letter}" for letter in "udlr"}
    | {f"sign_{name}" for name in ("less", "more", "same", "differs", "wall", "white", "black")}
    | {"even", "odd", "thermometers", "sum_arrows", "lines", "areas", "diagonals", "slants"}
    | {"shaded", "lamp", "star", "tent"}
    | {"white", "ruled_out", "sea", "island", "board_empty"}
)
"""What the interpreter of declared kinds says of states of a variable, of sides and signs."""

FAMILIES = ("cells", "borders", "edges", "numbers", "strokes")
COUNTED = {"hints", "mistakes"}
LEARNED = {f"learn_{name}" for name in (*FAMILIES, *KINDS)}
"""How to draw: by the family of the variables, or in the words of a kind with code of its own."""


def said() -> set[str]:
    """Return the keys that the modules look up, without the endings of number."""
    keys = {f"npuzzle_moved_{letter}" for letter in "udlr"}
    keys |= {f"fault_{code}" for codes in FAULTS.values() for code in codes}
    keys |= BOARD | COUNTED | LEARNED | {"place_row", "place_col"}
    for path, source in SOURCES.items():
        owner = next((f"{kind}_" for kind in KINDS if path == f"kinds/{kind}.js"), "")
        for line in re.findall(r"\bkey: [^}\n]*|const key = .*", source):
            used = re.findall(r'"([a-z]\w+)"', line)
            keys |= {key if key == "mark_changed" else owner + key for key in used}
        keys |= set(re.findall(r'\bsay\??\.?\("(\w+)"', source))
        keys |= set(re.findall(r'step\(.*, "(\w+)"\)', source))
    icons = re.search(r"ICONS = \{(.*?)\};", SOURCES["panel.js"], re.DOTALL)
    assert icons
    switches = re.search(r"SWITCHES = \[(.*?)\];", SOURCES["panel.js"])
    assert switches
    keys |= {f"switch_{name}" for name in re.findall(r"\w+", switches[1])}
    return keys | set(re.findall(r"^  (\w+):", icons[1], re.MULTILINE))


def test_every_text_is_used_and_every_used_text_exists() -> None:
    texts = {key for key in load_language("en").texts if key.startswith("player.")}
    stems = {re.sub(r"_(one|other)$", "", key.removeprefix("player.")) for key in texts}
    assert stems == said()


def test_faults_are_those_that_the_kinds_report() -> None:
    for kind, codes in FAULTS.items():
        source = SOURCES[f"kinds/{kind}.js"] + SOURCES[f"kinds/{kind}_rules.js"]
        assert all(f'"{code.replace("_", "-")}"' in source for code in codes)


@pytest.mark.parametrize("code", list_languages())
def test_counted_words_come_in_pairs(code: str) -> None:
    keys = {key for key in load_language(code).texts if key.startswith("player.")}
    assert {k.removesuffix("_one") for k in keys if k.endswith("_one")} == {
        k.removesuffix("_other") for k in keys if k.endswith("_other")
    }


def test_words_are_filled_in_and_counted() -> None:
    engine = Engine("words.js")
    engine.define("say", "(language, ...rest) => speak(languageOf(language))(...rest)")
    assert engine.call("say", "de-AT", "numberlink_length", {"number": 4}, 1) == "Linie 4: 1 Feld."
    assert engine.call("say", "fr", "numberlink_length", {"number": 4}, 2).endswith("2 cases.")
    assert engine.call("say", "tlh", "undo") == "Undo"
    assert engine.call("say", "en", "solved", {"time": "<b>"}) == "Solved in <b>."


@pytest.mark.parametrize(
    ("cells", "named"),
    [
        ([11], "row 2, column 2"),
        ([12, 11], "row 2, columns 2, 3"),
        ([15, 11, 12, 13], "row 2, columns 2–4, 6"),
        ([1, 11, 21, 41], "column 2, rows 1–3, 5"),
        ([0, 11], "row 1, column 1 · row 2, column 2"),
        ([0, 1, 10, 11, 35], "row 1, columns 1, 2 · row 2, columns 1, 2 · row 4, column 6"),
    ],
)
def test_all_cells_are_named_together(cells: list[int], named: str) -> None:
    engine = Engine("words.js")
    engine.define("name", "(cells) => namePlaces(speak('en'), cells, 10)")
    assert engine.call("name", cells) == named


@pytest.mark.parametrize(
    ("tag", "locale"),
    [
        ("en", "en-GB"), ("en-US", "en-US"), ("de", "de"), ("de-AT", "de-AT"), ("fr", "fr"),
        ("xx-GB", "en-GB"), ("en-Latn-US", "en-GB"), ("deutsch", "de"),
    ],
)  # fmt: skip
def test_dates_are_written_as_in_the_country_of_a_page(tag: str, locale: str) -> None:
    engine = Engine("words.js")
    engine.define("locale", "(tag) => localeOf(tag)")
    assert engine.call("locale", tag) == locale
