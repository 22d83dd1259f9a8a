"""What the sentence of a step claims, judged from the constraints that it names.

A step names a constraint by its reason and by cells. `follows` looks for a way to keep just these
constraints, on the board as the reader has it, without what the step concludes. Slow and obvious:
nothing here is shared with the propagator or with the steps.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations

from pipeline.kinds.kit.telling.deduction import Decision, Step
from pipeline.kinds.kit.telling.sentences import Texts
from pipeline.kinds.kit.words.base import Global, flat
from pipeline.kinds.kit.words.choice.rule import Choice
from pipeline.kinds.kit.words.consecutive.rule import Consecutive
from pipeline.kinds.kit.words.core import MOST_SUM, Count, Mark, Model
from pipeline.kinds.kit.words.different.rule import AllDifferent
from pipeline.kinds.kit.words.regions.rule import Regions
from tests.naive.broken import Known, is_broken, value_of, walks


class Reader:
    """The board of somebody who has read the steps so far."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.known: Known = {}
        self.is_silent = model.marks[0].family == "numbers"
        self.variables = {mark: k for k, mark in enumerate(model.marks, 1)}
        for count in model.counts:
            if len(count.literals) == 1:
                self.learn(forced(count, self.known))

    def literal(self, one: Decision) -> int:
        """Return what a decision states of its variable."""
        place = one.place or one.cells
        variable = self.variables[Mark(one.family, place, one.value)]  # type: ignore[arg-type]
        return variable if one.least else -variable

    def learn(self, literals: Iterable[int]) -> None:
        self.known.update({abs(literal): literal > 0 for literal in literals})

    def look(self) -> None:
        """Rule out, as notes in the cells do, the numbers that single counts rule out."""
        size = -1
        while self.is_silent and size < len(self.known):
            size = len(self.known)
            for count in self.model.counts:
                found = forced(count, self.known)
                if all(literal < 0 for literal in found):
                    self.learn(found)
            for one in self.model.globals:  # which numbers are too far is seen as well
                if isinstance(one, Consecutive):
                    self.learn(
                        -row[k] for k, cells in enumerate(walks(one, self.known))
                        for cell, row in enumerate(one.literals) if cell not in cells
                    )  # fmt: skip

    def cells(self, variable: int) -> set[int]:
        mark = self.model.marks[variable - 1]
        if mark.family == "borders":
            return {*self.model.grid.cells_beside((mark.place[0], mark.place[1]))}
        return {*mark.place}

    def open_cells(self, count: Count) -> set[int]:
        left = (abs(x) for x in count.literals if abs(x) not in self.known)
        return {cell for variable in left for cell in self.cells(variable)}


def allows(count: Count, number: int) -> bool:
    return bool(count.sums >> min(number, MOST_SUM) & 1)


def forced(count: Count, known: Known) -> list[int]:
    """Return the open literals, with their signs, of a count that leaves them one way."""
    values = [value_of(x, known) for x in count.literals]
    left = [x for x, value in zip(count.literals, values, strict=True) if value is None]
    held = values.count(True)
    fits = [k for k in range(len(left) + 1) if allows(count, held + k)]
    if fits == [0]:
        return [-x for x in left]
    return left if fits == [len(left)] else []


def key_of(one: Decision, texts: Texts) -> str:
    """Return the key of the text that gives the reason of a decision."""
    sign = "on" if one.least else "off"
    names = (key for name in (*one.names, one.reason) for key in (f"{name}-{sign}", name))
    has_number = one.number is not None
    keys = (key for key in names if key in texts and (has_number or "{number}" not in texts[key]))
    return next(keys, "rule")


def is_true(reader: Reader, step: Step, one: Decision, texts: Texts) -> bool:
    """Return whether a decision follows from what its sentence names.

    That is the constraint of its reason, or the assumption that breaks one, and the framed cells.
    """
    literal, key = reader.literal(one), key_of(one, texts)
    seen = {*one.cells, *one.about, *one.facts}
    if step.assumed is not None:
        if key.startswith("fish"):
            return _is_fish(reader, one)
        if key != "rule":  # a pattern of clues alone
            clues = [x for x in reader.model.counts if {*x.about} <= {*one.facts}]
            return follows(clues, [], {}, literal)
        if step.rounds != 1:  # the sentence has only the length of a trial
            return True
        reason, cells = step.assumed.reason, step.assumed.about
        counts = [x for x in reader.model.counts if (x.reason, x.about) == (reason, cells)]
        globals_ = [x for x in reader.model.globals if x.reason == reason]
        return follows(counts, globals_, reader.known, literal)
    if one.reason == "set":
        return _is_set(reader, one, key)
    if not _is_there(reader, one, key):
        return False
    if one.reason == "overlap":
        return follows([*_overlapping(reader, one, key)], [], reader.known, literal)
    counts = [x for x in reader.model.counts if (x.reason, x.about) == (one.reason, one.about)]
    globals_ = [x for x in reader.model.globals if x.reason == one.reason]
    if "-only" not in key:
        globals_ = [x for x in globals_ if x.about in ((), one.about)]
    known = {k: value for k, value in reader.known.items() if reader.cells(k) <= seen}
    named = [*(([x], []) for x in counts), *(([], [x]) for x in globals_)]
    return _is_pattern(reader, one, key) and any(follows(*x, known, literal) for x in named)


