"""Sentences of the player's hints about sums, directions and numbers that are left."""

import re
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

from tests.web.engine import Engine
from tests.web.test_hint_proofs import cells_in
from tests.web.test_hints import records

SAY = """(json, size, argument) => {
  const model = new Model(json, size);
  const one = argument.one === undefined ? undefined : model.globals[argument.one];
  return sentenceOf(model, { names: [], rule: "", scope: [], chain: 0, ...argument, one });
}"""


@cache
def engine() -> Engine:
    made = Engine("constraints/model.js", "constraints/sentences.js")
    made.define("say", SAY)
    return made


def say(record: dict[str, Any], **argument: Any) -> str:
    size = {name: record["puzzle"][name] for name in ("rows", "cols")}
    found: str = engine().call("say", record["model"], size, argument)
    return found


def rows_of(one: dict[str, Any]) -> list[list[int]]:
    """Return the literals of a total, of each cell in the order of its values."""
    width = len(one["values"])
    return [
        [*range(row, row + width)] if isinstance(row, int) else row for row in one["literals"]
    ]  # fmt: skip


def test_the_ways_of_a_sum_are_those_that_its_open_cells_have() -> None:
    random, named, silent = Random("sums"), 0, 0
    record = records("killer")[0][0]
    cols = record["puzzle"]["cols"]
    totals = [
        (k, one) for k, one in enumerate(record["model"]["globals"]) if one["type"] == "total"
    ]
    places, values = record["model"]["variables"][0][1:]
    cell_of = dict(enumerate(places, 1))
    for _ in range(500):
        at, one = random.choice(totals)
        rows = rows_of(one)
        before = [1] + [0] * len(values)
        held = []
        for row in rows:
            for literal in row:
                before[literal] = random.choice((0, 0, -1))
            if random.random() < 0.2:
                chosen = random.choice([k for k in range(len(row)) if one["values"][k] not in held])
                held.append(one["values"][chosen])
                for k, literal in enumerate(row):
                    before[literal] = 1 if k == chosen else -1
        left = [row for row in rows if not any(before[x] > 0 for x in row)]
        rest = one["total"] - sum(held)
        ways = {
            tuple(sorted(one["values"][k] for k in way))
            for way in product(range(len(one["values"])), repeat=len(left))
            if len({*way}) == len(way)
            and not {one["values"][k] for k in way} & {*held}
            and sum(one["values"][k] for k in way) == rest
            and all(before[row[k]] >= 0 for row, k in zip(left, way, strict=True))
        }
        literals = [-x for row in left for x in row if not before[x] and random.random() < 0.4]
        if not literals:
            continue
        used = {values[-x - 1] for x in literals}
        text = say(record, literals=literals, names=["cage"], one=at, before=before)
        expected = len(left) > 1 and len(ways) <= 3 and not used & {k for way in ways for k in way}
        assert (" must add up to " in text) == expected, (text, ways, literals)
        if not expected:
            silent += 1
            continue
        named += 1
        start, end = text.split(" must add up to ")
        number, sets = end.removesuffix(" will do.").split(": only ")
        assert int(number) == rest
        assert {*filter(None, sets.split(" or "))} == {"+".join(map(str, way)) for way in ways}
        assert cells_in(start.lower(), cols) == {cell_of[row[0]] for row in left}
    assert named > 5 < silent


