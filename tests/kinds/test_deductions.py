"""Solving steps of every kind: they agree with the solution and reach it."""

import re
from functools import cache
from itertools import chain, pairwise, product
from typing import Any

import pytest

from pipeline.edition.answer_words import describe_answer
from pipeline.edition.board_words import step_texts
from pipeline.edition.language import list_languages
from pipeline.edition.worked import first_step, worked_example
from pipeline.kinds import get_kind, kind_ids, load_examples
from pipeline.kinds.interface import AnyKind
from pipeline.kinds.kit.telling.deduction import Decision, Step, step_to_json
from pipeline.kinds.kit.telling.kind_texts import read_difficulty, read_texts
from pipeline.kinds.kit.telling.sentences import step_text
from pipeline.kinds.kit.words.core import Model
from pipeline.model import JsonObject
from tests.naive.broken import value_of
from tests.naive.claims import Reader, forced, is_true
from tests.slices import share

KIND_IDS = [kind_id for kind_id in kind_ids() if get_kind(kind_id).deductions is not None]


SIZES = {"numberlink": 8, "hashi": 8, "slitherlink": 7, "masyu": 7, "akari": 7, "nurikabe": 5,
         "samurai": 8}  # fmt: skip
ROWS = {"dominosa": 5, "pips": 5}  # of a kind whose boards are not square
"""Sides of boards, 6 for other kinds."""

Place = tuple[str, tuple[int, ...]]


def place_of(decision: Decision) -> Place:
    """Return the key of what a decision decides."""
    numbers = (decision.value,) if decision.family == "numbers" else ()
    return decision.family, (*sorted(decision.place or decision.cells), *numbers)


def least_of(kind: AnyKind, clues: Any) -> int:
    """Return the least number that steps decide: 0 where it is one, as of dominoes or colours."""
    marks = [] if kind.declared is None else kind.declared.declare(clues).marks
    return min((one.value for one in marks if one.family == "numbers"), default=1)


def places_of(solution: JsonObject, least: int) -> dict[Place, int]:
    """Return what is drawn, and how many lines or bridges, from a solution's JSON.

    Numbers below ``least`` are of cells that have none.
    """
    if len(solution) > 1:
        parts = (places_of({family: drawn}, least) for family, drawn in solution.items())
        return {place: number for part in parts for place, number in part.items()}
    ((family, drawn),) = solution.items()
    if family == "bridges":
        return {("edges", (*sorted(pair),)): count for *pair, count in drawn}
    if family == "paths":
        return {("edges", (*sorted(edge),)): 1 for path in drawn for edge in pairwise(path)}
    if family == "numbers":
        numbers = enumerate(chain(*drawn))
        return {(family, (cell, number)): 1 for cell, number in numbers if number >= least}
    return {(family, (item,) if family == "cells" else (*item,)): 1 for item in drawn}


def literals_of(model: Model) -> list[int]:
    """Return the literals that constraints on a single variable make true."""
    only = [(one.literals[0], one.sums) for one in model.counts if len(one.literals) == 1]
    return [literal if sums & 0b10 else -literal for literal, sums in only]


def givens_of(model: Model) -> dict[Place, int]:
    """Return what constraints on a single variable give, 1 for what is drawn."""
    marks = [(model.marks[abs(x) - 1], int(x > 0)) for x in literals_of(model)]
    return {
        (one.family, (*one.place, *[one.value] * (one.family == "numbers"))): sign
        for one, sign in marks
    }


@cache
def steps_of(kind_id: str, seed: int) -> tuple[list[Step], AnyKind, Any, Any]:
    """Return the steps of a board, with its kind, its clues and its solution."""
    kind = get_kind(kind_id)
    side = SIZES.get(kind_id, 6)
    made = kind.generate(kind.parse_params(ROWS.get(kind_id, side), side, None, {}), seed)
    assert kind.deductions is not None
    steps = list(kind.deductions.explain_steps(made.clues, made.solution))
    return steps, kind, made.clues, made.solution


