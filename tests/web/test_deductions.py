"""What counts force in the player, how deductions follow one another, and which are needed."""

from functools import cache
from random import Random
from typing import Any

import pytest

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
    "faults": "(model, state) => findFaults(model, Int8Array.from(state))",
    "next": """(model, state, seen) => {
      const found = deduceNext(model, Int8Array.from(state), (one) => !seen || seen.includes(one));
      const proof = found?.proof?.map(({ of, forced }) => [of.map(({ at }) => at), forced]);
      return found && { ...found, one: found.one.at, proof };
    }""",
}
Count = tuple[list[int], list[int] | None]


@cache
def engine() -> Engine:
    made = Engine("constraints/hints.js", "constraints/feedback.js")
    for name, body in CALLS.items():
        made.define(
            name,
            f"""(json, ...rest) =>
          (({body})(new Model(json, {{ rows: 1, cols: 99 }}), ...rest))""",
        )
    made.define(
        "shrink",
        """(list, wanted) =>
      shrink(list, (part) => wanted.every((one) => part.includes(one)))""",
    )
    return made


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
    rest = {"counts": [], "globals": [], "reasons": [], "keys": [], "texts": {}}

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


TEXTS = {
    "rule": "?", "on": "{cells} yes", "off": "{cells} no", "because": "{conclusion}: {why}.",
    "place": "{col}", "place-row": "{others}", "place-col": "{others}", "and": "+",
    "trial": "{conclusion} after {count}.", "trial-open": "{conclusion} after {count}.",
    "trial-long": "{conclusion} after {count}.",
    "trial-long-open": "{conclusion} after {count}.", "trial-now": "{conclusion} now.",
    "together": "{conclusion}: all.", "or": "/", "line-row": "row", "line-col": "column",
}  # fmt: skip


def told_model(
    size: int, counts: list[Count], reasons: list[int] | None = None, **texts: str
) -> dict[str, Any]:
    """Return a model of cells with a reason for each count, which is in its sentence."""
    model = model_of(size, counts)
    reasons = reasons or [*range(len(counts))]
    for count, reason in zip(model["counts"], reasons, strict=True):
        count[0] = reason
        count[3] = [abs(one) - 1 for one in count[1]]
    names = [f"k{k}" for k in range(max(reasons, default=0) + 1)]
    return model | {
        "reasons": [f"why {name}" for name in names], "keys": names,
        "texts": {**TEXTS, **{name: f"why {name}" for name in names}, **texts},
    }  # fmt: skip


def next_hint(model: dict[str, Any], state: list[int], seen: list[int] | None = None) -> Any:
    return engine().call("next", model, state, seen)


