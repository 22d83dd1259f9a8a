"""The player's words: every one that it says exists, and none exists that it never says."""

from __future__ import annotations

import re

import pytest

from pipeline.book.language import list_languages, load_language
from tests.source import ROOT
from tests.web.engine import Engine

SOURCES = {
    path.relative_to(ROOT / "pipeline" / "web" / "player").as_posix(): path.read_text(
        encoding="utf-8"
    )
    for path in sorted((ROOT / "pipeline" / "web" / "player").rglob("*.js"))
}
KINDS = ("hashi", "npuzzle", "numberlink")
FAULTS = (
    "no_way",
    "no_line",
    "uturn",
    "self_touch",
    "too_many_here",
    "too_few_here",
    "loop",
    "shut_off",
)


def said() -> set[str]:
    """Return the keys that the modules look up, without the endings of number."""
    keys = {f"fault_{code}" for code in FAULTS} | {f"kind_{kind}" for kind in KINDS}
    keys |= {f"npuzzle_moved_{letter}" for letter in "udlr"}
    for path, source in SOURCES.items():
        told = {
            key
            for line in re.findall(r"\bkey: [^}\n]*|const key = .*", source)
            for key in re.findall(r'"(\w+)"', line)
        }
        owner = next((f"{kind}_" for kind in KINDS if path == f"kinds/{kind}.js"), "")
        keys |= {key if key == "mark_changed" else owner + key for key in told}
        keys |= set(re.findall(r'\bsay\??\.?\("(\w+)"', source)) | set(
            re.findall(r'step\(.*, "(\w+)"\)', source)
        )
    icons = re.search(r"ICONS = \{(.*?)\};", SOURCES["panel.js"], re.DOTALL)
    assert icons
    return keys | set(re.findall(r"^  (\w+):", icons[1], re.MULTILINE))


def test_every_word_is_said_and_every_said_word_exists() -> None:
    texts = {
        key.removeprefix("player.")
        for key in load_language("en").texts
        if key.startswith("player.")
    }
    assert {re.sub(r"_(one|other)$", "", key) for key in texts} == said()


def test_faults_are_those_that_the_kinds_report() -> None:
    kinds = "".join(SOURCES[f"kinds/{name}.js"] for name in (*KINDS, "numberlink_rules"))
    for code in FAULTS:
        assert f'"{code.replace("_", "-")}"' in kinds


@pytest.mark.parametrize("code", list_languages())
def test_counted_words_come_in_pairs(code: str) -> None:
    keys = {key for key in load_language(code).texts if key.startswith("player.")}
    assert {k.removesuffix("_one") for k in keys if k.endswith("_one")} == {
        k.removesuffix("_other") for k in keys if k.endswith("_other")
    }


def test_words_are_filled_in_and_counted() -> None:
    engine = Engine("words.js")
    engine.define("say", "(language, ...rest) => speak(language)(...rest)")
    assert engine.call("say", "de-AT", "numberlink_length", {"number": 4}, 1) == "Linie 4: 1 Feld."
    assert engine.call("say", "fr", "numberlink_length", {"number": 4}, 2).endswith("2 cases.")
    assert engine.call("say", "tlh", "undo") == "Undo"
    assert engine.call("say", "en", "solved", {"time": "<b>"}) == "Solved in <b>."
