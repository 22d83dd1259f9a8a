"""Which hint comes next: against a naive search for it in small random models."""

from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from tests.web.engine import Engine
from tests.web.test_deductions import (
    CALLS,
    Count,
    closure,
    define_calls,
    forced,
    model_of,
    random_counts,
    random_state,
    value,
)

HINTS = {name: CALLS[name] for name in ("propagate", "settle")} | {
    "faults": "(model, state) => findFaults(model, Int8Array.from(state))",
    "answer": "(model) => [...(answerOf(model) ?? [])]",
    "hint": """(model, state, seen, isExact) => tellHint(
      model, Int8Array.from(state), (one) => !seen || seen.includes(one), (all) => all, isExact)""",
    "next": """(model, state, seen) => {
      const found = deduceNext(model, Int8Array.from(state), (one) => !seen || seen.includes(one));
      const proof = found?.proof?.map(({ of, forced }) => [of.map(({ at }) => at), forced]);
      return found && { ...found, one: found.one.at, proof };
    }""",
}


@cache
def hints() -> Engine:
    made = Engine("constraints/hints.js")
    define_calls(made, HINTS)
    return made


TEXTS = {
    "rule": "?", "on": "{cells} yes", "off": "{cells} no", "because": "{conclusion}: {why}.",
    "place": "{col}", "place-row": "{others}", "place-col": "{others}", "and": "+",
    "trial": "{conclusion} after {count}.", "trial-open": "{conclusion} after {count}.",
    "trial-long": "{conclusion} after {count}.",
    "trial-long-open": "{conclusion} after {count}.", "trial-now": "{conclusion} now.",
    **{f"way-{way}": way for way in "LRUD"}, "way": "{sides} {at}", "ways": "{sides} {at}",
    "together": "{conclusion}: all.", "or": "/", "line-row": "row", "line-col": "column",
}  # fmt: skip


