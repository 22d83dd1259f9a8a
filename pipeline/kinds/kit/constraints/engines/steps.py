"""Solving steps for people: at every point the lowest level of deduction that decides something.

After single constraints come pairs of overlapping constraints, then the refutation of an assumption
by the shortest chain. Such a step points at a minimal set of constraints, found by deleting one
after the other (compare the minimal unsatisfiable sets of Demystify: Espasa, Gent, Hoffmann,
Jefferson, Lynch, arXiv 2104.15040).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.constraints.engines.arrays import compile_model, new_state
from pipeline.kinds.kit.constraints.engines.reduce_clues import DEDUCTIONS, LEVELS, RULES_OF
from pipeline.kinds.kit.constraints.globals.different import AllDifferent
from pipeline.kinds.kit.constraints.globals.regions import Regions
from pipeline.kinds.kit.constraints.kernels import board
from pipeline.kinds.kit.constraints.kernels.search import run_trials
from pipeline.kinds.kit.constraints.model import MOST_SUM, Count, Mark, Model
from pipeline.kinds.kit.deduction import Decision, Step

OVERLAP, REFUTED, SEARCH = "overlap", "refuted", "search"
"""Reasons besides those of constraints; ``kit/texts.<language>.toml`` has their sentences."""


def explain_steps(model: Model, values: NDArray[np.bool_] | None = None) -> Iterator[Step]:
    """Yield the steps by which a person would solve a board, easiest first at every point.

    ``values``, ndarray[bool] indexed by variable, is the solution, of which a step is a part where
    single assumptions decide nothing; without it the steps end there.

    >>> from pipeline.kinds.kit.constraints.grid import Grid
    >>> model = Model(Grid(1, 2))
    >>> cells = model.cells()
    >>> model.count(cells.values(), (1,), "one", about=(0, 1))
    >>> model.clause([cells[1]], "given", about=(1,))
    >>> [(step.level, step.decisions[0].reason) for step in explain_steps(model)]
    [('single', 'one')]
    """
    person = _Person(model)
    while len(person.known) < len(model.marks):
        step = person.deduce() or person.refute()
        if step is None:
            if values is None:
                return
            step = person.rest(values)
        yield step


def find_first_step(model: Model, plain: Container[str]) -> Step | None:
    """Return the first step that draws something, if a beginner sees it; else None.

    Every step up to it must need a single constraint only, or overlapping ones if `OVERLAP` is in
    ``plain``, and its own reason must be in ``plain``.
    """
    for step in explain_steps(model):
        if step.level not in LEVELS[: 3 if OVERLAP in plain else 2]:
            return None
        placed = [one for one in step.decisions if one.least]
        if placed:
            # A reason that points at no cells may be that of several unrelated decisions.
            kept = tuple(placed if placed[0].about else placed[:1])
            return replace(step, decisions=kept) if kept[0].reason in plain else None
    return None


def _code(literal: int) -> int:
    return 2 * literal if literal > 0 else -2 * literal + 1


def _number(count: Count) -> int | None:
    """Return the one sum that a count allows, None for several."""
    number = count.sums.bit_length() - 1
    return number if count.sums == 1 << number else None


def _numbers(count: Count) -> list[str]:
    number = _number(count)
    return [] if count.clue is None or number is None else [f"{count.reason}-{number}"]


class _Person:
    """A solver that records what is known and finds the next step.

    Constraints on one variable are givens. Numbers that are ruled out by a single constraint are
    known without a step.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self.arrays = compile_model(model)
        self.state = new_state(self.arrays)
        self.known: list[int] = []
        """Codes of literals, in the order in which they were decided."""
        self._value = [0] * (len(model.marks) + 1)
        self._causes: dict[int, int] = {}
        """By code of a number that is ruled out, the code that rules it out."""
        self._filled: set[int] = set()
        """Cells with a known number."""
        self._found = np.zeros(len(self.state.value), dtype=np.int32)
        self._chains = np.zeros(len(self.state.value), dtype=np.int64)
        self._is_silent = bool(model.marks) and model.marks[0].family == "numbers"
        self._open = [k for k, count in enumerate(model.counts) if len(count.literals) > 1]
        self._set_counts(self._open)
        for count in model.counts:
            _, sign = self._forced(count) if len(count.literals) == 1 else ((), 0)
            if sign:
                self._learn([_code(sign * count.literals[0])])

    def deduce(self) -> Step | None:
        """Apply and return the easiest decision at the lowest possible level."""
        return self._single() or next(filter(None, map(self._whole, DEDUCTIONS[1:])), None)

    def refute(self) -> Step | None:
        """Negate the assumption that the shortest chain refutes; None if there is none."""
        rules = board.GLOBALS
        if not self._follow([], RULES_OF["set"]):
            return None
        self._chains[1] = 0
        self._follow([], rules, trials=1)
        if not self._chains[1]:
            return None
        code = int(self._found[0])
        self._follow([code], rules)
        counts = self._needed(code, rules)
        facts = self._smallest(lambda facts: self._refutes(counts, code, rules, facts), code)
        self._refutes(counts, code, rules, facts)
        chain, blamed = self._chain(), int(self.state.counter[board.BLAMED])
        last = int(self.state.lists[board.TRAIL, self.state.counter[board.SIZE] - 1])
        rule, where = self._constraint(blamed)
        assumed = self._decide(code, rule, where or self._cells([last]))
        seen = {*self._cells(facts), *self._about(counts)}
        names, about = self._fish(counts, code)
        if not facts:
            names = self._overlap(counts, code, facts)[1][:1]
        decided = replace(
            self._decide(code ^ 1, REFUTED, about), facts=tuple(sorted(seen)), names=names
        )
        self._learn([code ^ 1])
        return Step("trial", (decided,), assumed, len(chain))

    def rest(self, values: NDArray[np.bool_]) -> Step:
        """Return an undecided part of the solution: something drawn if there is any."""
        codes = [2 * v + (not values[v]) for v in range(1, len(values)) if not self._value[v]]
        code = min(codes, key=lambda code: code & 1)
        self._learn([code])
        return Step("search", (self._decide(code, SEARCH, ()),))

    def _learn(self, codes: Sequence[int], cause: int = 0) -> None:
        for code in codes:
            if not self._value[code >> 1]:
                self.known.append(code)
                self._value[code >> 1] = -1 if code & 1 else 1
                self._causes[code] = cause
                if self._is_silent and not code & 1:
                    self._filled.update(self._mark(code).place)

    def _value_of(self, literal: int) -> int:
        return self._value[literal] if literal > 0 else -self._value[-literal]

    def _forced(self, count: Count, without: Container[int] = ()) -> tuple[list[int], int]:
        """Return the open literals of a count, and 1 or -1 if all hold or fail, else 0.

        Literals ``without`` are taken as open.
        """
        values = [0 if x in without else self._value_of(x) for x in count.literals]
        left = [x for x, value in zip(count.literals, values, strict=True) if not value]
        held = values.count(1)
        fits = [count.sums >> min(k, MOST_SUM) & 1 for k in range(held, held + len(left) + 1)]
        return left, (not any(fits[:-1])) - (not any(fits[1:]))

    def _single(self) -> Step | None:
        """Apply the easiest single count that draws something or rules it out."""
        while True:
            self._open = [k for k in self._open if self._forced(self.model.counts[k])[0]]
            found = []
            for k in self._open:
                count = self.model.counts[k]
                left, sign = self._forced(count)
                if not sign:
                    continue
                codes = [_code(sign * x) for x in left]
                if self._is_silent and all(code & 1 for code in codes):
                    cause = next((x for x in count.literals if self._value_of(x) > 0), 0)
                    self._learn(codes, _code(cause))
                    continue
                is_full = len(count.about) > 1 and len(self._filled.intersection(count.about)) == (
                    len(count.about) - 1
                )
                size = 0 if self._is_silent else len(count.literals)
                found.append((not is_full, size, -k if self._is_silent else k, k, codes))
            if found:
                is_other, _, _, k, codes = min(found)
                return self._apply_count(k, codes, is_full=not is_other)
            if not any(self._forced(self.model.counts[k])[1] for k in self._open):
                return None

    def _apply_count(self, k: int, codes: list[int], is_full: bool) -> Step:
        count = self.model.counts[k]
        known = [x for x in count.literals if self._value_of(x)]
        sign = self._forced(count)[1]
        spare: list[int] = []
        for x in known:  # the least that forces the others
            if self._forced(count, [*spare, x])[1] == sign:
                spare.append(x)
        facts = [_code(self._value_of(x) * x) for x in known if x not in spare]
        held = sum(self._value_of(x) > 0 for x in known if x not in spare)
        names = [f"{count.reason}-full"] if is_full else [*self._places(count), *_numbers(count)]
        if not names and held:
            names = [f"{count.reason}-{held}"]
        number = _number(count)
        step = self._step("single", codes, count.reason, count.about, facts, tuple(names), number)
        self._learn(codes)
        return step

    def _whole(self, level: str) -> Step | None:
        """Apply what global constraints, overlaps or sets decide."""
        rules = RULES_OF[level]
        if not self._follow([], rules):
            return None
        size = len(self.known)
        codes = self.state.lists[board.TRAIL, size : self.state.counter[board.SIZE]].tolist()
        if not codes:
            return None
        whys = {code: self._why(code) for code in codes}
        code = next((x for x in codes if not (self._is_silent and x & 1)), codes[0])
        code = code if whys[code] == whys[codes[0]] else codes[0]
        size = len(self.model.counts) + len(self.model.globals)
        reason, about = self._constraint(whys[code])
        counts: list[int] = []
        is_overlap = whys[code] >= size
        if is_overlap:
            self._follow([code ^ 1], rules)
            counts = self._needed(code ^ 1, rules)
        elif not self._refutes([], code ^ 1, rules, self.known):
            counts = [*self._open]
        facts = self._smallest(lambda facts: self._refutes(counts, code ^ 1, rules, facts), code)
        beside = ("", ()) if is_overlap else self._around(whys[code], code, facts)
        same = [
            x for x in codes
            if x != code and (x ^ code) & 1 == 0 and is_overlap == (whys[x] >= size)
            and (is_overlap or whys[x] == whys[code]) and self._is_like(x, code)
            and (is_overlap or self._around(whys[x], x, facts) == beside)
            and self._refutes(counts, x ^ 1, rules, facts)
        ]  # fmt: skip
        codes, cells = [code, *same], self._cells(facts)
        names: tuple[str, ...] = ()
        number: int | None = None
        if is_overlap:
            reason, (about, names, number) = OVERLAP, self._overlap(counts, code, facts)
        elif level == "set":
            names, about = self._set(whys[code], code)
            reason = "set"
        elif not about:
            names, about = (beside[0],) * bool(beside[0]), beside[1] or cells
        elif (own := self.model.globals[whys[code] - len(self.model.counts)]).number is not None:
            names, number = (f"{reason}-{own.number}",), own.number
        step = self._step(level, codes, reason, about, facts, names, number)
        self._learn(codes)
        return step

    def _is_like(self, code: int, other: int) -> bool:
        return not self._is_silent or self._mark(code).value == self._mark(other).value

    def _step(
        self, level: str, codes: list[int], reason: str, about: tuple[int, ...], facts: list[int],
        names: tuple[str, ...], number: int | None,
    ) -> Step:  # fmt: skip
        causes = [self._causes[code] for code in facts if self._causes.get(code)]
        cells = {*self._cells(facts), *(self._cells(causes) if level == "single" else ())}
        known = tuple(sorted(cells.difference(about)))
        decided = (self._decide(code, reason, tuple(about)) for code in codes)
        return Step(
            level, tuple(replace(one, names=names, number=number, facts=known) for one in decided)
        )

    def _places(self, count: Count) -> list[str]:
        """Return the name of the count of a clue at the edge or in a corner of the board."""
        place = self._place_of(count.clue) if count.clue is not None else ""
        number = f"-{_number(count)}" if _number(count) is not None else ""
        return [f"{count.reason}{number}-{place}", f"{count.reason}-{place}"] if place else []

    def _place_of(self, clue: int) -> str:
        if clue >= self.model.grid.rows * self.model.grid.cols:
            return ""
        sides = len(self.model.grid.neighbours(clue))
        return {2: "corner", 3: "edge"}.get(sides, "")

    def _overlap(
        self, counts: list[int], code: int, facts: list[int]
    ) -> tuple[tuple[int, ...], tuple[str, ...], int | None]:
        """Return the cells of counts that overlap, names of the pattern, and a number in it."""
        own = [self.model.counts[k] for k in counts]
        own.sort(key=lambda one: code >> 1 in map(abs, one.literals))
        first = [one for one in own if code >> 1 not in map(abs, one.literals)] or own
        clues = [one for one in own if one.clue is not None]
        names = []
        if clues and not facts:
            cells = [one.clue for one in clues if one.clue is not None]
            numbers = "-".join(str(x) for x in sorted(filter(None, map(_number, clues))))
            if len(cells) == 2:
                near = cells[1] in self.model.grid.neighbours(cells[0])
                names = [f"{OVERLAP}-{numbers}-{'adjacent' if near else 'diagonal'}"]
            elif len(cells) == 1 and self._place_of(cells[0]):
                names = [f"{OVERLAP}-{numbers}-{self._place_of(cells[0])}"]
        reasons = [*dict.fromkeys(one.reason for one in own)]
        names += [f"{OVERLAP}-{'-'.join(reasons[:k])}" for k in range(len(reasons), 0, -1)]
        about = {cell for one in clues or first for cell in one.about}
        if not clues and self.model.marks[0].family in ("cells", "numbers") and len(about) > 1:
            left = [x for one in first for x in self._forced(one)[0] if abs(x) != code >> 1]
            about = set(self._cells(map(_code, left))) or about
            if self._is_silent and not any(
                {code >> 1, *left} <= set(one.literals) for one in own if one not in first
            ):  # other constraints take part, so that the pattern of the counts is not the reason
                names, about = [], {cell for one in own for cell in one.about}
        number = _number(clues[0]) if len(clues) == 1 else None
        return tuple(sorted(about)), tuple(names), number

    def _set(self, why: int, code: int) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """Return the name of the smallest set by which a number is ruled out, and its cells.

        It is naked (some cells have as many candidates in all) or hidden (some numbers have as many
        cells).
        """
        kind = self.model.globals[why - len(self.model.counts)]
        assert isinstance(kind, AllDifferent), "expected a set of different values"
        rows, columns = (
            [line for line in lines if not any(self._value_of(x) > 0 for x in line)]
            for lines in (kind.literals, [*zip(*kind.literals, strict=True)])
        )
        ways = (("set", rows), ("hidden", columns))[: 1 + (len(rows) == len(columns))]
        for size, (name, lines) in product(range(2, len(rows)), ways):
            own = next(line for line in lines if code >> 1 in line)
            for chosen in combinations(lines, size):
                across = {
                    k for line in chosen for k, x in enumerate(line) if self._value_of(x) >= 0
                }
                if len(across) == size and own.index(code >> 1) in across and own not in chosen:
                    cells = self._cells(_code(line[k]) for line in chosen for k in across)
                    return (f"{name}-{size}",), cells
        raise AssertionError("expected a set that rules the number out")

    def _fish(self, counts: list[int], code: int) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """Return the name of an X-wing or swordfish by which a number is ruled out, and its cells.

        The numbers of some lines have room in as many lines across, and nowhere else there.
        """
        own = [self.model.counts[k] for k in counts]
        groups = {one.reason: [x for x in own if x.reason == one.reason] for one in own}
        values = {self.model.marks[x - 1].value for one in own for x in one.literals if x > 0}
        sizes = {len(group) for group in groups.values()}
        if not self._is_silent or len(groups) != 2 or sizes not in ({2}, {3}) or len(values) != 1:
            return (), ()
        covers, bases = sorted(
            groups.values(), key=lambda group: all(code >> 1 not in one.literals for one in group)
        )
        cells = self._cells([_code(x) for one in bases for x in self._forced(one)[0]])
        name = f"fish-{len(bases)}-{bases[0].reason}-{covers[0].reason}"
        return (name,), tuple(sorted(cells))

    def _around(self, why: int, code: int, facts: list[int]) -> tuple[str, tuple[int, ...]]:
        """Return how a decision on regions follows from the regions beside it, and their cells."""
        kind = self.model.globals[why - len(self.model.counts)]
        if not isinstance(kind, Regions):
            return "", ()
        sizes = {self._cells([_code(x)])[0]: n for x, n in zip(kind.nodes, kind.sizes, strict=True)}
        held = {cell for x in facts if -(x >> 1) in kind.nodes or (x >> 1) in kind.nodes
                for cell in self._cells([x])}  # fmt: skip
        near = set(self.model.grid.neighbours(self._cells([code])[0]))
        given = {cell for cell in near | held if sizes[cell]}
        if not near & (held | given):
            return f"{kind.reason}-far", ()
        island = tuple(sorted(held | given))
        is_complete = len(given) == 1 and sizes[min(given)] == len(island)
        if not is_complete and len(given) < 2:
            return "", island
        return f"{kind.reason}-{'complete' if is_complete else 'between'}", island

    def _smallest(self, is_enough: Callable[[list[int]], bool], code: int) -> list[int]:
        """Return a minimal set of known codes that is enough, near the cells of a code."""
        cols = self.model.grid.cols
        row, col = divmod(self._cells([code])[0], cols)

        def distance(fact: int) -> int:
            y, x = divmod(self._cells([fact])[0], cols)
            return -abs(y - row) - abs(x - col)

        facts = sorted(self.known, key=distance)
        size = len(facts)
        while size:
            at = 0
            while at < len(facts):
                fewer = facts[:at] + facts[at + size :]
                is_spare = is_enough(fewer)
                facts, at = (fewer, at) if is_spare else (facts, at + size)
            size //= 2
        return facts

    def _follow(
        self, assumed: list[int], rules: int, trials: int = 0, known: list[int] | None = None
    ) -> bool:
        """Propagate what is known and some assumed codes; False on a contradiction."""
        codes = np.array([*(self.known if known is None else known), *assumed], dtype=np.int32)
        arrays, found, chains = self.arrays, self._found, self._chains
        return run_trials(arrays, self.state, codes, rules, trials, found, chains) > 0

    def _why(self, code: int) -> int:
        return int(self.state.lists[board.WHY, code >> 1])

    def _constraint(self, why: int) -> tuple[str, tuple[int, ...]]:
        """Return the reason of a constraint and the cells that it points at."""
        counts, globals_ = self.model.counts, self.model.globals
        if why < len(counts):
            return counts[why].reason, counts[why].about
        if why >= len(counts) + len(globals_):
            return OVERLAP, ()
        one = globals_[why - len(counts)]
        return one.reason, getattr(one, "about", ())

    def _mark(self, code: int) -> Mark:
        return self.model.marks[(code >> 1) - 1]

    def _cells(self, codes: Iterable[int]) -> tuple[int, ...]:
        return tuple(sorted({cell for code in codes for cell in self._cells_of(self._mark(code))}))

    def _cells_of(self, mark: Mark) -> tuple[int, ...]:
        one, other = (*mark.place, 0)[:2]
        is_border = mark.family == "borders"
        return self.model.grid.cells_beside((one, other)) if is_border else mark.place

    def _about(self, counts: list[int]) -> tuple[int, ...]:
        return tuple(sorted({cell for count in counts for cell in self.model.counts[count].about}))

    def _needed(self, code: int, rules: int) -> list[int]:
        """Return a minimal set of counts that refutes the assumption that was just refuted.

        Start from the counts that led to the contradiction and delete one after the other. They may
        not suffice if the rooms of parts were narrowed on the way; then add their neighbours first.
        """
        needed = self._chain_counts()
        while not self._refutes(needed, code, rules):
            near = {variable for count in needed for variable in self._scope(count)}
            more = [k for k in range(len(self.model.counts)) if near & self._scope(k)]
            needed = more if len(more) > len(needed) else list(range(len(self.model.counts)))
        for count in sorted(needed, reverse=True):
            fewer = [other for other in needed if other != count]
            if self._refutes(fewer, code, rules):
                needed = fewer
        return needed

    def _refutes(
        self, counts: list[int], code: int, rules: int, known: list[int] | None = None
    ) -> bool:
        """Return whether some counts, all global constraints and known codes refute a code."""
        sums = self.state.counts[:, board.SUMS]
        before = sums.copy()
        self._set_counts(counts)
        is_refuted = not self._follow([code], rules, known=known)
        sums[:] = before
        return is_refuted

    def _set_counts(self, counts: list[int]) -> None:
        """Let only some counts be seen."""
        sums = self.state.counts[:, board.SUMS]
        sums[:] = -1
        sums[counts] = self.arrays.sums[counts]

    def _chain(self) -> set[int]:
        """Return the constraints that led to a contradiction."""
        waiting, met = [int(self.state.counter[board.BLAMED])], set()
        while waiting:
            constraint = waiting.pop()
            if constraint < 0 or constraint in met:
                continue
            met.add(constraint)
            waiting += [
                int(self.state.lists[board.WHY, variable])
                for variable in self._scope(constraint)
                if self.state.value[2 * variable] and not self._value[variable]
            ]
        return met

    def _chain_counts(self) -> list[int]:
        return sorted({count for one in self._chain() for count in self._counts_of(one)})

    def _counts_of(self, constraint: int) -> list[int]:
        """Return the counts of a constraint: a count itself, of a link the owners of its parts."""
        arrays, counts = self.arrays, len(self.model.counts)
        link = constraint - counts - len(self.model.globals)
        if link < 0:
            return [constraint] if constraint < counts else []
        parts = [one for one in arrays.links[link, 1:3] if one >= 0]
        owners = [arrays.owners[arrays.owners[one] : arrays.owners[one + 1]] for one in parts]
        return [*set(np.concatenate(owners).tolist())]

    def _scope(self, constraint: int) -> set[int]:
        arrays, counts = self.arrays, self.model.counts
        graph = constraint - len(counts)
        if 0 <= graph < len(self.model.globals):
            nodes = arrays.nodes[arrays.nodes[:, 2] == graph, 0]
            edges = arrays.edges[arrays.edges[:, 3] == graph, 0]
            return {code >> 1 for code in (*nodes.tolist(), *edges.tolist()) if code > 1}
        return {abs(x) for count in self._counts_of(constraint) for x in counts[count].literals}

    def _decide(self, code: int, reason: str, about: tuple[int, ...]) -> Decision:
        mark = self._mark(code)
        is_on = 1 - (code & 1)
        if mark.family == "edges":
            return Decision(mark.place, *self._bounds(code), reason, about)
        place = mark.place if mark.family == "borders" else ()
        cells = self._cells_of(mark)
        return Decision(cells, is_on, is_on, reason, about, mark.family, place, mark.value)

    def _bounds(self, code: int) -> tuple[int, int]:
        """Return the least and most lines on an edge after one more literal."""
        place = self._mark(code).place
        least = 0
        most = max(mark.value for mark in self.model.marks if mark.place == place)
        for one in (*self.known, code):
            mark = self._mark(one)
            if mark.place == place and one & 1:
                most = min(most, mark.value - 1)
            elif mark.place == place:
                least = max(least, mark.value)
        return least, most
