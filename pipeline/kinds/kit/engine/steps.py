"""Solving steps for people, each at the lowest level of deduction that decides something.

After single constraints come pairs of overlapping constraints, then the refutation of an assumption
by the shortest chain. Such a step points at a minimal set of constraints, found by deleting them
one by one (compare the minimal unsatisfiable sets of Demystify: Espasa, Gent, Hoffmann, Jefferson,
Lynch, arXiv 2104.15040).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from pipeline.kinds.kit.engine.arrays import compile_model, encode, new_state
from pipeline.kinds.kit.engine.kernels import board
from pipeline.kinds.kit.engine.kernels.search import run_trials
from pipeline.kinds.kit.engine.patterns import find_island, find_links, find_set, line_bounds
from pipeline.kinds.kit.engine.removal import DEDUCTIONS, RULES_OF
from pipeline.kinds.kit.telling.deduction import Decision, Step
from pipeline.kinds.kit.words.base import Global
from pipeline.kinds.kit.words.choice.rule import Choice
from pipeline.kinds.kit.words.consecutive.rule import Consecutive
from pipeline.kinds.kit.words.core import MOST_SUM, Count, Mark, Model
from pipeline.kinds.kit.words.different.rule import AllDifferent
from pipeline.kinds.kit.words.regions.rule import Regions

OVERLAP, REFUTED, SEARCH, GIVEN = "overlap", "refuted", "search", "given"
"""Reasons besides those of constraints; ``kit/telling`` has their sentences."""


def explain_steps(model: Model, values: NDArray[np.bool_] | None = None) -> Iterator[Step]:
    """Yield the steps by which a person would solve a board, always the easiest next one.

    ``values``, ndarray[bool] indexed by variable, is the solution: where single assumptions decide
    nothing, a step reveals a part of it. Without ``values`` the steps end there.

    >>> from pipeline.kinds.kit.board.grid import Grid
    >>> model = Model(Grid(1, 2))
    >>> cells = model.cells()
    >>> model.count(cells.values(), (1,), "one", about=(0, 1))
    >>> model.clause([cells[1]], "given", about=(1,))
    >>> [(step.level, step.decisions[0].reason) for step in explain_steps(model)]
    [('single', 'one')]
    """
    person = Person(model)
    while len(person.known) < len(model.marks):
        step = person.deduce() or person.refute()
        if step is None:
            if values is None or len(person.known) == len(model.marks):
                return  # all that remained was ruled out without a step
            step = person.rest(values)
        yield step


def _number(count: Count) -> int | None:
    """Return the only sum that a count allows, None if there are several."""
    number = count.sums.bit_length() - 1
    return number if count.sums == 1 << number else None


def _numbers(count: Count) -> list[str]:
    number = _number(count)
    return [] if count.clue is None or number is None else [f"{count.reason}-{number}"]


class Person:
    """A solver that records what is known and finds the next step.

    Constraints on one variable are givens. Numbers that a single constraint rules out are known
    without a step.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self.arrays = compile_model(model)
        self.state = new_state(self.arrays)
        self._size = len(model.counts) + len(model.globals)
        self._scopes: dict[int, set[int]] = {}
        self.known: list[int] = []  # Codes of literals, in the order in which they were decided
        self._value = [0] * (len(model.marks) + 1)
        self._causes: dict[int, int] = {}  # By code of a number ruled out, the cause
        self._made: dict[int, tuple[Decision, Sequence[int]]] = {}
        self._silent: dict[int, Count] = {}  # By code known without a step, its count
        self._filled: set[int] = set()  # Cells with a known number
        self._found = np.zeros(len(self.state.value), dtype=np.int32)
        self._chains = np.zeros(len(self.state.value), dtype=np.int64)
        self._is_silent = bool(model.marks) and model.marks[0].family == "numbers"
        self._open = [k for k, count in enumerate(model.counts) if len(count.literals) > 1]
        for count in model.counts:
            _, sign = self._forced(count) if len(count.literals) == 1 else ((), 0)
            if sign:
                self._learn([encode(sign * count.literals[0])], count=count)

    def deduce(self) -> Step | None:
        """Apply and return the easiest step at the lowest possible level; None if there is none."""
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
        needed = self._needed(code, rules, range(self._size))
        self._follow([code], rules)
        facts = self._smallest(
            lambda facts: self._refutes(needed, code, rules, facts), code, self.known
        )
        self._refutes(needed, code, rules)
        chain, blamed = self._chain(), int(self.state.counter[board.BLAMED])
        last = int(self.state.lists[board.TRAIL, self.state.counter[board.SIZE] - 1])
        # a constraint that decides something before it fails takes one step more
        is_later = len(chain) == 1 and blamed in map(self._why, self._decided_in(blamed))
        rule, where = self._constraint(blamed)
        assumed = self._decide(code, rule, where or self._cells([last]))
        counts = [one for one in needed if one < len(self.model.counts)]
        seen = tuple(sorted({*self._cells(facts), *self._about(counts)}))
        names, about = self._fish(needed, code)
        if not facts and len(counts) == len(needed):
            names = names or self._pattern([self.model.counts[k] for k in counts])
        decided = replace(self._decide(code ^ 1, REFUTED, about), facts=seen, names=names)
        self._learn([code ^ 1])
        return Step("trial", (decided,), assumed, len(chain) + is_later)

    def rest(self, values: NDArray[np.bool_]) -> Step:
        """Apply and return an undecided part of the solution, something drawn if possible."""
        codes = [2 * v + (not values[v]) for v in range(1, len(values)) if not self._value[v]]
        code = min(codes, key=lambda code: code & 1)
        self._learn([code])
        return Step("search", (self._decide(code, SEARCH, ()),))

    def _learn(self, codes: Sequence[int], cause: int = 0, count: Count | None = None) -> None:
        for code in codes:
            if not self._value[code >> 1]:
                self.known.append(code)
                self._value[code >> 1] = -1 if code & 1 else 1
                self._causes[code] = cause
                if count is not None and not cause and count.reason != GIVEN:
                    self._silent[code] = count
                if self._is_silent and not code & 1 and self._mark(code).family == "numbers":
                    self._filled.update(self._mark(code).place)

    def _value_of(self, literal: int) -> int:
        return self._value[literal] if literal > 0 else -self._value[-literal]

    def _forced(self, count: Count, without: Container[int] = ()) -> tuple[list[int], int]:
        """Return the open literals of a count, and 1 if all must be true, -1 if false, else 0.

        Literals in ``without`` are treated as open.
        """
        values = [0 if x in without else self._value_of(x) for x in count.literals]
        left = [x for x, value in zip(count.literals, values, strict=True) if not value]
        held = values.count(1)
        fits = [count.sums >> min(k, MOST_SUM) & 1 for k in range(held, held + len(left) + 1)]
        return left, (not any(fits[:-1])) - (not any(fits[1:]))

    def _single(self) -> Step | None:
        """Apply the easiest count that decides a cell, line or border; None if there is none."""
        while True:
            self._open = [k for k in self._open if self._forced(self.model.counts[k])[0]]
            candidates = []
            for k in self._open:
                count = self.model.counts[k]
                left, sign = self._forced(count)
                if not sign:
                    continue
                codes = [encode(sign * x) for x in left]
                if self._is_silent and all(code & 1 for code in codes):
                    cause = next((x for x in count.literals if self._value_of(x) > 0), 0)
                    self._learn(codes, encode(cause) if cause else 0, count)
                    continue
                is_full = len(count.about) > 1 and len(self._filled.intersection(count.about)) == (
                    len(count.about) - 1
                )
                size = 0 if self._is_silent else len(count.literals)
                candidates.append((not is_full, size, -k if self._is_silent else k, k, codes))
            if candidates:
                is_other, _, _, k, codes = min(candidates)
                return self._apply_count(k, codes, is_full=not is_other)
            if not any(self._forced(self.model.counts[k])[1] for k in self._open):
                return None

    def _apply_count(self, k: int, codes: list[int], is_full: bool) -> Step:
        count = self.model.counts[k]
        known = [x for x in count.literals if self._value_of(x)]
        sign = self._forced(count)[1]
        spare: list[int] = []
        for x in known:  # leave a minimal set that forces the others
            if self._forced(count, [*spare, x])[1] == sign:
                spare.append(x)
        facts = [encode(self._value_of(x) * x) for x in known if x not in spare]
        held = sum(self._value_of(x) > 0 for x in known if x not in spare)
        places = self._places(count) if not facts else []
        names = [f"{count.reason}-full"] if is_full else [*places, *_numbers(count)]
        number = _number(count)
        if not names and not self._is_silent and (held or number):
            names = [f"{count.reason}-{held if number is None else number}"]
        step = self._step("single", codes, count.reason, count.about, facts, tuple(names), number)
        self._learn(codes)
        return step

    def _whole(self, level: str, only: int | None = None) -> Step | None:
        """Apply what one global constraint (only this if given), overlap or set decides, if any."""
        rules = RULES_OF[level]
        if not self._follow([], rules, named=None if only is None else [only]) or not (
            codes := self._found_codes()
        ):
            return None
        # one constraint alone implies what the first round finds
        why = self._why(codes[0]) if only is None else only
        is_overlap, counts = why >= self._size, range(len(self.model.counts))
        if not is_overlap and isinstance(self._global(why), Consecutive):
            return self._link(why, codes)
        if is_overlap:
            alike = [x for x in codes if self._why(x) == why and self._is_shown(x)]
            alike = [x for x in alike if self._refutes(counts, x ^ 1, rules)]
        else:
            self._follow([], rules, named=[why])
            codes = self._found_codes()
            alike = [*filter(self._is_shown, codes)]
        code = next(iter(alike), codes[0])
        named = self._needed(code ^ 1, rules, counts) if is_overlap else [why]
        scope = set().union(*map(self._scope, named))
        known = [fact for fact in self.known if fact >> 1 in scope]

        def follow(wanted: Sequence[int], facts: list[int]) -> bool:
            if is_overlap:
                return all(self._refutes(named, x ^ 1, rules, facts) for x in wanted)
            self._follow([], rules, known=facts, named=named)
            return all(self.state.value[x] > 0 for x in wanted)

        areas = self._areas_left(why)
        area = areas[0] if len(areas) == 1 else ()
        wanted = codes if area else [code]
        facts = self._smallest(lambda facts: follow(wanted, facts), code, known)
        beside = self._around(why, code, facts)
        like = [x for x in codes if area or ((x ^ code) & 1 == 0 and self._is_like(x, code))]
        same = [x for x in like if x != code and follow([x], facts)]
        same = [x for x in same if self._around(why, x, facts) == beside]
        if level == "set":
            same = [x for x in same if self._set(why, x) == self._set(why, code)]
        codes, cells = [code, *same], self._cells(facts)
        reason, about = self._constraint(why, codes)
        names: tuple[str, ...] = ()
        number: int | None = None
        if is_overlap:
            about, names, number = self._overlap(named, code, facts)
        elif level == "set":
            reason, (names, about) = "set", self._set(why, code)
        elif area:
            names, about, number = (f"{reason}-only",), area, len(area)
        elif areas:
            number = len(areas)
        else:
            number = self._global(why).number
            names = (
                (f"{reason}-{number}",) if number is not None else (beside[0],) * bool(beside[0])
            )
            about = about or beside[1] or cells
        left: tuple[int, ...] = ()
        if self._is_silent and level == "global" and about and not facts:
            numbers = {number for one in self._left(why, about).values() for number in one}
            if self._mark(code).value not in numbers:
                left, names = tuple(sorted(numbers)), (f"{reason}-alone",)
                number = getattr(self._global(why), "total", number)
        step = self._step(level, codes, reason, about, facts, names, number, left)
        self._learn(codes)
        return step

    def _left(self, why: int, about: Container[int]) -> dict[int, set[int]]:
        """Return the numbers that a constraint alone leaves to each of its cells."""
        self._follow([], RULES_OF["global"], known=[], named=[why])
        left, value = dict[int, set[int]](), self.state.value
        for k, mark in enumerate(self.model.marks, 1):
            if mark.place[0] in about and value[2 * k] >= 0:
                left.setdefault(mark.place[0], set()).add(mark.value)
        return left

    def _found_codes(self) -> list[int]:
        """Return the codes that the last propagation of all known codes has added."""
        trail = self.state.lists[board.TRAIL]
        codes: list[int] = trail[len(self.known) : self.state.counter[board.SIZE]].tolist()
        return codes

    def _is_shown(self, code: int) -> bool:
        return not (self._is_silent and code & 1)

    def _is_like(self, code: int, other: int) -> bool:
        return not self._is_silent or self._mark(code)[::2] == self._mark(other)[::2]

    def _step(
        self, level: str, codes: list[int], reason: str, about: tuple[int, ...], facts: list[int],
        names: tuple[str, ...], number: int | None, left: tuple[int, ...] = (),
    ) -> Step:  # fmt: skip
        causes = [self._causes[code] for code in facts if self._causes.get(code)]
        cells = {*self._cells(facts), *(self._cells(causes) if level == "single" else ())}
        known = tuple(sorted(cells.difference(about)))
        decided = (self._decide(code, reason, tuple(about)) for code in codes)
        decisions = tuple(
            replace(one, names=names, number=number, facts=known, left=left) for one in decided
        )
        self._made |= {code: (one, facts) for code, one in zip(codes, decisions, strict=True)}
        return Step(level, decisions)

    def _places(self, count: Count) -> list[str]:
        """Return names for the count of a clue at the edge or in a corner of the board, else []."""
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
        """Return the cells of counts that overlap, names of the pattern, and its number if any.

        On boards of cells or numbers, counts without clues have a pattern if exactly one does not
        contain the decision, or exactly one does; its open places are the cells.
        """
        constraints = [self.model.counts[k] for k in counts]
        apart = [one for one in constraints if code >> 1 not in map(abs, one.literals)]
        at_code = [one for one in constraints if one not in apart]
        first = apart if len(apart) == 1 else at_code
        clues = [] if self._is_silent else [one for one in constraints if one.clue is not None]
        cells = {cell for one in clues for cell in one.about}
        for one in constraints:  # rules away from the clues
            cells.update(() if cells.intersection(one.about) and clues else one.about)
        reasons = dict.fromkeys(one.reason for one in (*first, *constraints))
        name = f"{OVERLAP}-{'-'.join(reasons)}"
        if clues:
            names = [*(() if facts else self._pattern(clues)), name]
            names += [f"{OVERLAP}-{first[0].reason}"] * (len(first) == 1 and first[0] in clues)
            number = _number(clues[0]) if len(clues) == 1 else None
            return tuple(sorted(cells)), tuple(dict.fromkeys(names)), number
        left = self._forced(first[0])[0]
        is_shared = any({code >> 1, *left} <= {*one.literals} for one in at_code)
        is_place = self.model.marks[0].family in ("cells", "numbers") and len(first) == 1
        if not is_place or (self._is_silent and not is_shared):
            return tuple(sorted(cells)), (), None  # no single count's places are the reason
        cells = {*self._cells(map(encode, left))} if len(first[0].about) > 1 else {*first[0].about}
        short, number = f"{OVERLAP}-{first[0].reason}", _number(first[0])
        is_counted = number is not None and not self._is_silent
        names = [name, *[f"{short}-{number}"] * is_counted, short]
        return tuple(sorted(cells)), tuple(dict.fromkeys(names)), None

    def _pattern(self, counts: Sequence[Count]) -> tuple[str, ...]:
        """Return the name of the pattern of one or two clues in cells, () if there is none."""
        clues = [one for one in counts if one.clue is not None]
        inside = self.model.grid.rows * self.model.grid.cols
        cells = [one.clue for one in clues if one.clue is not None and one.clue < inside]
        numbers = "-".join(str(x) for x in sorted(filter(None, map(_number, clues))))
        place = ""
        if len(cells) == len(clues) == 2:
            near = cells[1] in self.model.grid.neighbours(cells[0])
            place = "adjacent" if near else "diagonal"
        elif len(cells) == len(clues) == 1:
            place = self._place_of(cells[0])
        return (f"{OVERLAP}-{numbers}-{place}",) * bool(place)

    def _set(self, why: int, code: int) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """Return the name of the smallest set by which a number is ruled out, and its cells."""
        kind = self._global(why)
        assert isinstance(kind, AllDifferent), "expected a set of different values"
        name, variables = find_set(kind, code >> 1, self._value_of)
        return (name,), self._cells(map(encode, variables))

    def _link(self, why: int, codes: Sequence[int]) -> Step | None:
        """Apply the first number that the possible ways of a chain imply.

        Numbers that they rule out need no step: a person sees that a number is too far away.
        """
        kind = self._global(why)
        assert isinstance(kind, Consecutive), "expected consecutive numbers"
        if not (links := find_links(kind, self._facts(self.known))):
            self._learn([*takewhile(lambda code: code & 1, codes)])
            return self.deduce()
        link, reason = links[0], kind.reason
        code = encode(kind.literals[link.cell][link.number - 1])
        written = {self._mark(fact).value: fact for fact in self.known if not fact & 1}
        bounds = [written[number] for number in link.bounds]

        def is_enough(facts: list[int]) -> bool:
            return link in find_links(kind, self._facts([*bounds, *facts]))

        known = [*written.values()]
        facts = self._smallest(is_enough, code, known if is_enough(known) else self.known)
        about, names = self._cells(bounds or facts), (f"{reason}-{link.name}",)
        step = self._step("global", [code], reason, about, facts, names, None, link.bounds)
        self._learn([code])
        return step

    def _facts(self, codes: Iterable[int]) -> list[tuple[int, int, bool]]:
        """Return for each code a cell, a number and whether the cell has the number."""
        return [(self._mark(x).place[0], self._mark(x).value, not x & 1) for x in codes]

    def _fish(self, counts: list[int], code: int) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """Return the name of an X-wing or swordfish by which a number is ruled out, and its cells.

        Some lines have a number only in as many lines across, which have it nowhere else.
        """
        if counts[-1] >= len(self.model.counts):
            return (), ()
        rows = [self.model.counts[k] for k in counts]
        groups = {one.reason: [x for x in rows if x.reason == one.reason] for one in rows}
        values = {self.model.marks[x - 1].value for one in rows for x in one.literals if x > 0}
        sizes = {len(group) for group in groups.values()}
        if not self._is_silent or len(groups) != 2 or sizes not in ({2}, {3}) or len(values) != 1:
            return (), ()
        covers, bases = sorted(
            groups.values(), key=lambda group: all(code >> 1 not in one.literals for one in group)
        )
        cells = self._cells([encode(x) for one in bases for x in self._forced(one)[0]])
        name = f"fish-{len(bases)}-{bases[0].reason}-{covers[0].reason}"
        return (name,), tuple(sorted(cells))

    def _around(self, why: int, code: int, facts: list[int]) -> tuple[str, tuple[int, ...]]:
        """Return how regions decide a code, as the name of a text ("" if none), and cells."""
        kind = self._global(why) if why < self._size else None
        if not isinstance(kind, Regions):
            return "", ()
        pairs = zip(kind.nodes, kind.sizes, strict=True)
        sizes = {self._cells([encode(x)])[0]: n for x, n in pairs}
        held = {*self._cells({*facts}.intersection(map(encode, kind.nodes)))}
        name, island = find_island(sizes, self.model.grid, self._cells([code])[0], held)
        return f"{kind.reason}-{name}" * bool(name), island

    def _areas_left(self, why: int) -> list[tuple[int, ...]]:
        """Return the cells of each option that is still possible in a choice of areas."""
        kind = self._global(why) if why < self._size else None
        if not isinstance(kind, Choice):
            return []
        return [
            area
            for area, option in zip(kind.areas, kind.options, strict=False)
            if all(self._value_of(x) >= 0 for x in option)
        ]

    def _smallest(
        self, is_enough: Callable[[list[int]], bool], code: int, known: Iterable[int]
    ) -> list[int]:
        """Return a minimal sufficient set of known codes, preferably near the cells of a code."""
        cols = self.model.grid.cols
        row, col = divmod(self._cells([code])[0], cols)

        def distance(fact: int) -> int:
            y, x = divmod(self._cells([fact])[0], cols)
            return -abs(y - row) - abs(x - col)

        facts = sorted(known, key=distance)
        size = len(facts)
        while size:
            k = 0
            while k < len(facts):
                fewer = facts[:k] + facts[k + size :]
                is_spare = is_enough(fewer)
                facts, k = (fewer, k) if is_spare else (facts, k + size)
            size //= 2
        return facts

    def _follow(
        self,
        assumed: list[int],
        rules: int,
        trials: int = 0,
        known: list[int] | None = None,
        named: Sequence[int] | None = None,
    ) -> bool:
        """Propagate known and assumed codes; False on a contradiction.

        Only ``named`` constraints are used, numbered as in `board.WHY`; all if it is None.
        """
        codes = np.array([*(self.known if known is None else known), *assumed], dtype=np.int32)
        arrays, sums = self.arrays, self.state.counts[:, board.SUMS]
        sums[:] = arrays.sums
        if named is not None:
            is_out = np.ones(self._size, dtype=np.bool_)
            is_out[list(named)] = False
            sums[is_out[: len(sums)]] = -1
            graphs = arrays.graphs.copy()
            graphs[is_out[len(sums) :], board.KIND] = -1  # no kernel propagates this
            arrays = arrays._replace(graphs=graphs)
        return run_trials(arrays, self.state, codes, rules, trials, self._found, self._chains) > 0

    def _why(self, code: int) -> int:
        return int(self.state.lists[board.WHY, code >> 1])

    def _constraint(self, why: int, codes: Sequence[int] = ()) -> tuple[str, tuple[int, ...]]:
        """Return the reason of a constraint and the cells that it points at."""
        counts, globals_ = self.model.counts, self.model.globals
        if why < len(counts):
            return counts[why].reason, counts[why].about
        if why >= len(counts) + len(globals_):
            return OVERLAP, ()
        rule = globals_[why - len(counts)]
        return rule.reason, rule.point_at(self._value_of, [(x >> 1) * (-1) ** x for x in codes])

    def _global(self, why: int) -> Global:
        return self.model.globals[why - len(self.model.counts)]

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

    def _needed(self, code: int, rules: int, among: Sequence[int]) -> list[int]:
        """Return a minimal set of some constraints that refutes an assumption.

        Start from those that led to the contradiction and delete them one by one. They may not
        suffice if rooms of parts were narrowed on the way; then add their neighbours first.
        """
        assert self._refutes(among, code, rules), "expected an assumption that is refuted"
        needed = sorted({one for met in self._chain() for one in self._parts_of(met)})
        while not self._refutes(needed, code, rules):
            near = set().union(*map(self._scope, needed))
            more = [one for one in among if near & self._scope(one)]
            needed = more if len(more) > len(needed) else [*among]
        for one in reversed(needed):
            fewer = [other for other in needed if other != one]
            if self._refutes(fewer, code, rules):
                needed = fewer
        return needed

    def _refutes(
        self, named: Sequence[int], code: int, rules: int, known: list[int] | None = None
    ) -> bool:
        """Return whether some constraints and known codes refute a code."""
        return not self._follow([code], rules, known=known, named=named)

    def _chain(self) -> set[int]:
        """Return the constraints that led to a contradiction."""
        waiting, met = [int(self.state.counter[board.BLAMED])], set()
        while waiting:
            constraint = waiting.pop()
            if constraint < 0 or constraint in met:
                continue
            met.add(constraint)
            waiting += map(self._why, self._decided_in(constraint))
        return met

    def _decided_in(self, constraint: int) -> list[int]:
        """Return the codes of a constraint that the state has decided and that are not known."""
        scope, value = self._scope(constraint), self.state.value
        return [2 * k for k in scope if value[2 * k] and not self._value[k]]

    def _parts_of(self, constraint: int) -> list[int]:
        """Return the constraint itself, or for a link the counts that own its parts."""
        link = constraint - self._size
        if link < 0:
            return [constraint]
        arrays = self.arrays
        parts = [one for one in arrays.links[link, 1:3] if one >= 0]
        owners = [arrays.owners[arrays.owners[one] : arrays.owners[one + 1]] for one in parts]
        return [*set(arrays.links[np.concatenate(owners), 0].tolist())]

    def _scope(self, constraint: int) -> set[int]:
        """Return the variables of a constraint."""
        if constraint not in self._scopes:
            arrays, counts = self.arrays, self.model.counts
            graph = constraint - len(counts)
            if 0 <= graph < len(self.model.globals):
                nodes = arrays.nodes[arrays.nodes[:, 2] == graph, 0]
                edges = arrays.edges[arrays.edges[:, 3] == graph, 0]
                variables = {code >> 1 for code in (*nodes.tolist(), *edges.tolist()) if code > 1}
            else:
                owners = self._parts_of(constraint)
                variables = {abs(x) for count in owners for x in counts[count].literals}
            self._scopes[constraint] = variables
        return self._scopes[constraint]

    def _decide(self, code: int, reason: str, about: tuple[int, ...]) -> Decision:
        mark = self._mark(code)
        is_on = 1 - (code & 1)
        if mark.family == "edges":
            bounds = line_bounds(self.model.marks, mark.place, (*self.known, code))
            return Decision(mark.place, *bounds, reason, about)
        place = mark.place if mark.family == "borders" else ()
        cells = self._cells_of(mark)
        return Decision(cells, is_on, is_on, reason, about, mark.family, place, mark.value)