@pytest.mark.parametrize("kind_id", KIND_IDS)
@pytest.mark.sliced
@pytest.mark.parametrize("seed", range(share(3)))
def test_steps_keep_to_the_solution_and_decide_it_all(kind_id: str, seed: int) -> None:
    steps, kind, clues, solution = steps_of(kind_id, seed)
    drawn = places_of(kind.encode_solution(solution), least_of(kind, clues))
    given = {} if kind.declared is None else givens_of(kind.declared.declare(clues))
    bounds = {place: (sign, sign) for place, sign in given.items()}
    for step in steps:
        assert step.decisions
        for decision in step.decisions:
            place = place_of(decision)
            assert place not in given
            assert decision.least <= drawn.get(place, 0) <= decision.most
            bounds[place] = decision.least, decision.most
    assert {place for place, (least, _) in bounds.items() if least} == set(drawn)
    assert all(least == most for least, most in bounds.values())


@pytest.mark.parametrize("kind_id", KIND_IDS)
@pytest.mark.sliced
@pytest.mark.parametrize("seed", range(share(3)))
def test_the_hardest_step_is_that_of_the_grade(kind_id: str, seed: int) -> None:
    steps, kind, clues, solution = steps_of(kind_id, seed)
    hardest = kind.grade(clues, solution).extra["hardest"]
    levels = [step.level for step in steps]
    assert hardest in levels
    assert ("trial" in levels) == (hardest in ("trial", "search"))
    assert all((step.assumed is not None) == (step.level == "trial") for step in steps)


@pytest.mark.sliced
@pytest.mark.parametrize("kind_id", KIND_IDS)
def test_every_step_can_be_said(kind_id: str) -> None:
    deductions = get_kind(kind_id).deductions
    assert deductions is not None
    for seed in range(share(3)):
        for step in steps_of(kind_id, seed)[0]:
            text = step_text(step, SIZES.get(kind_id, 6), deductions.reasons("en", None))
            assert text.endswith(".")
            assert not set("{}?") & set(text)
            assert len(step_to_json(step)["decisions"]) == len(step.decisions)


@pytest.mark.parametrize("kind_id", KIND_IDS)
def test_the_first_step_of_each_example_is_explained_and_drawn(kind_id: str) -> None:
    kind = get_kind(kind_id)
    assert kind.deductions is not None
    for rule in kind.rules:
        clues, solution = worked_example(kind, rule)
        step = first_step(kind, rule)
        assert step is not None, rule
        drawn = places_of(kind.encode_solution(solution), least_of(kind, clues))
        assert all(one.least <= drawn.get(place_of(one), 0) for one in step.decisions), rule
        for language in list_languages():
            assert kind.deductions.reasons(language, None)[step.decisions[0].reason]
        start, shown, end = (
            set(scene.marks)
            for scene in (
                kind.draw(clues, None, 9.0),
                kind.deductions.draw_step(clues, solution, step, 9.0),
                kind.draw(clues, solution, 9.0),
            )
        )
        assert shown - start, rule
        assert end - shown, rule


PLAIN = {"row", "column", "box", "cell"}
"""Reasons that number puzzles share."""


@pytest.mark.parametrize("kind_id", sorted({*KIND_IDS} - {"hashi", "numberlink"}))
def test_a_first_step_follows_from_the_picture_and_shows_the_idea_of_its_kind(kind_id: str) -> None:
    """What is not in the picture is stated before what follows from it, in few sentences."""
    kind = get_kind(kind_id)
    assert kind.declared is not None
    assert kind.deductions is not None
    for rule in kind.rules:
        clues, _ = worked_example(kind, rule)
        step = first_step(kind, rule)
        assert step is not None
        reader = Reader(kind.declared.declare(clues))
        reader.known = {}
        alone = [x for x in reader.model.counts if len(x.literals) == 1]
        reader.learn(x for one in alone if one.reason == "given" for x in forced(one, {}))
        for one in step.decisions:
            cross_off_peers(reader)
            texts = kind.deductions.reasons("en", None)
            own = [x for x in alone if (x.reason, x.about) == (one.reason, one.about)]
            is_alone = any(reader.literal(one) in forced(x, {}) for x in own)
            assert is_alone or is_true(reader, step, one, texts), (rule, one)
            reader.learn([reader.literal(one)])
        text = step_text(step, clues.cols, texts)
        assert text.count(". ") <= 2, text
        assert text.count(" side of ") + text.count(" sides of ") <= 1, text
        if reader.is_silent and kind_id not in ("sudoku", "samurai"):
            assert {one.reason for one in step.decisions} - PLAIN, (rule, text)