def family_of(record: dict[str, Any]) -> tuple[list[tuple[int, ...]], list[int]]:
    """Return the place and the value of each variable."""
    found: list[tuple[int, ...]] = []
    values: list[int] = []
    for family, places, *rest in record["model"]["variables"]:
        width = 2 if family in ("edges", "borders", "strokes") else 1
        found += [tuple(places[k : k + width]) for k in range(0, len(places), width)]
        values += (rest[0] if rest else None) or [1] * (len(places) // width)
    return found, values


SIDES = {"left": "L", "right": "R", "top": "U", "bottom": "D", "up": "U", "down": "D"}
NAMED = re.compile(
    r"((?:(?:left|right|top|bottom|up|down)(?:, | and )?)+)(?: sides?)? (?:of|from) "
    r"row (\d+), column (\d+)"
)


@pytest.mark.parametrize("kind", ["slitherlink", "masyu"])
def test_lines_are_named_by_their_direction_from_a_cell(kind: str) -> None:
    random, record = Random(kind), records(kind)[0][0]
    places, _ = family_of(record)
    rows, cols = record["puzzle"]["rows"], record["puzzle"]["cols"]
    at = {place: variable for variable, place in enumerate(places, 1)}

    def beside(row: int, col: int, way: str) -> int:
        if kind == "slitherlink":
            corner = row * (cols + 1) + col
            below = corner + cols + 1
            sides = {"U": (corner, corner + 1), "D": (below, below + 1), "L": (corner, below)}
            return at[sides.get(way, (corner + 1, below + 1))]
        cell = row * cols + col
        other = cell + {"U": -cols, "D": cols, "L": -1, "R": 1}[way]
        return at[(min(cell, other), max(cell, other))]

    for _ in range(80):
        literals = random.sample(range(1, len(places) + 1), random.choice((1, 2, 3)))
        scope = random.sample(range(rows * cols), random.choice((0, 1)))
        text = say(record, literals=literals, names=["corner"], scope=scope)
        conclusion, _, _ = text.partition(":")
        named = [
            beside(int(row) - 1, int(col) - 1, SIDES[word])
            for words, row, col in NAMED.findall(conclusion)
            for word in re.findall(r"\w+", words)
            if word != "and"
        ]
        assert sorted(named) == sorted(literals), text
        if kind == "slitherlink":
            words = re.findall("the ([a-z, ]+) (sides?) of", conclusion)
            assert all((" and " in ways) == (side == "sides") for ways, side in words)
        cells = [(row, col) for _, row, col in NAMED.findall(conclusion)]
        assert len(cells) == len({*cells})


def test_bridges_are_counted_as_what_is_known_allows() -> None:
    random, record, said = Random("bridges"), records("hashi")[0][0], set()
    places, values = family_of(record)
    words = {1: "one", 2: "two", 3: "three", 4: "four"}
    for _ in range(100):
        variable = random.randrange(len(places))
        before = [1, *(random.choice((0, 1, -1)) for _ in places)]
        is_on, value = random.random() < 0.5, values[variable]
        count = value if is_on else value - 1
        next_ = variable + (1 if is_on else -1)
        has_next = 0 <= next_ < len(places) and places[next_] == places[variable]
        is_exact = (
            not has_next or before[next_ + 1] < 0 if is_on
            else has_next and before[next_ + 1] > 0
        )  # fmt: skip
        text = say(record, literals=[(variable + 1) * (1 if is_on else -1)], before=before)
        form = "" if is_exact else "at least " if is_on else "at most "
        expected = f"{form}{words[count]} bridge" if count else "no bridge"
        assert text.lower().startswith(expected), (text, expected)
        said.add(form if count else "no")
    assert said == {"", "at least ", "at most ", "no"}


def test_few_numbers_that_are_left_are_named_instead_of_many_ruled_out() -> None:
    random, record, named = Random("left"), records("suguru")[0][0], 0
    places, values = family_of(record)
    cells = {place[0] for place in places}
    for _ in range(100):
        own = random.sample(sorted(cells), random.choice((1, 1, 2)))
        before = [1, *(random.choice((0, -1)) for _ in places)]
        rows = {c: [k for k, (p,) in enumerate(places, 1) if p == c] for c in own}
        numbers = random.sample(range(1, 6), random.randint(1, 4))
        literals = [-k for c in own for k in rows[c] if values[k - 1] in numbers]
        if not all(any(-k in literals for k in rows[c]) for c in own):
            continue
        left = {
            tuple(values[k - 1] for k in rows[c] if -k not in literals and before[k] >= 0)
            for c in own
        }
        text = say(record, literals=literals, names=["cage"], before=before)
        ruled_out = {values[-x - 1] for x in literals}
        (some, *others) = left
        if not others and 0 < len(some) <= 3 and len(some) < len(ruled_out):
            form = r"^Only (.*) can go in" if len(some) > 1 else r"^(.*) goes in"
            match = re.match(form, text)
            assert match, (text, some)
            assert [int(one) for one in re.findall(r"\d+", match[1])] == sorted(some)
            named += 1
        elif some or others:
            match = re.match(r"^(.*) cannot go in", text)
            assert match, (text, left)
            assert [int(one) for one in re.findall(r"\d+", match[1])] == sorted(ruled_out)
    assert named > 5


def test_longer_trials_are_named_as_such_and_only_places_that_there_are() -> None:
    random, record = Random("trials"), records("suguru")[0][0]
    texts = record["model"]["texts"]
    forms = {
        name: re.compile(re.sub(r"\\{\w+\\}", ".*", re.escape(text)), re.IGNORECASE)
        for name, text in texts.items() if name.startswith("trial")
    }  # fmt: skip
    for chain in range(1, 12):
        for scope in ([], random.sample(range(9), 1), random.sample(range(9), 3)):
            form = "trial-long" if chain > 6 else "trial"
            if not scope:
                form += "-open"
            elif chain == 1:
                form += "-now"
            text = say(record, literals=[1], names=["x"], scope=scope, chain=chain, rule="why")
            assert [name for name, fit in forms.items() if fit.fullmatch(text)] == [form], text
            assert (f"{chain} steps later" in text) == ("{count}" in texts[form]), text
            places = cells_in(text.partition("opposite")[2], record["puzzle"]["cols"])
            assert places == {*scope}


def test_a_line_is_named_where_all_cells_are_in_it() -> None:
    random, record = Random("lines"), records("suguru")[0][0]
    rows, cols = record["puzzle"]["rows"], record["puzzle"]["cols"]
    model = record["model"] | {"texts": record["model"]["texts"] | {"x": "all of <{line}>"}}
    seen = set()
    for _ in range(100):
        row, col = random.randrange(rows), random.randrange(cols)
        line = random.choice(([row * cols + k for k in range(cols)],
                              [k * cols + col for k in range(rows)]))  # fmt: skip
        scope = random.sample(random.choice((line, range(rows * cols))), random.randint(1, 3))
        text = say(record | {"model": model}, literals=[1], names=["x"], scope=scope)
        named = re.search("<(.*)>", text)
        own_rows, own_cols = {cell // cols for cell in scope}, {cell % cols for cell in scope}
        expected = (
            f"row {min(own_rows) + 1}" if len(own_rows) == 1
            else f"column {min(own_cols) + 1}" if len(own_cols) == 1 else ""
        )  # fmt: skip
        assert named
        assert named[1] == expected
        seen.add(expected.split(" ")[0])
    assert seen == {"row", "column", ""}


def test_sums_of_up_to_five_cells_with_up_to_three_ways_are_listed() -> None:
    random, record, listed = Random("ways"), records("kakuro")[2][0], set()
    places, _ = family_of(record)
    first = [*range(1, len(places) + 1, 9)]
    for _ in range(400):
        rows = [[*range(at, at + 9)] for at in random.sample(first, random.randint(2, 6))]
        most = 4 if len(rows) < 5 else 2
        allowed = [random.sample(range(1, 10), random.randint(1, most)) for _ in rows]
        before = [1] + [-1] * len(places)
        for row, values in zip(rows, allowed, strict=True):
            for value in values:
                before[row[value - 1]] = 0
        fits = [way for way in product(*allowed) if len({*way}) == len(way)]
        if not fits:
            continue
        total = sum(random.choice(fits))
        ways = {tuple(sorted(way)) for way in fits if sum(way) == total}
        out = {value for values in allowed for value in values} - {k for way in ways for k in way}
        if not out:
            continue
        one = {"type": "total", "literals": rows, "values": [*range(1, 10)], "total": total}
        model = record["model"] | {"globals": [one | {"reason": 0, "about": []}]}
        literals = [
            -row[value - 1] for row, values in zip(rows, allowed, strict=True)
            for value in values if value in out
        ]  # fmt: skip
        text = say(record | {"model": model}, literals=literals, names=["x"], one=0, before=before)
        is_listed = len(rows) <= 5 and len(ways) <= 3
        assert (" must add up to " in text) == is_listed, (text, ways)
        if is_listed:
            sets = text.split(": only ")[1].removesuffix(" will do.").split(" or ")
            assert {*sets} == {"+".join(map(str, way)) for way in ways}
        listed |= {("cells", len(rows), is_listed), ("ways", len(ways), is_listed)}
    assert {("cells", 5, True), ("cells", 6, False), ("ways", 3, True)} <= listed
    assert {("ways", 4, False), ("ways", 1, False)} <= listed


def test_three_numbers_that_are_left_of_many_are_named() -> None:
    record = records("kakuro")[2][0]
    for left in range(1, 6):
        literals = [-k for k in range(left + 1, 10)]
        before = [1] + [0] * len(family_of(record)[0])
        text = say(record, literals=literals, names=["x"], before=before)
        numbers = [int(one) for one in re.findall(r"\d+", re.split(" goes | can", text)[0])]
        assert numbers == [*(range(1, left + 1) if left <= 3 else range(left + 1, 10))]
