"""What the key to difficulty says of each band, against the levels that puzzles need."""

import re
from typing import Any

import pytest

from pipeline.kinds import get_kind, kind_ids
from pipeline.kinds.kit.engine.grade import BEYOND
from pipeline.kinds.kit.engine.removal import LEVELS
from pipeline.kinds.kit.grades.grading import has_trials, to_hundredths
from pipeline.kinds.kit.telling.kind_texts import read_difficulty
from pipeline.model import Band

DECLARED = [kind_id for kind_id in kind_ids() if get_kind(kind_id).declared is not None]
KEYED = [
    (kind_id, language)
    for kind_id in kind_ids()
    for language in ("en", "de", "fr")
    if read_difficulty(get_kind(kind_id).package, language)
]
MOST_EASY = {
    **dict.fromkeys(
        ("sudoku", "masyu", "akari", "starbattle", "tents", "futoshiki", "suguru", "mosaic"),
        "single",
    ),
    **dict.fromkeys(
        ("slitherlink", "nurikabe", "zip", "killer", "binairo", "nonogram", "heyawake", "yajilin",
         "shikaku", "calcudoku", "kakuro", "skyscrapers", "suguru"),
        "global",
    ),
}  # fmt: skip
"""The level beyond which the sentence of the easy band would be wrong; elsewhere ``set``."""
TRIES = {
    "en": (r"\b(test|guess)", "no guessing needed"),
    "de": (r"prob(e|ier)|raten", "ohne raten lösbar"),
    "fr": (r"test(e|ez)\b|tester|tâtonn", "sans tâtonner"),
}
"""A word for trials, and the sentences that deny them."""


def boards(kind_id: str, settings: dict[str, str], count: int) -> list[Any]:
    """Return some puzzles of the kind's least size; fewer if few are found."""
    kind = get_kind(kind_id)
    usual = kind.presets["tiny"]
    params = kind.parse_params(usual.rows, usual.cols, usual.rule or None, settings)
    made = (kind.generate(params, seed).clues for seed in range(3 * count))
    return [clues for clues in made if clues is not None][:count]


@pytest.mark.part(5)
@pytest.mark.parametrize("kind_id", DECLARED)
def test_bands_need_no_more_than_the_key_says(kind_id: str) -> None:
    kind = get_kind(kind_id)
    for clues in (*boards(kind_id, {"band": "easy"}, 3), *boards(kind_id, {}, 3)):
        grade = kind.grade(clues, None)
        most = {
            Band.EASY: MOST_EASY.get(kind_id, "set"), Band.MEDIUM: "set", Band.HARD: "trial"
        }.get(grade.band, "search")  # fmt: skip
        assert LEVELS.index(grade.extra["hardest"]) <= LEVELS.index(most), clues


@pytest.mark.part(5)
@pytest.mark.parametrize("kind_id", DECLARED)
def test_what_needs_a_trial_is_hard_and_what_needs_a_search_is_beyond(kind_id: str) -> None:
    kind = get_kind(kind_id)
    for clues in boards(kind_id, {"hardest": "trial"}, 4):
        grade = kind.grade(clues, None)
        if grade.extra["hardest"] == "trial":
            assert grade.band in (Band.HARD, Band.EXPERT)
        assert to_hundredths(grade.score) < BEYOND


@pytest.mark.parametrize(("kind_id", "language"), KEYED)
def test_the_key_speaks_of_trials_where_there_are_some(kind_id: str, language: str) -> None:
    sentences = read_difficulty(get_kind(kind_id).package, language)
    assert [*sentences] == [*Band]
    if kind_id == "npuzzle" or not has_trials(get_kind(kind_id).package):
        return
    word, denied = TRIES[language]
    says = [
        re.search(word, text, re.IGNORECASE) is not None
        and re.search(denied, text, re.IGNORECASE) is None
        for text in sentences.values()
    ]
    assert says == [False, kind_id == "numberlink", True, True]