@pytest.mark.parametrize("family", ["cells", "numbers"])
def test_the_shortest_count_that_shows_something_is_given_and_plain_ones_are_not(
    family: str,
) -> None:
    """Plain is what is only said of single cells, and of numbers what a written one rules out."""
    random, given, silent = Random("plain"), 0, 0
    for _ in range(400):
        size = random.randint(2, 6)
        counts, state = random_counts(random, size), random_state(random, size)
        if (closed := closure(counts, state)) is None or closed == state:
            continue
        reasons = [random.randrange(len(counts)) for _ in counts]
        many = {r for r, (literals, _) in zip(reasons, counts, strict=True) if len(literals) > 1}
        marks = [(random.randrange(3), k) for k in range(1, size + 1)]
        model = told_model(size, counts, reasons)
        if family == "numbers":
            model["variables"] = [[family, *map(list, zip(*marks, strict=True))]]

        def is_plain(at: int, state=state, counts=counts, reasons=reasons, many=many) -> bool:
            literals, _ = counts[at]
            is_one = reasons[at] not in many
            if family == "cells":
                return is_one
            out = [x for y in literals for x in (y, -y) if x in (forced(counts[at], state) or ())]
            is_beside = any(state[abs(x)] > 0 for x in literals)
            return bool(out) and out[0] < 0 and (is_one or is_beside)

        start = [*state]
        for at, count in enumerate(counts):
            for one in forced(count, state) or () if is_plain(at) else ():
                start[abs(one)] = 1 if one > 0 else -1
        seen = [one for one in range(-size, size + 1) if one and random.random() < 0.8]
        shown = [
            (len(count[0]), at)
            for at, count in enumerate(counts)
            if {*(forced(count, start) or ())} & {*seen}
        ]
        found = next_hint(model, state, seen)
        if not shown:
            silent += found is None and start != state
            continue
        _, at = min(shown)
        assert (found["one"], found["chain"], found["isBroken"]) == (at, 0, False)
        *before, last = found["proof"]
        known = [*state]
        for (by,), (one,) in before:
            assert is_plain(by)
            assert one in (forced(counts[by], state) or ())
            known[abs(one)] = 1 if one > 0 else -1
        out = forced(counts[at], known) or set()
        out = [x for y in counts[at][0] for x in (y, -y) if x in out and x in seen]
        if family == "numbers":
            kinds = {x: (x > 0, marks[abs(x) - 1][0]) for x in out}
            lists = {x: [marks[abs(y) - 1][1] for y in out if kinds[y] == kinds[x]] for x in out}
        else:
            lists = dict.fromkeys(out, [1])
        alike = [x for x in out if (x > 0, lists[x]) == (out[0] > 0, lists[out[0]])]
        assert found["literals"] == alike
        assert last == [[at], alike]
        literals, sums = counts[at]
        number = sums[0] if sums and len(sums) == 1 else None
        held = sum(value(x, known) > 0 for x in literals)
        key = f"k{reasons[at]}"
        named = held or None if number is None else number
        assert found["names"] == ([key] if named is None else [f"{key}-{named}", key])
        assert found.get("number") == number
        assert found["scope"] == [abs(x) - 1 for x in literals]
        assert family == "numbers" or f"why {key}." in found["reason"]
        assert found["sentences"] == 1
        given += 1
    assert given > 50
    assert silent > 5


def off(*variables: int) -> list[int]:
    """Return a state of 40 cells of which some are ruled out."""
    return [1, *(-1 if k in variables else 0 for k in range(1, 41))]


def test_the_hint_that_needs_the_fewest_others_is_given_and_then_the_shortest() -> None:
    """Cells 1 to 4 are decided in silence, 30 to 32 are ruled out."""
    silent: list[Count] = [([30, k], [1]) for k in (1, 2, 3, 4)]
    after_two: list[Count] = [([-1, -2, k], None) for k in range(11, 16)]
    after_one: list[Count] = [([-1, 16, 30, 31, 32], None), ([-1, 17, 30, 31], None)]
    random = Random("fewest")
    for _ in range(12):
        rest = [*after_two, *after_one]
        random.shuffle(rest)
        counts = [*silent, *rest]
        found = next_hint(told_model(40, counts), off(30, 31, 32), [*range(11, 18)])
        at = counts.index(after_one[1])
        assert (found["one"], found["literals"], found["chain"]) == (at, [17], 0)
        assert found["proof"] == [[[0], [1]], [[at], [17]]]
        assert found["reason"] == f"1 yes: why k0. 17 yes: why k{at}."
        assert {0, 16} <= {*found["about"]}
    # Of those that need as many, the one with the fewest sentences.
    counts = [*silent, after_two[0], ([-3, -4, 18, 30], None)]
    for reasons, at in (([0, 1, 2, 2, 3, 4], 5), ([0, 1, 2, 3, 4, 5], 4)):
        found = next_hint(told_model(40, counts, reasons), off(30), [11, 18])
        assert found["one"] == at


def test_what_is_found_together_for_one_general_reason_is_one_sentence() -> None:
    counts: list[Count] = [
        ([30, 1], [1]), ([30, 2], [1]), ([-1, 3, 30], None), ([-1, -2, -3, 4], None),
    ]  # fmt: skip
    for texts, expected in (
        ({}, "1+2 yes: why k0. 3 yes: why k0. 4 yes: why k1."),
        ({"k0": "at {at}"}, "1 yes: at 1+30. 2 yes: at 2+30. 3 yes: at 1, 3+30. 4 yes: why k1."),
        ({"k0": "for {number}"}, "1 yes: for 1. 2 yes: for 1. 3 yes: ?. 4 yes: why k1."),
        ({"k0": "in the {line}"}, "1 yes: in the row. 2 yes: in the row. 3 yes: in the row. 4 yes: why k1."),
        ({"k0-off": "by {at}"}, "1 yes: why k0. 2 yes: why k0. 3 yes: why k0. 4 yes: why k1."),
    ):
        model = told_model(40, counts, [0, 0, 0, 1], **texts)
        found = next_hint(model, off(30), [4])
        assert found["reason"] == expected
        assert found["sentences"] == expected.count(".")
        assert [by for by, _ in found["proof"]] == [[0], [1], [2], [3]]


