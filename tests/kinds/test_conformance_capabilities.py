"""What a kind has to do that has a capability; refutation and page reading have files of their own.

A kind that lacks a capability is left out by name: ``None`` in its record is the only way to lack.
"""

import json
import re
from typing import Any

import pytest

from pipeline.kinds import load_examples
from pipeline.kinds.interface import AnyKind, Budget, with_rule
from pipeline.model import ConfigError, Status, canonical_json
from pipeline.stages.check_kind import BUDGET, example_boards
from tests.kinds.boards import kind_of, kinds_with, preset_boards, small_boards, smallest_preset
from tests.kinds.bounds import outside
from tests.known import the
from tests.refusals import refused


def _kinds(capability: str) -> pytest.MarkDecorator:
    ids = kinds_with(capability)
    return pytest.mark.parametrize("kind", [kind_of(kind_id) for kind_id in ids], ids=ids)


# Variants


@_kinds("variants")
def test_rules_have_names_and_differ(kind: AnyKind) -> None:
    assert kind.rules == the(kind.variants).rules
    assert len(set(kind.rules)) == len(kind.rules) > 0
    assert all(isinstance(rule, str) and rule for rule in kind.rules)


@_kinds("variants")
def test_unknown_rules_are_refused_with_the_known_ones(kind: AnyKind) -> None:
    size = kind.describe_params(kind.presets[smallest_preset(kind)])
    board = next(small_boards(kind))
    known = f"'nonsense'.*{re.escape(the(kind.rules[0]))}"
    with pytest.raises(ConfigError, match=known):
        kind.parse_params(size["rows"], size["cols"], "nonsense", {})
    with pytest.raises(ConfigError, match=known):
        with_rule(kind, board.clues, "nonsense")
    with refused(ConfigError):
        kind.rules_text("nonsense", "en")


@_kinds("variants")
def test_each_rule_has_a_solved_example_to_be_explained_with(kind: AnyKind) -> None:
    boards = list(example_boards(kind))
    for rule in kind.rules:
        assert any(
            not kind.check(with_rule(kind, board.clues, rule), board.solution) for board in boards
        ), rule


@_kinds("variants")
def test_posing_under_a_rule_keeps_the_rest(kind: AnyKind) -> None:
    for board in small_boards(kind):
        own = kind.encode(board.clues)
        backs = [with_rule(kind, board.clues, rule) for rule in kind.rules]
        assert board.clues in backs
        for other in map(kind.encode, backs):
            for key in ("rows", "cols", "clues", "blocked"):
                assert other.get(key) == own.get(key)


@_kinds("variants")
def test_weaker_rules_form_an_order(kind: AnyKind) -> None:
    rules, is_weaker = the(kind.variants).rules, the(kind.variants).is_weaker_than
    for one in rules:
        assert is_weaker(one, one)
        for other in rules:
            assert not (one != other and is_weaker(one, other) and is_weaker(other, one))
            for third in rules:
                if is_weaker(one, other) and is_weaker(other, third):
                    assert is_weaker(one, third)


@_kinds("variants")
def test_solutions_under_a_rule_are_solutions_under_weaker_ones(kind: AnyKind) -> None:
    for board in small_boards(kind):
        for other in kind.rules:
            posed = with_rule(kind, board.clues, other)
            found = kind.solve(posed, 10, BUDGET, kind.solvers[0]).solutions
            for rule in kind.rules:
                if the(kind.variants).is_weaker_than(the(rule), the(other)):
                    weaker = with_rule(kind, board.clues, rule)
                    assert all(not kind.check(weaker, solution) for solution in found)


# Uniqueness


@_kinds("uniqueness")
def test_witnesses_are_right_and_other_than_the_hint(kind: AnyKind) -> None:
    for board in small_boards(kind):
        for rule in kind.rules:
            clues = with_rule(kind, board.clues, rule)
            for hint in (None, *kind.solve(clues, 2, BUDGET, kind.solvers[0]).solutions):
                verdict = the(kind.uniqueness).prove(clues, hint, BUDGET)
                assert (verdict.witness is not None) == (verdict.status is Status.MULTIPLE)
                if verdict.witness is not None:
                    witness = kind.decode_solution(clues, verdict.witness)
                    assert kind.check(clues, witness) == (), (board.name, rule)
                    assert witness != hint, (board.name, rule)


@_kinds("uniqueness")
def test_a_wrong_hint_does_not_mislead(kind: AnyKind) -> None:
    for example in load_examples(kind)["breaking"]:
        clues = kind.decode(example["puzzle"])
        wrong = kind.decode_solution(clues, example["solution"])
        misled, alone = (the(kind.uniqueness).prove(clues, hint, BUDGET) for hint in (wrong, None))
        assert misled.status == alone.status


# Ambiguity


@pytest.mark.part(5)
@_kinds("explain_ambiguity")
def test_explanations_agree_with_the_solutions(kind: AnyKind) -> None:
    for board in small_boards(kind):
        for rule in kind.rules:
            clues = with_rule(kind, board.clues, rule)
            found = the(kind.explain_ambiguity)(clues, BUDGET)
            if kind.uniqueness is not None:
                assert found.status is kind.uniqueness.prove(clues, None, BUDGET).status
            for solution in found.witnesses:
                assert kind.check(clues, solution) == (), (board.name, rule)
            assert len(set(found.witnesses)) == len(found.witnesses) <= 2
            parts = (found.agreeing, found.differing, found.undecided)
            assert all(list(part) == sorted(part) for part in parts)
            assert len({cell for part in parts for cell in part}) == sum(map(len, parts))
            assert bool(found.differing) == (found.status is Status.MULTIPLE)
            assert json.loads(canonical_json(found.details)) == found.details
            hurried = the(kind.explain_ambiguity)(clues, Budget(1, 1))
            assert set(hurried.differing) <= set(found.differing)
            assert set(hurried.agreeing) <= set(found.agreeing)


# Animation, answers as text


def _solved(kind: AnyKind) -> list[Any]:
    return [*example_boards(kind), *preset_boards(kind)]


@_kinds("frames")
def test_animations_go_from_the_puzzle_to_its_answer_in_scenes_of_one_size(kind: AnyKind) -> None:
    for board in small_boards(kind):
        frames = list(the(kind.frames)(board.clues, board.solution, 8.0))
        assert len(frames) > 1, board.name
        assert len({(scene.width_mm, scene.height_mm) for scene in frames}) == 1
        assert frames[0] != frames[-1]
        assert all(outside(scene) == [] for scene in frames)


@_kinds("answer_text")
def test_textual_answers_are_repeatable_and_not_empty(kind: AnyKind) -> None:
    for board in _solved(kind):
        text = the(kind.answer_text)(board.clues, board.solution)
        assert text.strip()
        assert text == the(kind.answer_text)(board.clues, board.solution)


# Shortest ways


@_kinds("shortest")
def test_the_shortest_way_is_right_proved_and_no_longer_whatever_the_given_one_says(
    kind: AnyKind,
) -> None:
    shortest = the(kind.shortest)
    for board in small_boards(kind):
        if board.solution is None or kind.check(board.clues, board.solution):
            continue
        best = shortest.find_shorter(board.clues, board.solution)
        assert kind.check(board.clues, best) == ()
        assert shortest.count_moves(best) <= shortest.count_moves(board.solution)
        assert shortest.is_proved(best)
