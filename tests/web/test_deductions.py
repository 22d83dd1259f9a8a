"""What counts force in the player, how deductions follow one another, and which are needed."""

from functools import cache
from random import Random
from typing import Any

from tests.web.engine import Engine

CALLS = {
    "look": "(model, state, at) => lookAtCount(model.counts[at], Int8Array.from(state))",
    "propagate": """(model, state, changed, hasGlobals, most) => {
      const now = Int8Array.from(state);
      const { decided, by, broken } = propagate(model, now, changed, hasGlobals, most ?? Infinity);
      return { now: [...now], decided, by: by.map(({ at }) => at), broken: broken?.at ?? null };
    }""",
    "settle": """(model, state, some) => {
      const now = Int8Array.from(state);
      const { decided, broken } = settle(some.map((at) => model.constraints[at]), now);
      return { now: [...now], decided, broken: broken?.at ?? null };
    }""",
    "broken": "(model, state) => findBroken(model, Int8Array.from(state)).map(({ at }) => at)",
    "rule_out": "(model, state, changed) => ruleOut(model, Int8Array.from(state), changed)",
    "variables": "(model) => model.constraints.map((one) => [...variablesOf(one)])",
}
Count = tuple[list[int], list[int] | None]


@cache
def engine() -> Engine:
    made = Engine("constraints/hints.js", "constraints/feedback.js")
    define_calls(made, CALLS)
    made.define(
        "shrink",
        """(list, wanted) =>
      shrink(list, (part) => wanted.every((one) => part.includes(one)))""",
    )
    return made


def define_calls(made: Engine, calls: dict[str, str]) -> None:
    """Add functions of a model, which is given as JSON."""
    for name, body in calls.items():
        model = "new Model(json, { rows: 1, cols: 99 })"
        made.define(name, f"(json, ...rest) => (({body})({model}, ...rest))")


def model_of(size: int, counts: list[Count], nodes: list[int] | None = None) -> dict[str, Any]:
    connected = {
        "type": "connected", "nodes": nodes, "reason": 0,
        "edges": [x for k in range(len(nodes or ()) - 1) for x in (0, k, k + 1)],
    }  # fmt: skip
    return {
        "variables": [["cells", [*range(size)], None]],
        "counts": [[0, literals, sums, [0]] for literals, sums in counts],
        "globals": [connected] if nodes else [], "reasons": ["why"], "keys": ["why"], "texts": {},
    }  # fmt: skip


def random_counts(random: Random, size: int) -> list[Count]:
    found: list[Count] = []
    for _ in range(random.randint(1, 5)):
        variables = random.sample(range(1, size + 1), random.randint(1, min(size, 4)))
        literals = [x * random.choice((1, 1, -1)) for x in variables]
        sums = sorted(random.sample(range(len(literals) + 1), random.randint(1, len(literals))))
        found.append((literals, random.choice((sums, sums, None))))
    return found


def random_state(random: Random, size: int) -> list[int]:
    share = random.random()
    return [1, *(random.choice((1, -1)) if random.random() < share else 0 for _ in range(size))]


def value(literal: int, state: list[int]) -> int:
    return state[abs(literal)] * (1 if literal > 0 else -1)


def forced(count: Count, state: list[int]) -> set[int] | None:
    """Return what every way to fill the open literals has, None if there is none."""
    literals, sums = count
    left = [x for x in literals if not value(x, state)]
    held = sum(value(x, state) > 0 for x in literals)
    fits = [k for k in range(len(left) + 1) if held + k in (sums or range(1, len(literals) + 1))]
    if not fits:
        return None
    if fits == [len(left)]:
        return {*left}
    return {-x for x in left} if fits == [0] else set()


def closure(counts: list[Count], state: list[int]) -> list[int] | None:
    """Return the state after all that counts force one by one, None where one breaks."""
    now = [*state]
    while True:
        found = [forced(count, now) for count in counts]
        if None in found:
            return None
        more = {x for some in found for x in some or () if not value(x, now)}
        if any(-x in more for x in more):
            return None
        if not more:
            return now
        for x in more:
            now[abs(x)] = 1 if x > 0 else -1


def test_counts_force_what_all_their_ways_have() -> None:
    random = Random("counts")
    for _ in range(250):
        size = random.randint(1, 5)
        counts, state = random_counts(random, size), random_state(random, size)
        model = model_of(size, counts)
        for at, count in enumerate(counts):
            expected, found = forced(count, state), engine().call("look", model, state, at)
            assert found["isBroken"] == (expected is None)
            assert {*found["forced"]} == (expected or set())
        whole = [x or -1 for x in state]
        broken = [at for at, count in enumerate(counts) if forced(count, whole) is None]
        assert engine().call("broken", model, state) == broken
        changed = random.sample(range(1, size + 1), random.randint(1, size))
        near = [c for c in counts if {*map(abs, c[0])} & {*changed}]
        out = {x for count in near for x in forced(count, state) or () if x < 0}
        assert sorted(engine().call("rule_out", model, state, changed)) == sorted(out)


