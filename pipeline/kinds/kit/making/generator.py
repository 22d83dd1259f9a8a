"""The generator of declared kinds: a random solution, all its clues, then clue removal.

Candidates are not proved unique here; that is a later stage.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from pipeline.kernels.random_state import new_state
from pipeline.kinds.interface import Generated
from pipeline.kinds.kit.board.board import Board, Solution
from pipeline.kinds.kit.board.params import Params, Usual
from pipeline.kinds.kit.declared import Declared
from pipeline.kinds.kit.engine.removal import LEVELS
from pipeline.kinds.kit.grades.band_costs import require_band, require_level
from pipeline.kinds.kit.making.clearing import Job
from pipeline.kinds.kit.making.clue_places import SYMMETRIES, images_of, parse_mask
from pipeline.kinds.kit.making.strategies import Attempt, Remove, fit
from pipeline.kinds.kit.options import (
    Setting,
    band,
    one_of,
    range_from,
    read_settings,
    require_one_of,
)
from pipeline.kinds.kit.rule_names import require_no_rule, require_rule
from pipeline.kinds.kit.words.core import Model
from pipeline.model import ConfigError, PuzzleFormatError, child_seed

GENERATOR: Final = "layout-and-removal"

ATTEMPTS: Final = 400  # Layouts tried before a seed is given up
FEWEST: Final = "as few as the hardest level allows"


@dataclass(frozen=True, slots=True)
class Maker:
    """The generator of a kind and its settings."""

    kind: Declared
    model_of: Callable[[Board], Model]
    band_of: Callable[[Board], str]

    @property
    def settings(self) -> Mapping[str, Setting]:
        """The ``--set`` keys."""
        strategy = self.kind.making
        by_band = strategy.by_band if isinstance(strategy, Remove) else {}
        symmetry, fewest = ("by band",) * 2 if by_band else ("none", FEWEST)
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
            **(of_clues if isinstance(strategy, Remove) else {}),
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
        require_one_of(values, "mask", "symmetry")
        if "mask" in values:
            values |= {"mask": parse_mask(values["mask"], rows, cols), "symmetry": "none"}
        require_band(self.kind.package, posed, rows, cols, values.get("band"))
        require_level(self.kind.package, posed, rows, cols, values.get("hardest"))
        own = tuple((key, values.pop(key)) for key in self.kind.settings if key in values)
        removal = self.kind.making if isinstance(self.kind.making, Remove) else None
        by_band = removal.by_band if removal and "mask" not in values else {}
        usual = by_band.get(values.get("band"), Usual())
        usually: dict[str, Any] = {"symmetry": usual.symmetry, "clues": usual.clues(rows * cols)}
        params = Params(rows, cols, posed, **(usually | values), own=own)
        self.kind.require_own(params)
        fewest = removal.fewest(rows, cols, posed) if removal else 1
        if params.clues is not None and params.clues[1] < fewest:
            raise ConfigError(
                f"expected clues to allow at least {fewest} on {cols}x{rows}, found "
                f"{params.clues[1]}; no puzzle with fewer has one solution"
            )
        if "clues" in values and removal:
            removal.require_possible(self._job(params))
        return params

    def _blank(self, params: Params) -> Board:
        size = params.rows * params.cols
        blank = Board(params.rows, params.cols, (self.kind.boards.empty,) * size, params.rule)
        with suppress(PuzzleFormatError):  # of clues that a blank board lacks, as regions
            return self.kind.boards.fit(blank)
        return blank

    def _job(self, params: Params) -> Job:
        images = images_of(params.rows, params.cols, params.symmetry)
        ceilings = self.kind.levels_at(params.band, params.rows * params.cols)
        kind = self.kind
        blank = self._blank(params)
        ways = self.model_of, params, blank, images, ceilings, self.band_of
        return Job(kind.boards, *ways, kind.package)

    def generate(self, params: Params, seed: int) -> Generated[Board, Solution]:
        """Return a candidate puzzle and its intended solution; a pure function of both."""
        job = self._job(params)
        strategy = self.kind.making
        for attempt in range(ATTEMPTS):
            found = strategy.make(
                job._replace(attempt=attempt), new_state(child_seed(seed, attempt))
            )
            if found is not None and self._is_wanted(job, Attempt(*found)):
                clues, solution = fit(job.boards, found[0]), replace(found[1], grid=job.board.grid)
                return Generated(clues, solution, attempt, self.kind.notes(params, solution))
        return Generated(None, None, ATTEMPTS - 1)

    def _is_wanted(self, job: Job, made: Attempt) -> bool:
        params, strategy = job.params, self.kind.making
        if params.clues is not None and isinstance(strategy, Remove):
            least, most = params.clues
            if not least <= strategy.count(job, made.clues) <= most:
                return False
        is_well = params.band is None or made.is_in_band
        return is_well or self.band_of(made.clues) == params.band