@pytest.mark.parametrize("length", range(1, 9))
def test_up_to_five_sentences_are_given_and_more_are_one(length: int) -> None:
    counts: list[Count] = [([30, 1], [1]), *(([k, -k - 1], [1]) for k in range(1, length))]
    found = next_hint(told_model(40, counts), off(30), [length])
    assert (found["literals"], found["sentences"]) == ([length], length)
    if length <= 5:
        each = [f"{k + 1} yes: why k{k}." for k in range(length)]
        assert found["reason"] == " ".join(each)
    else:
        assert found["reason"] == f"{length} yes: all."
    assert [by for by, _ in found["proof"]] == [[k] for k in range(length)]
    assert {*found["about"]} == {29, *range(length)}


@pytest.mark.parametrize("family", ["cells", "numbers", "edges"])
def test_each_broken_rule_is_a_fault_and_too_many_are_named(family: str) -> None:
    """A number that is missing where another is written twice is no fault of its own."""
    random, seen = Random("faults"), set()
    for _ in range(400):
        size = random.randint(2, 5)
        counts, state = random_counts(random, size), random_state(random, size)
        reasons = [random.randrange(2) for _ in counts]
        model = told_model(size, counts, reasons)
        abouts = [[*range(size)], [0, size]]
        for row in model["counts"]:
            row[3] = random.choice(abouts)
        cells = {k: [k - 1] for k in range(1, size + 1)}
        if family != "cells":
            places = [*range(size)] if family == "numbers" else [k for k in range(2 * size)]
            model["variables"] = [[family, places, [*range(1, size + 1)]]]
        broken = []
        for reason, (literals, sums), (*_, about) in zip(
            reasons, counts, model["counts"], strict=True
        ):
            if forced((literals, sums), state) is not None:
                continue
            held = [abs(x) - 1 for x in literals if value(x, state) > 0]
            is_over = family != "edges" and sums is not None and len(held) > max(sums)
            whole = {abs(x) - 1 for x in literals}
            named = [one for one in about if one not in whole] + held if is_over else about
            broken.append((is_over, (reason, about), f"why k{reason}", named))
        twice = [place for is_over, place, *_ in broken if is_over]
        own = [
            {"reason": reason, "about": named}
            for is_over, place, reason, named in broken if is_over or place not in twice
        ]  # fmt: skip
        found = engine().call("faults", model, state)
        seen |= {*(is_over for is_over, *_ in broken), f"{len(own) < len(broken)}"}
        if own:
            assert [{key: one[key] for key in ("reason", "about")} for one in found] == own
        else:
            assert len(found) == (closure(counts, state) is None)
            seen.add(f"later {len(found)}")
    assert {False, "False", "later 0", "later 1"} <= seen
    assert family == "edges" or {True, "True"} <= seen


def bounds(count: Count, state: list[int]) -> tuple[list[int], int, int]:
    """Return the open literals of a count, and the fewest and the most of them that hold."""
    literals, sums = count
    left = [x for x in literals if not value(x, state)]
    held = sum(value(x, state) > 0 for x in literals)
    fits = [k for k in range(len(left) + 1) if held + k in (sums or range(1, len(literals) + 1))]
    return left, min(fits), max(fits)


def ruled_out(base: Count, cover: Count, state: list[int]) -> set[int]:
    """Return what a count rules out beyond those that it shares with another, by all its ways."""
    open_base, least, _ = bounds(base, state)
    open_cover, _, most = bounds(cover, state)
    alone = [x for x in open_base if x not in open_cover]
    shared = [x for x in open_base if x in open_cover]
    fewest = max(0, least - len(alone))
    if not shared or fewest < max(1, most):
        return set()
    return {-x for x in open_cover if x not in shared}