@pytest.mark.parametrize("kind_id", KIND_IDS)
def test_children_find_first_steps_in_their_own_words(kind_id: str) -> None:
    kind = get_kind(kind_id)
    for language, rule in product(list_languages(), kind.rules):
        step = first_step(kind, rule)
        assert step is not None
        easy = step_texts(kind_id, language, "numbers", is_easy=True, rule=rule)
        texts = read_texts(kind.package, language)
        of_rule = texts["by_rule"].get(rule, {}).get("easy_reasons", {})
        own = {*texts["easy_reasons"].values(), *of_rule.values()}
        for one in step.decisions:
            names = (*one.names, one.reason)
            sign = "on" if one.least else "off"
            keys = [key for name in names for key in (f"{name}-{sign}", name) if key in easy]
            assert easy[keys[0]] in own, (language, rule, keys)


def cross_off_peers(reader: Reader) -> None:
    """Rule out what a number in the picture rules out in its cell, line or box."""
    for count in reader.model.counts if reader.is_silent else ():
        found = forced(count, reader.known)
        if any(value_of(x, reader.known) for x in count.literals) and max(found, default=1) < 0:
            reader.learn(found)


def test_a_first_step_rests_on_the_rule_and_not_on_the_answer() -> None:
    """Under ``free`` a corner may stay empty, so no line is drawn through it before its end."""
    kind = get_kind("numberlink")
    corners = {"free": 24, "cover": 20}
    for rule, about in corners.items():
        step = first_step(kind, rule)
        assert step is not None
        assert step.decisions[0].about == (about,)
    clues, _ = worked_example(kind, "free")
    assert clues.numbers[corners["free"]]
    assert not clues.numbers[0]  # the answer runs through this corner all the same


DIGITS = (
    r"(^|[:,] |\b(an?|eine[rn]?|une?|de) )[01]\b(?!\.)"
    r"|\b(digit|ones\b|zero|ziffer|null|eins|chiffre)"
)


@pytest.mark.parametrize(
    ("kind_id", "rule", "other", "look"),
    [
        ("starbattle", "one-star", r"\b(star|stern|étoile)", "shaded"),
        ("binairo", "signs", DIGITS, "0"),
    ],
)
@pytest.mark.parametrize("language", list_languages())
def test_games_of_rules_have_their_own_words(
    language: str, kind_id: str, rule: str, other: str, look: str
) -> None:
    """Queens are no stars, and Tango has no digits: rules, steps, what is heard and drawn."""
    kind, word = get_kind(kind_id), re.compile(other, re.IGNORECASE)
    assert kind.deductions is not None
    assert kind.play is not None
    texts = [kind.rules_text(rule, language, is_easy=is_easy) for is_easy in (False, True)]
    texts += read_difficulty(kind.package, language).values()
    reasons = kind.deductions.reasons(language, rule)
    for example in load_examples(kind)["solved"]:
        clues = kind.decode(example["puzzle"])
        if clues.rule == rule:
            solution = kind.decode_solution(clues, example["solution"])
            steps = kind.deductions.explain_steps(clues, solution)
            texts += [step_text(step, clues.cols, reasons) for step in steps]
            model = kind.play(clues, None, language)
            assert model is not None
            texts += [model["looks"]["names"][look], *model["reasons"]]
            texts.append(describe_answer(kind, clues, solution, language))
    assert len(texts) > 30
    assert [text for text in texts if word.search(text)] == []
