"""Two lines with a number in two lines across, as the next hint."""

from itertools import combinations
from random import Random
from typing import Any

from tests.web.test_deductions import Count, closure
from tests.web.test_next_hints import named_model, next_hint, ruled_out


def latin(random: Random, texts: dict[str, str]) -> tuple[dict[str, Any], list[Count]]:
    """Return a model of one number in each row and column of five, and perhaps some boxes."""
    rows = [[5 * r + c + 1 for c in range(5)] for r in range(5)]
    counts: list[Count] = [(row, [1]) for row in [*rows, *map(list, zip(*rows, strict=True))]]
    boxes = random.choice(([], [1, 8, 17]))
    counts += [([at, at + 1, at + 5, at + 6], [0, 1]) for at in boxes]
    model = named_model(25, counts, [0] * 5 + [1] * 5 + [2] * len(boxes), **texts)
    return model | {"variables": [["numbers", [*range(25)], [1] * 25]]}, counts


def open_cells(random: Random) -> list[int]:
    """Return a state in which some cells are ruled out, or all of two lines but two in each."""
    if random.random() < 0.9:
        return [1, *(-1 if random.random() < 0.55 else 0 for _ in range(25))]
    lines, places = random.sample(range(5), 2), random.sample(range(5), 2)
    is_across = random.random() < 0.5
    pairs = ((k // 5, k % 5) if is_across else (k % 5, k // 5) for k in range(25))
    return [1, *(-1 if line in lines and at not in places else 0 for line, at in pairs)]


def test_two_lines_with_a_number_in_two_lines_across_rule_it_out_there() -> None:
    random, given, without = Random("fish"), set(), 0
    rows = [{5 * r + c + 1 for c in range(5)} for r in range(5)]
    columns = [*map(set, zip(*map(sorted, rows), strict=True))]
    texts = {"fish-2-k0-k1-off": "rows", "fish-2-k1-k0-off": "columns"}
    for _ in range(1000):
        used = random.choice(([*texts], [*texts][:1], [*texts][1:], []))
        model, counts = latin(random, {name: texts[name] for name in used})
        state = closure(counts, open_cells(random)) or []
        if 0 not in state or any(value > 0 for value in state[1:]):
            continue
        if any(ruled_out(a, b, state) for a in counts for b in counts if a is not b):
            assert "overlap" in next_hint(model, state)["names"]
            continue
        fish = []
        for name, lines, across in zip(texts, (rows, columns), (columns, rows), strict=True):
            for (k, one), (j, other) in combinations(enumerate(lines), 2) if name in used else ():
                places = [[x for x in line if not state[x]] for line in (one, other)]
                covers = [[n for n, line in enumerate(across) if x in line] for x in places[0]]
                same = [[n for n, line in enumerate(across) if x in line] for x in places[1]]
                if sorted(covers) != sorted(same) or len(covers) != 2:
                    continue
                whole = set().union(*(across[n] for (n,) in covers))
                out = {-x for x in whole - one - other if not state[x]}
                shift = 5 if lines is columns else 0
                if out:
                    fish.append(({k + shift, j + shift}, out, name.removesuffix("-off")))
        found = next_hint(model, state)
        if not fish:
            assert found is None or found["chain"]
            without += found is not None
            continue
        bases, out, name = fish[0]
        [[by, literals]] = found["proof"]
        assert (found["chain"], found["names"], {*by[:2]}) == (0, [name], bases)
        assert {*literals} <= out
        assert found["scope"] == [x - 1 for k in by[:2] for x in counts[k][0] if not state[x]]
        given.add(name)
    assert len(given) == 2
    assert without
