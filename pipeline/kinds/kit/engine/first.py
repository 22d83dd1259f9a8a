"""The first step of a board, as books show it: what it draws, and all that it follows from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.kinds.kit.engine.arrays import encode
from pipeline.kinds.kit.engine.removal import LEVELS
from pipeline.kinds.kit.engine.steps import OVERLAP, Person
from pipeline.kinds.kit.telling.deduction import Decision, Step
from pipeline.kinds.kit.words.core import Model
from pipeline.kinds.kit.words.different.rule import AllDifferent


def find_first_step(model: Model, plain: Sequence[str], is_written: bool = False) -> Step | None:
    """Return the first step that draws something, if a beginner sees it; else None.

    What one constraint draws alone comes first, in the order of ``plain``. Otherwise the step has
    all that has to be ruled out before. Each part must need a single constraint only, or
    overlapping ones if `OVERLAP` is in ``plain``, and its own reason must be in ``plain``. If both
    states of a cell are symbols (``is_written``), each step draws.
    """
    person = _Beginner(model)
    if own := person.alone(plain):
        return own
    while (step := person.deduce()) is not None:
        if step.level not in LEVELS[: 3 if OVERLAP in plain else 2]:
            return None
        placed = [one for one in step.decisions if one.least or is_written]
        if placed:
            # A reason that points at no cells may be that of several unrelated decisions.
            kept = placed if placed[0].about else placed[:1]
            whole = (*person.needed_before(kept), *kept)
            is_plain = all(one.reason in plain for one in whole)
            return replace(step, decisions=whole) if is_plain else None
    return None


class _Beginner(Person):
    """A solver that states what its first step follows from."""

    def alone(self, plain: Sequence[str]) -> Step | None:
        """Return what one constraint of a clue draws without what others draw, if any does."""
        first = len(self.model.counts)
        order = {reason: at for at, reason in enumerate(plain)}
        own = [(order[one.reason], why, one) for why, one in enumerate(self.model.globals, first)
               if one.reason in order and not isinstance(one, AllDifferent)]  # fmt: skip
        for _, why, constraint in sorted(own, key=lambda found: found[:2]):
            if self._is_silent and constraint.about:
                left = self._left(why, constraint.about)
                numbers = {cell: (*values,) for cell, values in left.items() if len(values) == 1}
                codes = [encode(k) for k, mark in enumerate(self.model.marks, 1)
                         if numbers.get(mark.place[0]) == (mark.value,)]  # fmt: skip
                names = (f"{constraint.reason}-line",) * (len(codes) > 1)
                if codes and not {*codes} <= {*self.known}:
                    return self._step(
                        "global", codes, constraint.reason, constraint.about, [], names, None
                    )
            elif len(self._areas_left(why)) == 1 and (step := self._whole("global", why)):
                return step
        return None

    def needed_before(self, decisions: Sequence[Decision]) -> list[Decision]:
        """Return what is ruled out or drawn before some decisions follow, in its order."""
        made = {id(one): code for code, (one, _) in self._made.items()}
        waiting, met = [made[id(one)] for one in decisions], set[int]()
        while waiting:
            code = waiting.pop()
            facts = [self._causes.get(code, 0)]
            if code in self._made:
                facts = [*self._made[code][1]]
            elif code in self._silent:
                variables = [abs(x) for x in self._silent[code].literals if encode(x) != code]
                facts = [encode(self._value[one] * one) for one in variables]
            new = {one for one in facts if one} - met - {code, code ^ 1}
            met |= new
            waiting += new
        needed = list[Decision]()
        for code in filter(met.__contains__, self.known):
            if code in self._made:
                needed.append(self._made[code][0])
            elif code in self._silent:
                count = self._silent[code]
                needed.append(self._decide(code, count.reason, count.about))
        return needed
