"""Masks, and covers of a region by short lines."""

from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.kinds.kit.board.outlines import parse_mask
from pipeline.kinds.numberlink.layouts.cover import (
    cover_start,
    forced_end,
    least_lines,
    neighbours,
    require_coverable,
)
from pipeline.model import ConfigError

REGIONS = st.tuples(st.integers(1, 7), st.frozensets(st.integers(0, 34), min_size=1, max_size=35))


@settings(max_examples=300, deadline=None)
@given(REGIONS, st.integers(0, 1))
def test_a_start_covers_the_region_or_some_cells_have_too_few_neighbours(
    region: tuple[int, frozenset[int]], along: int
):
    cols, cells = region
    found = cover_start(cols, cells, along)
    if found.stuck:
        beside = {other for cell in found.stuck for other in neighbours(cols, cells, cell)}
        assert not beside.intersection(found.stuck)
        assert len(found.stuck) > 2 * len(beside)
    else:
        assert sorted(cell for path in found.paths for cell in path) == sorted(cells)
        for path in found.paths:
            assert 2 <= len(path) <= 3
            assert all(two in neighbours(cols, cells, one) for one, two in pairwise(path))


def most_edges(cols: int, cells: frozenset[int], needed: frozenset[int]) -> int | None:
    """Return the most edges with at most two at a cell, two at those needed: a flow by networkx."""
    graph = nx.DiGraph()
    for cell in cells:
        is_dark = (cell // cols + cell % cols) % 2 == 0
        demand = 2 * (cell in needed)
        source, sink = ("s", cell) if is_dark else (cell, "t")
        graph.add_edge(source, sink, capacity=2, weight=-1000 if demand else 0)
        if is_dark:
            for other in neighbours(cols, cells, cell):
                graph.add_edge(cell, other, capacity=1, weight=-1)
    if "s" not in graph or "t" not in graph:
        return 0 if not needed else None
    graph.add_edge("t", "s", capacity=1000, weight=0)
    flow = nx.min_cost_flow(graph)
    through = {
        cell: sum(flow[cell].values())
        if (cell // cols + cell % cols) % 2 == 0
        else flow[cell].get("t", 0)
        for cell in cells
    }
    return None if any(through[cell] != 2 for cell in needed) else flow["t"]["s"]


@settings(max_examples=60, deadline=None)
@given(REGIONS)
def test_the_bound_on_lines_is_a_greatest_flow(region: tuple[int, frozenset[int]]):
    cols, cells = region
    assert least_lines(cols, cells) == len(cells) - (most_edges(cols, cells, frozenset()) or 0)


@settings(max_examples=60, deadline=None)
@given(REGIONS, st.frozensets(st.integers(0, 34), max_size=8))
def test_a_forced_end_is_one_that_no_flow_avoids(
    region: tuple[int, frozenset[int]], chosen: frozenset[int]
):
    cols, cells = region
    endless = chosen & cells
    cell = forced_end(cols, cells, endless)
    assert (cell is None) == (most_edges(cols, cells, endless) is not None)
    assert cell is None or cell in endless


def test_both_sets_of_signs_and_blank_lines():
    assert parse_mask("\n 1".replace(" ", "") + "10\n011  \n\n", 2, 3) == ("##.", ".##")
    assert parse_mask("##.\r\n.##\r\n", 2, 3) == ("##.", ".##")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("###\n###\n###", "expected 2 rows for a board of 3x2, found 3"),
        ("###\n##", "expected 3 signs in each row for a board of 3x2, found 2 in row 2"),
        ("###\n#x#", "found 'x' in row 2"),
        ("###\n# #", "found ' ' in row 2"),
        ("...\n...", "expected cells of the board, found none"),
        ("...\n###", "top row without a cell"),
        ("##.\n##.", "right column without a cell"),
        ("", "found 0"),
    ],
)
def test_what_is_no_mask_is_refused(text: str, words: str):
    with pytest.raises(ConfigError, match=words):
        parse_mask(text, 2, 3)


@pytest.mark.parametrize(
    ("mask", "pairs", "words"),
    [
        (("###.", "###.", "...#"), None, "found one of 1 at row 3, column 4"),
        (("###.###", "###.###"), (1, 1), "found 2 pieces and pairs=1"),
        ((".#.#.", "#####", ".#.#."), None, "found 5 cells with too few neighbours"),
    ],
)
def test_outlines_that_lines_cannot_cover_are_refused(
    mask: tuple[str, ...], pairs: tuple[int, int] | None, words: str
):
    with pytest.raises(ConfigError, match=words):
        require_coverable(mask, 3, pairs)