def test_counts_that_overlap_rule_out_the_rest() -> None:
    random, given = Random("covers"), 0
    for _ in range(1200):
        size = random.randint(5, 8)
        signs = [random.choice((1, 1, 1, -1)) for _ in range(size)]
        counts: list[Count] = []
        for _ in range(random.choice((2, 2, 3))):
            own = random.sample(range(size), random.randint(2, 5))
            sums = random.choice(([1], [1], [2], [2], [1, 2], [0, 1], None))
            counts.append(([(k + 1) * signs[k] for k in own], sums))
        state = [1, *(random.choice((0, 0, 0, -1, 1)) for _ in range(size))]
        if (state := closure(counts, state) or []) == []:
            continue
        pairs = [
            (len(a[0]), k, j)
            for k, a in enumerate(counts)
            for j, b in enumerate(counts)
            if k != j and ruled_out(a, b, state)
        ]
        model = told_model(size, counts)
        found = next_hint(model, state)
        if not pairs:
            assert found is None or found["chain"]
            continue
        given += 1
        assert (found["chain"], found["isBroken"]) == (0, False)
        [[base, cover], literals] = found["proof"][-1]
        least = min(pairs)[0]
        assert (len(counts[base][0]), base, cover) in pairs
        assert len(counts[base][0]) == least
        assert base == min(pairs)[1]
        assert {*literals} <= ruled_out(counts[base], counts[cover], state)
        names = [f"k{base}-k{cover}", f"k{base}-{(sums := counts[base][1] or [0, 1])[0]}", f"k{base}"]
        if len(sums) > 1:
            names[1] = f"k{base}-undefined"
        assert found["names"] == [*(f"overlap-{name}" for name in names), "overlap"]
        assert found["scope"] == [abs(x) - 1 for x in bounds(counts[base], state)[0]]
        assert found["about"][:len(counts[base][0])] == [abs(x) - 1 for x in counts[base][0]]
    assert given > 20


@pytest.mark.parametrize("length", [9, 10])
def test_only_of_counts_of_up_to_nine_cells_the_overlap_is_looked_for(length: int) -> None:
    """All cells of the first count but 30 are of the second, so that this has none beyond."""
    first: Count = ([*range(1, length + 1)], [1])
    second: Count = ([*range(1, length + 1), 20], [1])
    state = [1, *(0 if k <= length or k == 20 else -1 for k in range(1, 41))]
    found = next_hint(told_model(40, [first, second]), state)
    assert found["literals"] == [-20]
    assert (found["chain"] == 0) == (length == 9)


def test_an_assumption_that_is_refuted_soonest_is_the_hint() -> None:
    random, given, chains = Random("trials"), 0, set()
    for _ in range(600):
        size = random.randint(5, 8)
        counts = random_counts(random, size) + random_counts(random, size)
        counts = [one for one in counts if len(one[0]) > 1]
        state = closure(counts, [1] + [0] * size) or []
        if 0 not in state:
            continue
        model = told_model(size, counts)
        found = next_hint(model, state)
        if found is not None and not found["chain"]:
            continue
        trials = []
        for one in (y for x in range(1, size + 1) if not state[x] for y in (x, -x)):
            trial = [*state]
            trial[abs(one)] = 1 if one > 0 else -1
            made = engine().call("propagate", model, trial, [abs(one)], False)
            if made["broken"] is not None:
                trials.append((len(made["decided"]), one))
        if not trials:
            assert found is None
            continue
        given += 1
        _, one = min(trials, key=lambda pair: pair[0])
        assert found["literals"] == [-one]
        [[by, literals]] = found["proof"]
        assert literals == [-one]
        trial = [*state]
        trial[abs(one)] = 1 if one > 0 else -1
        few = [counts[k] for k in by]
        assert closure(few, trial) is None
        for k in range(len(few)):
            assert closure(few[:k] + few[k + 1 :], trial) is not None
        settled = engine().call("settle", model, trial, by)
        assert found["chain"] == len(settled["decided"]) + 1
        assert found["one"] == settled["broken"]
        assert found["reason"].endswith(f" after {found['chain']}.")
        chains.add(found["chain"])
    assert given > 20
    assert {2, 3, 4} <= chains
