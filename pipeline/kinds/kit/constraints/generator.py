"""The generator of declared kinds: a random solution, all its clues, then clue removal.

Candidates are not proved unique here; that is a later stage.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from pipeline.kernels.random_state import RandomState, new_state, pick, shuffled
from pipeline.kinds.interface import Generated
from pipeline.kinds.kit.band_costs import require_band, require_level
from pipeline.kinds.kit.constraints.clue_places import (
    SYMMETRIES,
    images_of,
    images_of_clues,
    numbers_of_clues,
    parse_mask,
    symmetric_groups,
)
from pipeline.kinds.kit.constraints.declaration import Declared, Drafted, Images, Params, Usual
from pipeline.kinds.kit.constraints.engines.reduce_clues import LEVELS, Remover, remove_clues
from pipeline.kinds.kit.constraints.engines.search import find_more, find_open
from pipeline.kinds.kit.constraints.model import Model
from pipeline.kinds.kit.constraints.puzzle import Clues, Solution
from pipeline.kinds.kit.options import (
    Setting,
    band,
    one_of,
    range_from,
    read_settings,
    require_one_of,
)
from pipeline.kinds.kit.rule_names import require_no_rule, require_rule
from pipeline.model import ConfigError, child_seed

GENERATOR: Final = "layout-and-removal"

ATTEMPTS: Final = 400  # Layouts tried before a seed is given up
CHANGES: Final = 150  # Times that a board is changed before it is given up
PROBES: Final = 30  # Layouts from which the possible numbers of clues are taken
FEWEST: Final = "as few as the hardest level allows"


@dataclass(frozen=True, slots=True)
class Maker:
    """The generator of a kind and its settings."""

    kind: Declared
    band_of: Callable[[Clues], str]

    @property
    def settings(self) -> Mapping[str, Setting]:
        """The ``--set`` keys."""
        symmetry, fewest = ("by band",) * 2 if self.kind.by_band else ("none", FEWEST)
        of_clues = {
            "clues": range_from(1, "number of clues", fewest, "20:30", "20:30"),
            "mask": Setting(
                "cells that may have clues",
                "a file, text rows of dots and x",
                "all cells",
                "heart.txt",
                is_file=True,
            ),
            "symmetry": one_of("places of the clues", tuple(SYMMETRIES), symmetry, "half-turn"),
        }
        return {
            **({} if self.kind.keeps_clues or self.kind.draft else of_clues),
            "hardest": one_of("hardest level that may be needed", LEVELS[:-1], "any", "overlap"),
            "band": band("medium"),
            **self.kind.settings,
        }

    def parse_params(
        self, rows: int, cols: int, rule: str | None, settings: Mapping[str, str]
    ) -> Params:
        """Return the params for a size, a rule and ``--set`` values given as text.

        `ConfigError` if a key, a value, the size or the rule is invalid.
        """
        self.kind.sizes(rows, cols)
        kind_id = self.kind.package.rpartition(".")[2]
        rules = self.kind.boards.rules
        if not rules:
            require_no_rule(kind_id, rule)
        posed = require_rule(rule, rules) if rule else (*rules, "")[0]
        values = read_settings(kind_id, self.settings, settings)
        require_one_of(values, "hardest", "band")
        require_one_of(values, "mask", "symmetry")
        if "mask" in values:
            values |= {"mask": parse_mask(values["mask"], rows, cols), "symmetry": "none"}
        require_band(self.kind.package, posed, rows, cols, values.get("band"))
        require_level(self.kind.package, posed, rows, cols, values.get("hardest"))
        own = tuple((key, values.pop(key)) for key in self.kind.settings if key in values)
        by_band = {} if "mask" in values else self.kind.by_band
        usual = by_band.get(values.get("band"), Usual())
        usually = {"symmetry": usual.symmetry, "clues": usual.clues(rows * cols)}
        params = Params(rows, cols, posed, **(usually | values), own=own)
        self.kind.require_own(params)
        fewest = self.kind.fewest_clues(rows, cols, posed)
        if params.clues is not None and params.clues[1] < fewest:
            raise ConfigError(
                f"expected clues to allow at least {fewest} on {cols}x{rows}, found "
                f"{params.clues[1]}; no puzzle with fewer has one solution"
            )
        if "clues" in values:
            self._require_possible(params)
        return params

    def _require_possible(self, params: Params) -> None:
        """Raise `ConfigError` if no layout of some allows the wanted number of clues."""
        assert params.clues is not None
        assert self.kind.layout is not None
        low, high = params.clues
        images = images_of(params.rows, params.cols, params.symmetry)
        possible: set[int] = set()
        for probe in range(PROBES):
            found = self.kind.layout(self._blank(params), new_state(child_seed(0, probe)), images)
            if found is not None:
                groups = symmetric_groups(*self._places(params, found[0], images))
                possible |= numbers_of_clues(groups)
        if possible and possible.isdisjoint(range(low, high + 1)):
            why = (
                f"of {PROBES} random boards none had more than {max(possible)}; choose fewer"
                if low > max(possible)
                else f"symmetry={params.symmetry} has clues in groups; choose a wider range"
            )
            raise ConfigError(
                f"expected a number of clues that {params.cols}x{params.rows} can have, found "
                f"clues={low}:{high}; {why}"
            )

    def _blank(self, params: Params) -> Clues:
        size = params.rows * params.cols
        return Clues(params.rows, params.cols, (self.kind.boards.empty,) * size, params.rule)

    def _places(self, params: Params, full: Clues, images: Images) -> tuple[list[int], Images]:
        """Return the clues of a full board that may stay or be removed, and the images of all."""
        places = [
            cell
            for cell, value in enumerate(full.values)
            if self._bare(value) != value and (params.mask is None or cell in params.mask)
        ]
        if not self.kind.removes_extra:
            return places, images
        assert self.kind.boards.extra is not None
        size = len(full.values)
        images = images_of_clues(full, self.kind.boards.extra, images, params.symmetry)
        return [*places, *range(size, size + len(full.extra))], images

    def generate(self, params: Params, seed: int) -> Generated[Clues, Solution]:
        """Return a candidate puzzle and its intended solution; a pure function of both."""
        board = self._blank(params)
        images = images_of(params.rows, params.cols, params.symmetry)
        for attempt in range(ATTEMPTS):
            state = new_state(child_seed(seed, attempt))
            found = self._make(params, board, state, images)
            if found is not None and self._is_wanted(params, found[0]):
                solution = replace(found[1], grid=board.grid)
                return Generated(found[0], solution, attempt, self.kind.notes(params, solution))
        return Generated(None, None, ATTEMPTS - 1)

    def _make(
        self, params: Params, board: Clues, state: RandomState, images: Images
    ) -> tuple[Clues, Solution] | None:
        """Return a puzzle as far as one attempt makes it, by removing clues or by mending."""
        if self.kind.draft is not None:
            draft = self.kind.draft(board, state, params)
            if draft is None or draft.is_finished:
                return None if draft is None else draft[:2]
            ceiling = self._ceiling(params, state)
            mended = self._mend(draft, state, params, ceiling)
            if mended is None or not self.kind.kept_percent:
                return mended
            order = shuffled(state, self._places(params, mended[0], images)[0])
            least = len(order) * self.kind.kept_percent[params.band] // 100
            groups = [[cell] for cell in order]
            clues = self._remove_groups(mended[0], groups, least, ceiling)
            return None if clues is None else (clues, mended[1])
        assert self.kind.layout is not None
        found = self.kind.layout(board, state, images)
        if found is None:
            return None
        full, solution = found
        clues = self._remove_clues(params, full, state, images)
        return None if clues is None else (clues, solution)

    def _mend(
        self, draft: Drafted, state: RandomState, params: Params, ceiling: str | None
    ) -> tuple[Clues, Solution] | None:
        """Change a board until it can be solved at the wanted level; None if it never can."""
        clues, solution = draft[:2]
        for _ in range(CHANGES):
            model = self.kind.declare(clues)
            cells = find_more(model, solution) if self.kind.is_mended_by_solutions else []
            cells = cells or find_open(model, solution, ceiling)
            if not cells:
                return clues, solution
            if self.kind.mend is None:
                return None
            for _ in range(1 + len(cells) // self.kind.cells_a_change):
                changed = self.kind.mend(clues, solution, cells, state, params)
                if changed is None:
                    return None
                clues, solution = changed
        return None

    def _ceiling(self, params: Params, state: RandomState) -> str | None:
        """Return the hardest level that the puzzle may need."""
        if params.hardest is not None:
            return params.hardest
        ceilings = self.kind.ceilings[params.band]
        return pick(state, ceilings)

    def _remove_clues(
        self, params: Params, full: Clues, state: RandomState, images: Images
    ) -> Clues | None:
        """Remove clues in random order, images together; None if all of them do not suffice."""
        places, images = self._places(params, full, images)
        order = shuffled(state, places)
        size, first = len(full.values), len(full.values) * self.kind.percent_first // 100
        ranks = {cell: k for k, cell in enumerate(cell for cell in order if cell < size)}
        ordered = sorted(order, key=lambda clue: ranks.get(clue, first) >= first)
        groups = list(symmetric_groups(ordered, images))
        cells = sorted(cell for group in groups for cell in group)
        full = self._without(full, {*full.grid.cells} - {*cells})
        least = 0
        if params.clues is not None:
            low, high = params.clues
            numbers = sorted(numbers_of_clues(groups) & {*range(low, high + 1)})
            if not numbers:
                return None
            least = pick(state, numbers)
        ceiling = self._ceiling(params, state)
        return self._remove_groups(full, groups, least, ceiling)

    def _remove_groups(
        self, full: Clues, groups: Sequence[Sequence[int]], least: int, ceiling: str | None
    ) -> Clues | None:
        """Remove groups of clues in turn, but leave ``least``; None if all do not suffice."""
        cells = sorted(cell for group in groups for cell in group)
        if self.kind.sorts:
            bare = replace(full, values=(self.kind.boards.empty,) * len(full.values))
            given = {cell: self.kind.sorts.index(full.values[cell]) for cell in cells}
            allowed = self.kind.boards.allowed(full.rows, full.cols)
            sorts = tuple(clue for clue in self.kind.sorts if clue in allowed)
            remover = _remover(self.kind.declare, sorts, bare, ceiling)
            kept = remover.remove(given, groups, least)
        else:
            kept = remove_clues(self.kind.declare(full), groups, ceiling, least)
        return None if kept is None else self._without(full, set(cells) - set(kept))

    def _without(self, clues: Clues, removed: Collection[int]) -> Clues:
        """Return a board without some clues, those of ``extra`` numbered after the cells."""
        values = tuple(self._bare(v) if k in removed else v for k, v in enumerate(clues.values))
        extra = enumerate(clues.extra, len(values))
        return replace(
            clues, values=values, extra=tuple(one for k, one in extra if k not in removed)
        )

    def _bare(self, clue: int) -> int:
        if self.kind.keeps_clues:
            return clue
        return self.kind.boards.empty if self.kind.without is None else self.kind.without(clue)

    def _is_wanted(self, params: Params, clues: Clues) -> bool:
        if params.clues is not None:
            count = len(self._places(replace(params, mask=None), clues, ())[0])
            if not params.clues[0] <= count <= params.clues[1]:
                return False
        return params.band is None or self.band_of(clues) == params.band


@lru_cache(maxsize=8)
def _remover(
    declare: Callable[[Clues], Model], sorts: tuple[int, ...], board: Clues, ceiling: str | None
) -> Remover:
    """Return the compiled clue remover of all boards that equal one but for their clues."""
    size = len(board.values)
    models = [declare(replace(board, values=(clue,) * size)) for clue in sorts]
    return Remover(models, ceiling)