def test_deductions_go_on_until_nothing_follows() -> None:
    random, ended = Random("closure"), 0
    for _ in range(250):
        size = random.randint(1, 7)
        counts, state = random_counts(random, size), random_state(random, size)
        model, expected = model_of(size, counts), closure(counts, state)
        settled = engine().call("settle", model, state, [*range(len(counts))])
        for found in (engine().call("propagate", model, state, [], False), settled):
            assert (found["broken"] is None) == (expected is not None)
            if expected is None:
                ended += 1
                assert forced(counts[found["broken"]], found["now"]) is None
            else:
                assert found["now"] == expected
            new = [x for x in found["decided"] if not value(x, state)]
            assert len({*new}) == len(new)
            assert all(value(x, found["now"]) > 0 for x in new)
        found = engine().call("propagate", model, state, [], False)
        for x, by in zip(found["decided"], found["by"], strict=True):
            assert abs(x) in map(abs, counts[by][0])
        few = engine().call("propagate", model, state, [], False, 0)
        assert len(few["decided"]) <= max(len(literals) for literals, _ in counts)
        if expected is not None and found["decided"]:
            assert few["broken"] is None
            # From a state that is settled, changes alone are followed.
            variable = abs(found["decided"][0])
            again = engine().call("propagate", model, expected, [variable], False)
            assert (again["decided"], again["broken"]) == ([], None)
    assert ended > 20


def test_what_a_graph_forces_is_followed_by_counts_and_the_other_way_round() -> None:
    """Nodes in a row: between two that are there all are, and the first two counts carry it on."""
    counts: list[Count] = [([4, 5], [0, 2]), ([5, 6], [1])]
    model = model_of(6, counts, [1, 2, 3, 4])
    state = [1, 1, 0, 1, 0, 1, 0]
    found = engine().call("propagate", model, state, [5], True)
    assert found["now"] == [1, 1, 1, 1, 1, 1, -1]
    assert (found["broken"], found["by"][-1]) == (None, 2)
    alone = engine().call("propagate", model, state, [5], False)
    assert alone["now"] == [1, 1, 0, 1, 1, 1, -1]
    parted = engine().call("propagate", model, [1, 1, -1, 1, 0, 0, 0], [], True)
    assert parted["broken"] == 2
    assert engine().call("broken", model, [1, 1, 0, 1, 0, 0, 1]) == [2]
    *others, last = engine().call("variables", model)
    assert (others, {*last} - {0}) == ([[4, 5], [5, 6]], {1, 2, 3, 4})


def test_nothing_can_be_left_out_of_what_is_needed() -> None:
    random = Random("shrink")
    for _ in range(100):
        items = random.sample(range(30), random.randint(1, 12))
        wanted = random.sample(items, random.randint(0, len(items)))
        found = engine().call("shrink", items, wanted)
        assert found == [one for one in items if one in wanted]


def test_a_model_knows_its_family_and_the_cells_of_each_variable() -> None:
    made = Engine("constraints/model.js")
    made.define(
        "facts",
        """(json, size) => {
      const model = new Model(json, size);
      const cellsOf = (variable) => [variable, -variable].map((one) => model.cellsOf(one));
      const cells = model.marks.slice(1).map((_, k) => cellsOf(k + 1));
      return [model.family, model.hasBridges, model.size, [...model.blank()], cells];
    }""",
    )
    rest: dict[str, Any] = {"counts": [], "globals": [], "reasons": [], "keys": [], "texts": {}}

    def facts(*block: Any) -> list[Any]:
        found: list[Any] = made.call(
            "facts", {"variables": [block], **rest}, {"rows": 2, "cols": 3}
        )
        return found

    assert facts("cells", [0, 4], None) == ["cells", False, 2, [1, 0, 0], [[[0]] * 2, [[4]] * 2]]
    assert facts("numbers", [2, 2], [1, 3])[:2] == ["numbers", False]
    assert facts("edges", [0, 1, 1, 4], None) == [
        "edges", False, 2, [1, 0, 0], [[[0, 1]] * 2, [[1, 4]] * 2],
    ]  # fmt: skip
    assert facts("edges", [0, 1, 0, 1], [1, 2])[:2] == ["edges", True]
    wide, borders, beside = 4, [], []
    for row in range(3):
        for col in range(4):
            corner = row * wide + col
            if col < 3:
                borders += [corner, corner + 1]
                beside.append([r * 3 + col for r in (row - 1, row) if 0 <= r < 2])
            if row < 2:
                borders += [corner, corner + wide]
                beside.append([row * 3 + c for c in (col - 1, col) if 0 <= c < 3])
    family, has_bridges, size, _, cells = facts("borders", borders, None)
    assert (family, has_bridges, size) == ("borders", False, len(beside))
    assert cells == [[one] * 2 for one in beside]