def _is_pattern(reader: Reader, one: Decision, key: str) -> bool:
    """Return whether the words of a text that is not only about a constraint are true."""
    name = key.removesuffix("-on").removesuffix("-off").rpartition("-")[2]
    about, known = {*one.about}, reader.known
    filled = {cell for mark, k in reader.variables.items() if known.get(k) for cell in mark.place}
    if name == "full":
        return about - {*one.cells} <= filled and not filled & {*one.cells}
    if name == "only":
        return len(about) == one.number and any(
            [{*area} for area, option in zip(x.areas, x.options, strict=True)
             if all(value_of(y, known) is not False for y in option)] == [about]
            for x in reader.model.globals
            if isinstance(x, Choice) and x.reason == one.reason
        )  # fmt: skip
    if name in ("between", "from", "alone") and key.startswith("next"):
        return _is_next(reader, one, name)
    if name not in ("complete", "between"):
        return True
    (regions,) = [x for x in reader.model.globals if isinstance(x, Regions)]
    place = {cell: k for k, x in enumerate(regions.nodes) for cell in reader.cells(abs(x))}
    present = {c for c, k in place.items() if value_of(regions.nodes[k], known) or regions.sizes[k]}
    near = {*reader.model.grid.neighbours(one.cells[0])}
    given = [cell for cell in about if regions.sizes[place[cell]]]
    if not about <= present or not near & about:
        return False
    if name == "complete":
        return len(given) == 1 and regions.sizes[place[given[0]]] == len(about)
    return len(given) > 1


def _is_next(reader: Reader, one: Decision, name: str) -> bool:
    """Return whether a number is the only one for its cell, or has one place between others."""
    chain = next(x for x in reader.model.globals if isinstance(x, Consecutive))
    ways = walks(chain, reader.known)
    if name == "alone":
        return [k for k, cells in enumerate(ways, 1) if cells & {*one.cells}] == [one.value]
    numbers = {
        mark.value: mark.place[0] for mark, k in reader.variables.items() if reader.known.get(k)
    }
    below = max((x for x in numbers if x < one.value), default=0)
    above = min((x for x in numbers if x > one.value), default=0)
    bounds = [x for x in (below, above) if x]
    is_well = [*one.left] == bounds and {*one.about} == {numbers[x] for x in bounds}
    return (
        is_well
        and len(bounds) == (2 if name == "between" else 1)
        and (ways[one.value - 1] == {*one.cells})
    )


def _is_there(reader: Reader, one: Decision, key: str) -> bool:
    """Return whether a line is where the text of a pattern has it."""
    grid, place = reader.model.grid, key.removesuffix("-on").removesuffix("-off").rpartition("-")[2]
    rows, cols = grid.rows, grid.cols
    ends = [divmod(cell, cols) for cell in one.about]
    if one.family == "edges" and place == "edge":  # of a pearl: inwards if black, along if white
        (row, _), *_ = ends
        is_down = one.cells[1] - one.cells[0] == cols
        return is_down == ((row in (0, rows - 1)) == key.startswith("black")) or one.least == 0
    if not key.startswith("overlap-") or place not in ("corner", "adjacent", "diagonal"):
        return True
    if place == "corner":  # the sides of the board
        return one.cells == one.about
    is_flat, (top, bottom) = one.place[1] == one.place[0] + 1, ends
    if place == "adjacent":  # the side between two cells, and those opposite
        return is_flat == (top[1] == bottom[1]) and not {*one.about}.isdisjoint(one.cells)
    shared = bottom[0] * (cols + 1) + max(top[1], bottom[1])
    return shared not in one.place and not {*one.about}.isdisjoint(one.cells)