def named_model(
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
    return hints().call("next", model, state, seen)


@pytest.mark.parametrize("family", ["cells", "numbers"])
def test_the_shortest_count_that_shows_something_is_given_and_plain_ones_are_not(
    family: str,
) -> None:
    """Plain is what is only said of single cells, and of numbers what a written one rules out.

    Of what is plain only a cell that is to be filled is shown, and before all else.
    """
    random, given, silent, facts = Random("plain"), 0, 0, 0
    for _ in range(400):
        size = random.randint(2, 6)
        counts, state = random_counts(random, size), random_state(random, size)
        if (closed := closure(counts, state)) is None or closed == state:
            continue
        reasons = [random.randrange(len(counts)) for _ in counts]
        many = {r for r, (literals, _) in zip(reasons, counts, strict=True) if len(literals) > 1}
        marks = [(random.randrange(3), k) for k in range(1, size + 1)]
        model = named_model(size, counts, reasons)
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
        plain = [
            (at, one)
            for at, count in enumerate(counts)
            if is_plain(at)
            for one in forced(count, state) or ()
            if one > 0 and one in seen
        ]
        if plain:
            at = plain[0][0]
            assert (found["one"], found["chain"]) == (at, 0)
            assert found["literals"][0] in [one for by, one in plain if by == at]
            assert found["reason"].endswith(f"why k{reasons[at]}.")
            facts += 1
            continue
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
        new = forced(counts[at], known) or set()
        out = [x for y in counts[at][0] for x in (y, -y) if x in new and x in seen]
        if family == "numbers":
            kinds = {x: (x > 0, marks[abs(x) - 1][0]) for x in out}
            lists = {x: [marks[abs(y) - 1][1] for y in out if kinds[y] == kinds[x]] for x in out}
        else:
            lists = {x: [1] for x in out}
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
    assert facts > 5 or family == "numbers"
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
        found = next_hint(named_model(40, counts), off(30, 31, 32), [*range(11, 18)])
        at = counts.index(after_one[1])
        assert (found["one"], found["literals"], found["chain"]) == (at, [17], 0)
        assert found["proof"] == [[[0], [1]], [[at], [17]]]
        assert found["reason"] == f"1 yes: why k0. 17 yes: why k{at}."
        assert {0, 16} <= {*found["about"]}
    # Of those that need as many, the one with the fewest sentences.
    counts = [*silent, after_two[0], ([-3, -4, 18, 30], None)]
    for reasons, at in (([0, 1, 2, 2, 3, 4], 5), ([0, 1, 2, 3, 4, 5], 4)):
        found = next_hint(named_model(40, counts, reasons), off(30), [11, 18])
        assert found["one"] == at


def test_what_is_found_together_for_one_general_reason_is_one_sentence() -> None:
    counts: list[Count] = [
        ([30, 1], [1]), ([30, 2], [1]), ([-1, 3, 30], None), ([-1, -2, -3, 4], None),
    ]  # fmt: skip
    for texts, expected in (
        ({}, "1+2 yes: why k0. 3 yes: why k0. 4 yes: why k1."),
        ({"k0": "at {at}"}, "1 yes: at 1+30. 2 yes: at 2+30. 3 yes: at 1, 3+30. 4 yes: why k1."),
        ({"k0": "for {number}"}, "1 yes: for 1. 2 yes: for 1. 3 yes: ?. 4 yes: why k1."),
        (
            {"k0": "in the {line}"},
            "1 yes: in the row. 2 yes: in the row. 3 yes: in the row. 4 yes: why k1.",
        ),
        ({"k0-off": "by {at}"}, "1 yes: why k0. 2 yes: why k0. 3 yes: why k0. 4 yes: why k1."),
    ):
        model = named_model(40, counts, [0, 0, 0, 1], **texts)
        found = next_hint(model, off(30), [4])
        assert found["reason"] == expected
        assert found["sentences"] == expected.count(".")
        assert [by for by, _ in found["proof"]] == [[0], [1], [2], [3]]


@pytest.mark.parametrize("length", range(1, 9))
def test_up_to_five_sentences_are_given_and_more_are_one(length: int) -> None:
    counts: list[Count] = [([30, 1], [1]), *(([k, -k - 1], [1]) for k in range(1, length))]
    found = next_hint(named_model(40, counts), off(30), [length])
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
        model = named_model(size, counts, reasons)
        abouts = [[*range(size)], [0, size]]
        for row in model["counts"]:
            row[3] = random.choice(abouts)
        if family != "cells":
            places = [*range(size)] if family == "numbers" else [*range(2 * size)]
            model["variables"] = [[family, places, [*range(1, size + 1)]]]
        if closure(counts, state) is None:
            assert next_hint(model, state)["isBroken"]
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
        found = hints().call("faults", model, state)
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
            sums = random.choice(([1], [1], [2], [2], [1, 2], [0, 1], [1, 3], [1, 4], None))
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
        model = named_model(size, counts)
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
        names = [
            f"k{base}-k{cover}",
            f"k{base}-{(sums := counts[base][1] or [0, 1])[0]}",
            f"k{base}",
        ]
        if len(sums) > 1:
            names[1] = f"k{base}-undefined"
        assert found["names"] == [*(f"overlap-{name}" for name in names), "overlap"]
        assert found["scope"] == [abs(x) - 1 for x in bounds(counts[base], state)[0]]
        assert found["about"][: len(counts[base][0])] == [abs(x) - 1 for x in counts[base][0]]
    assert given > 20


@pytest.mark.parametrize("length", [9, 10])
def test_only_of_counts_of_up_to_nine_cells_the_overlap_is_looked_for(length: int) -> None:
    """All cells of the first count but 30 are of the second, so that this has none beyond."""
    first: Count = ([*range(1, length + 1)], [1])
    second: Count = ([*range(1, length + 1), 20], [1])
    state = [1, *(0 if k <= length or k == 20 else -1 for k in range(1, 41))]
    found = next_hint(named_model(40, [first, second]), state)
    assert found["literals"] == [-20]
    assert (found["chain"] == 0) == (length == 9)


@pytest.mark.parametrize("family", ["cells", "numbers", "edges"])
def test_an_assumption_that_is_refuted_soonest_is_the_hint(family: str) -> None:
    """Its steps are the decisions until then, of numbers those that can be written."""
    random, given, chains = Random("trials"), 0, set()
    names: set[str] = set()
    for _ in range(400):
        size = random.randint(5, 8)
        counts = random_counts(random, size) + random_counts(random, size)
        counts = [one for one in counts if len(one[0]) > 1]
        state = closure(counts, [1] + [0] * size) or []
        if 0 not in state:
            continue
        model = named_model(size, counts)
        model["variables"] = [[family, [*range(size)], [1] * size]]
        if family == "edges":
            model["variables"] = [[family, [k // 2 for k in range(2 * size)], [1, 2] * size]]
            model["keys"][:2] = ["edge", "edge"]
        found = next_hint(model, state)
        if found is not None and not found["chain"]:
            continue
        trials = []
        for one in (y for x in range(1, size + 1) if not state[x] for y in (x, -x)):
            trial = [*state]
            trial[abs(one)] = 1 if one > 0 else -1
            made = hints().call("propagate", model, trial, [abs(one)], False)
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
        settled = hints().call("settle", model, trial, by)
        steps = [x for x in settled["decided"] if x > 0 or family != "numbers"]
        assert found["chain"] == len(steps) + 1
        assert found["one"] == settled["broken"]
        assert found["reason"].endswith(f" after {len(steps) + 1}." if steps else " now.")
        chains.add(found["chain"])
        if family == "edges":  # how many bridges lead from the islands that refute it
            islands = [sums for k in by if k > 1 for sums in counts[k][1] or [""]]
            is_rest = len(by) - len(islands) < 2 and len(islands) < 2
            form = "rest" if is_rest else "-".join(map(str, islands))
            key = model["keys"][found["one"]]
            assert found["names"][0] == f"{key}-{form}"
            assert key in found["names"][1:]
            names.add(form)
    assert given > 20
    assert {2, 3, 4} <= chains
    assert family != "edges" or {"rest", "0-1"} <= names


NUMBERS = {"on": "{digit} at {cells}", "off": "not {digit} at {cells}", "k1-has": "has it"}


def number_model(counts: list[Count], reasons: list[int]) -> dict[str, Any]:
    """Return cells with numbers up to 4: variables 1 to 4 are of the first."""
    texts = {**NUMBERS, "numbers-on": NUMBERS["on"], "numbers-only": "only {digit} at {cells}"}
    places, values = [k // 4 for k in range(40)], [k % 4 + 1 for k in range(40)]
    model = named_model(40, counts, reasons, **texts)
    return model | {"variables": [["numbers", places, values]], "blank": 99}


def test_what_a_written_number_rules_out_is_given_where_more_follows() -> None:
    cell: Count = ([5, 6, 7, 8], [1])
    row: Count = ([1, 5], [0, 1])
    state = [1, 1] + [0] * 39
    at_once = next_hint(number_model([row, cell], [1, 0]), [1, 1, *[0] * 4, -1, -1, *[0] * 33])
    assert (at_once["reason"], at_once["literals"]) == ("4 at 2: why k0.", [8])
    three: list[Count] = [row, ([5, -6], None), cell]
    found = next_hint(number_model(three, [1, 2, 0]), [*state[:7], -1, *state[8:]], [8])
    assert found["reason"] == "Not 1 at 2: has it. Not 2 at 2: why k2. 4 at 2: why k0."
    assert found["proof"] == [[[0], [-5]], [[1], [-6]], [[2], [8]]]
    # What is left is the conclusion, which is given once.
    both: list[Count] = [row, ([5, -6, -7], [2]), cell]
    found = next_hint(number_model(both, [1, 2, 0]), state, [*range(1, 41)])
    assert found["reason"] == "Not 1 at 2: has it. 4 at 2: why k2."
    found = next_hint(number_model(both, [1, 2, 0]), off(5), [*range(1, 41)])
    assert found["reason"] == "4 at 2: why k2."


@pytest.mark.parametrize("length", [3, 4, 5, 6])
def test_where_much_is_to_be_said_what_is_written_is_left_to_be_seen(length: int) -> None:
    cells = [4 * k + 1 for k in range(length)]
    silent: list[Count] = [([a, -b], None) for a, b in pairwise(cells)]
    counts: list[Count] = [([38, 1], [1]), *silent, ([cells[-1], 37], None)]
    model = number_model(counts, [1, *range(2, length + 2)])
    found = next_hint(model, [1, *(int(k == 38) for k in range(1, 41))], [37])
    each = [f"Not 1 at {k}: why k{k}." for k in range(2, length + 1)]
    whole = ["Not 1 at 1: has it.", *each, f"1 at 10: why k{length + 1}."]
    if length > 5:
        assert found["reason"] == "1 at 10: all."
    else:
        assert found["reason"] == " ".join(whole if length < 5 else whole[1:])
    assert found["sentences"] == length + (length < 5)


def test_what_is_not_as_in_the_answer_comes_before_deductions_and_these_before_the_answer() -> None:
    random, keys = Random("answers"), set()
    for _ in range(300):
        size = random.randint(2, 5)
        counts, state = random_counts(random, size), random_state(random, size)
        model = named_model(size, counts) | {"blank": 99}
        family = random.choice(("cells", "cells", "numbers"))
        if family == "numbers":
            model["variables"] = [[family, [*range(size)], [*range(3, 3 + size)]]]
        seen = [one for one in range(-size, size + 1) if one and random.random() < 0.6]
        answer = hints().call("answer", model)
        found = hints().call("hint", model, state, seen)
        inexact = hints().call("hint", model, state, seen, False)
        deduced = next_hint(model, state, seen)
        wrong = [k for k in range(1, size + 1) if answer and state[k] not in (0, answer[k])]
        key = inexact and inexact["message"]["key"]
        assert (key is None) == (deduced is None)
        if deduced is not None:
            trial = "hint_trial" if deduced["chain"] else "hint_why"
            assert key == ("hint_broken" if deduced["isBroken"] else trial)
            assert inexact["cells"] == deduced["about"]
            if not deduced["isBroken"]:
                assert inexact["changes"] == deduced["literals"]
        if wrong:
            numbers = [k for k in wrong if state[k] > 0] if family == "numbers" else []
            assert found["message"]["key"] == ("hint_wrong_number" if numbers else "hint_wrong")
            assert found["cells"] == [k - 1 for k in numbers[:1] or wrong]
            if numbers:
                assert found["message"]["values"]["number"] == numbers[0] + 2
            key = f"{family} wrong"
        elif deduced is not None:
            assert found == inexact
        else:
            left = [k * answer[k] for k in range(1, size + 1) if answer and not state[k]]
            left = [one for one in left if one in seen]
            shown = [one for one in left if one > 0] or left
            assert (found is None) == (not shown)
            if found is not None:
                assert found["message"]["key"] == "hint_why"
                assert found["changes"] == shown[:1]
                own = {abs(shown[0]) - 1}
                by = [
                    {abs(x) - 1 for x in one[0]}
                    for one in counts
                    if shown[0] in (forced(one, state) or ())
                ]
                assert {*found["cells"]} in [own, *(own | cells for cells in by)]
                key = f"shown {len(left)}"
        keys.add(key)
    assert {"hint_broken", "hint_why", "cells wrong", "numbers wrong", "shown 1", None} <= keys


def with_graphs(model: dict[str, Any], *rows: list[int]) -> dict[str, Any]:
    """Return a model in which the cells of each row are connected by their neighbours in it."""
    graphs = [
        {"type": "connected", "nodes": nodes, "reason": 0,
         "edges": [x for k in range(len(nodes) - 1) for x in (0, k, k + 1)]}
        for nodes in rows
    ]  # fmt: skip
    return model | {"globals": graphs}


def test_of_graphs_the_first_that_draws_something_is_given() -> None:
    model = with_graphs(named_model(40, [([40], [1])]), [11, 12, 13], [-5, -6, -7], [1, 2, 3])
    for state, at, literals in (
        ({11: 1, 13: 1, 1: 1, 3: 1, 5: -1, 7: -1}, 1, [12]),
        ({1: 1, 3: 1, 5: -1, 7: -1}, 3, [2]),
        ({5: -1, 7: -1}, 2, [-6]),
    ):
        now = [1, *(state.get(k, 0) for k in range(1, 41))]
        found = next_hint(model, now, [*range(-39, 40)])
        assert (found["one"], found["literals"], found["names"]) == (at, literals, ["k0"])
        assert (found["chain"], found["isBroken"]) == (0, False)
    # Negated literals draw nothing where they are ruled out; the first variable draws something.
    model = with_graphs(named_model(40, [([40], [1])]), [-5, -6, -7], [2, 1, 3])
    now = [1, *({2: 1, 3: 1, 5: -1, 7: -1}.get(k, 0) for k in range(1, 41))]
    assert next_hint(model, now, [*range(-39, 40)])["literals"] == [1]
    now[1] = -1
    broken = next_hint(model, now)
    assert (broken["isBroken"], broken["about"]) == (True, [2])
    assert [one["reason"] for one in hints().call("faults", model, now)] == ["why k0"]


def test_a_pattern_is_named_from_its_own_name_to_that_of_its_form() -> None:
    rows = [[3 * k + 1, 3 * k + 2, 3 * k + 3] for k in range(3)]
    model = named_model(9, [([1, 9], [0, 1])])
    model |= {"variables": [["numbers", [k // 3 for k in range(9)], [1, 2, 3] * 3]], "blank": 99}
    model["globals"] = [{"type": "different", "literals": rows, "reason": 0, "about": [0, 1, 2]}]
    found = next_hint(model, [1, *(-int(k in (3, 6)) for k in range(1, 10))])
    assert found["names"] == ["k0-hidden-1", "hidden-1", "hidden", "k0"]
    assert (found["literals"], found["scope"]) == ([-7, -8], [2])


def test_what_counts_refute_is_given_before_what_graphs_refute() -> None:
    """Cells 3 and 6 are refuted by graphs after few deductions, 20 by counts after many."""
    by_graphs: list[Count] = [([2, 4], [0, 1]), ([3, -6], [1])]
    links = [(20, 21), (21, 22), (22, 23), (23, 24), (24, 25), (25, 26), (26, -20)]
    by_counts: list[Count] = [([-a, b], None) for a, b in links]
    now = [1, *(int(k in (1, 5)) for k in range(1, 41))]
    for counts in (by_graphs, by_graphs + by_counts):
        found = next_hint(with_graphs(named_model(40, counts), [1, 2, 3], [5, 4, 6]), now)
        assert found["chain"] > 1
        assert abs(found["literals"][0]) in ((20, 26) if len(counts) > 2 else (3, 6))
