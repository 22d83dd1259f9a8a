"""Compiled models: the lists by definition, and parts that boards of a size share."""

from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import chain
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from pipeline.kernels.compiled import plain_python
from pipeline.kinds import get_kind
from pipeline.kinds.kit.engine.arrays import compile_model
from pipeline.kinds.kit.engine.kernels import dispatch
from pipeline.kinds.kit.page import rules_of
from pipeline.kinds.kit.words.core import Model
from pipeline.kinds.kit.words.model import fixed_model
from tests.kinds.kit.models import models
from tests.known import the
from tests.slices import cases

MENDED = {
    "kakuro": ("8x8", 0.7),
    "killer": ("9x9", 0.4),
    "norinori": ("6x6", 0.7),
}
"""Kinds whose boards are changed, a size, and the most parts that are new among all declared."""


def listed(keys: int, rows: Iterable[tuple[int, int]]) -> list[int]:
    """Return lists of values by key, as kernels have them, by definition."""
    lists: list[list[int]] = [[] for _ in range(keys)]
    for key, value in rows:
        lists[key].append(value)
    ends = [keys + 1]
    for values in lists:
        ends.append(ends[-1] + len(values))
    return [*ends, *chain.from_iterable(lists)]


def code(literal: int) -> int:
    return 2 * abs(literal) + (literal < 0)


def assert_as_defined(model: Model) -> None:
    arrays = compile_model(model, has_overlaps=False)
    codes = [[*map(code, count.literals)] for count in model.counts]
    keys = 2 * len(model.marks) + 2
    pairs = [(k, one) for k, own in enumerate(codes) for one in own]
    assert arrays.literals.tolist() == listed(len(codes), pairs)
    assert arrays.uses.tolist() == listed(keys, [(one, k) for k, one in pairs])
    nodes: list[list[int]] = []
    edges: list[list[int]] = []
    graphs: list[list[int]] = []
    for k, rows in enumerate(one.rows() for one in model.globals):
        at = len(nodes), len(edges)
        nodes += [[code(literal), label, k] for literal, label in rows.nodes]
        edges += [[code(x), a + at[0], b + at[0], k] for x, a, b in rows.edges]
        word = dispatch.WORDS.index(rows.word)
        graphs.append([word, at[0], len(nodes), at[1], len(edges), rows.width, rows.aim])
    assert arrays.graphs.tolist() == graphs
    assert arrays.nodes.tolist() == nodes
    assert arrays.edges.tolist() == edges
    ends = [(end, k) for k, (_, a, b, _) in enumerate(edges) for end in (a, b)]
    assert arrays.meets.tolist() == listed(len(nodes), ends)
    touched = [(row[0], k) for k, row in enumerate((*edges, *nodes))]
    assert arrays.touches.tolist() == listed(keys, touched)


@given(models())
@settings(max_examples=40, deadline=None)
def test_lists_are_those_of_the_definition(model: Model) -> None:
    assert_as_defined(model)


@given(models())
@settings(max_examples=10, deadline=None)
def test_plain_python_compiles_alike(model: Model) -> None:
    with plain_python():
        assert_as_defined(model)


@pytest.mark.parametrize("kind_id", cases(MENDED))
def test_a_changed_board_takes_over_what_did_not_change(
    kind_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    declare, made, declared = Model.each, [], []

    def each(self: Model, name: str, clues: Iterable[Any]) -> Iterator[Any]:
        for clue in declare(self, name, clues):
            made.append(clue)
            yield clue
        declared.append(len(self.parts))

    monkeypatch.setattr(Model, "each", each)
    kind, (size, share) = get_kind(kind_id), MENDED[kind_id]
    cols, rows = map(int, size.split("x"))
    params = kind.parse_params(rows, cols, None, {})
    for seed in range(8_100, 8_103):  # of no other test, since clues are kept for later boards
        kind.generate(params, seed)
    assert len(declared) > 3
    assert 0 < len(made) < share * sum(declared)


@pytest.mark.parametrize("kind_id", cases(MENDED))
def test_what_was_taken_over_is_what_would_be_declared(kind_id: str) -> None:
    page = import_module(f"pipeline.kinds.{kind_id}.kind")
    kind, (size, _) = get_kind(kind_id), MENDED[kind_id]
    cols, rows = map(int, size.split("x"))
    params = kind.parse_params(rows, cols, None, {})
    walls = ("values",) if kind_id == "kakuro" else ()
    model_of = rules_of(page.BOARDS, page.fixed, page.declare, fixed_by=walls)
    for seed in range(4):
        board = the(kind.generate(params, seed).clues)
        kept = model_of(board)
        the(kept.base).known.clear()
        fresh = model_of(board)
        assert kept.counts == fresh.counts
        assert kept.globals == fresh.globals
        for mine, other in zip(compile_model(kept), compile_model(fresh), strict=True):
            np.testing.assert_array_equal(mine, other)


@pytest.mark.parametrize("is_last", [False, True])
def test_parts_are_where_they_were_declared(is_last: bool) -> None:
    page, kind = import_module("pipeline.kinds.killer.kind"), get_kind("killer")
    model_of = rules_of(page.BOARDS, page.fixed, page.declare, is_last)
    for seed in range(2):
        board = the(kind.generate(kind.parse_params(6, 6, None, {}), seed).clues)
        assert_as_defined(model_of(board))
        assert_as_defined(model_of(board))


def test_parts_are_kept_with_the_board_without_clues() -> None:
    page = import_module("pipeline.kinds.killer.kind")
    board = the(
        get_kind("killer").generate(get_kind("killer").parse_params(9, 9, None, {}), 1).clues
    )
    base = fixed_model(page.BOARDS, page.fixed, board).core
    model = rules_of(page.BOARDS, page.fixed, page.declare)(board)
    assert model.base is base
    kept = {*map(id, base.known.values())}
    assert kept.issuperset(id(part) for _, _, part in model.parts)