def _overlapping(reader: Reader, one: Decision, key: str) -> Iterator[Count]:
    """Yield the counts at cells that a decision names, and the rules that join these to it."""
    about, decided = {*one.about}, {*one.cells}
    literal, words = abs(reader.literal(one)), key.split("-")
    # Some texts name one constraint, beside rules for the cell itself.
    is_single = len(words) > 2 and words[1] != "three" and one.family in ("cells", "numbers")
    # How a line passes a cell follows from the rules at its corners.
    passed = {
        abs(x)
        for count in reader.model.counts
        if {*count.about} <= about and one.family in ("borders", "edges")
        for x in count.literals
    }
    for count in reader.model.counts:
        left, literals = reader.open_cells(count), {*map(abs, count.literals)}
        is_named = left == about or {*count.about} <= about
        is_rule = count.clue is None and (passed & literals or literal in literals)
        if is_single:
            is_named = is_named and count.reason in words
        elif left and left <= about | decided:
            is_named = True
        if is_named or is_rule:
            yield count


def _is_set(reader: Reader, one: Decision, key: str) -> bool:
    """Return whether the candidates of some cells are as many, or some have no other cells."""
    about, wanted = {*one.about}, one.value
    for group in reader.model.globals:
        if not isinstance(group, AllDifferent) or not about | {*one.cells} <= {*group.about}:
            continue
        marks = [
            (mark.place[0], mark.value)
            for x in flat(group.literals)
            if reader.known.get(x) is not False
            for mark in [reader.model.marks[x - 1]]
        ]
        inside = {value for cell, value in marks if cell in about}
        outside = {value for cell, value in marks if cell not in about}
        size = len(about)
        if key.startswith("hidden") and one.cells[0] in about:
            everything = len(group.literals) == len(group.literals[0])
            if everything and len(inside - outside - {wanted}) >= size:
                return True
        is_naked = not key.startswith("hidden") and one.cells[0] not in about
        if is_naked and len(inside) == size and wanted in inside:
            return True
    return False


def _is_fish(reader: Reader, one: Decision) -> bool:
    """Return whether a number has no place but some cells in lines that cross as many others.

    Lines are those of the model, as a board may have several grids.
    """
    about, (cell,) = {*one.about}, one.cells
    places = {
        mark.place[0]
        for mark, k in reader.variables.items()
        if mark.value == one.value and reader.known.get(k) is not False
    }
    lines: dict[str, list[set[int]]] = {"row": [], "column": []}
    for group in reader.model.globals:
        cells = {*group.about}
        if isinstance(group, AllDifferent) and group.reason in lines and cells <= {*one.facts}:
            assert len(group.literals) == len(group.literals[0])  # each number is in the line
            lines[group.reason].append(cells)
    return any(
        len(across) == len(along) > 1
        and cell not in about
        and places & set().union(*across) == about
        and about | {cell} <= set().union(*along)
        for across, along in permutations(lines.values())
    )


def follows(
    counts: Sequence[Count], globals_: Sequence[Global], known: Known, literal: int
) -> bool:
    """Return whether what is named has no way on with the opposite of a literal."""
    if abs(literal) in known:
        return known[abs(literal)] == (literal > 0)
    assumed = {**known, abs(literal): literal < 0}
    return any(is_broken(one, assumed) for one in globals_) or not has_way(counts, assumed)


def has_way(counts: Sequence[Count], known: Known) -> bool:
    """Return whether some values keep all counts, trying one variable after the other."""
    left = []
    for count in counts:
        values = [value_of(x, known) for x in count.literals]
        held, is_open = values.count(True), values.count(None)
        if not any(allows(count, held + k) for k in range(is_open + 1)):
            return False
        if is_open and not all(allows(count, held + k) for k in range(is_open + 1)):
            left.append((is_open, count))
    if not left:
        return True
    count = min(left, key=lambda pair: pair[0])[1]
    variable = next(abs(x) for x in count.literals if value_of(x, known) is None)
    kept = [count for _, count in left]
    return any(has_way(kept, {**known, variable: value}) for value in (True, False))


def ways(counts: Sequence[Count], known: Known) -> Iterator[Known]:
    """Yield the values that keep all counts, of the variables that these leave open."""
    if not has_way(counts, known):
        return
    literals = (x for count in counts for x in count.literals)
    variable = next((abs(x) for x in literals if value_of(x, known) is None), None)
    if variable is None:
        yield known
        return
    for value in (True, False):
        yield from ways(counts, {**known, variable: value})
