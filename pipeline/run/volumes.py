"""The volumes of a run: configurations and folders, fingerprints, and volumes on record."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pipeline import __version__
from pipeline.config.run import RunConfig, fill_counts, require_volume
from pipeline.kinds import get_kind
from pipeline.model import ConfigError, JsonObject, canonical_json
from pipeline.run.page_plan import fill_sections
from pipeline.run.plan import Want, by_order, read_wants
from pipeline.run.series import count_recorded, next_number, number_in, volume_config
from pipeline.stages.render import RenderOptions
from pipeline.store.run_folder import holds_run, read_fingerprint

PICTURES: Final = RenderOptions(formats=("png", "svg", "gif"), has_solution=True)  # As a run draws


@dataclass(frozen=True, slots=True)
class VolumePlan:
    """One volume of a run: its configuration with all counts, what its sections want, its folder.

    The fingerprint is a text of all that its puzzles depend on.
    """

    config: RunConfig
    wants: tuple[Want, ...]
    folder: Path
    fingerprint: str

    @property
    def is_begun(self) -> bool:
        """Whether the folder has a run of any configuration."""
        return holds_run(self.folder)


def plan_volumes(config: RunConfig, folder: Path) -> list[VolumePlan]:
    """Return the plan of each volume of a run.

    Errors are those of `fill_sections`; raise `StoreError` if the library cannot be read.
    """
    config = fill_counts(fill_sections(config))
    if config.series is None:
        config = require_volume(config, None)
    plans = []
    for index, own in enumerate(_volume_folders(config, folder)):
        volume = volume_config(config, index)
        wants = read_wants(volume)
        plans.append(VolumePlan(volume, wants, own, _fingerprint(volume, wants)))
    return plans


def _volume_folders(config: RunConfig, folder: Path) -> list[Path]:
    """Return the folder of each volume by number, those already begun first; or that of the run."""
    series = config.series
    if series is None or not series.volumes:
        return [folder]
    begun: list[Path] = []
    if series.library is not None and series.volume is None:
        named = (path for path in folder.glob("volume-*") if path.name[7:].isdecimal())
        begun = [path for path in named if holds_run(path)]  # not those set aside
        begun.sort(key=lambda path: int(path.name.rpartition("-")[2]))
    first, count = next_number(series), series.volumes - len(begun)
    digits = len(str(first + count - 1))
    return [*begun, *(folder / f"volume-{first + k:0{digits}}" for k in range(count))]


def require_unrecorded(plans: Sequence[VolumePlan], is_fresh: bool) -> set[Path]:
    """Return the folders of volumes that the library records, which must not change.

    Raise `ConfigError` if the plan would change one, or if ``is_fresh`` and all are recorded.
    """
    begun = [plan for plan in plans if plan.is_begun]
    counts = {plan.folder: count_recorded(plan.config.series, plan.folder) for plan in begun}
    recorded = [plan for plan in begun if counts[plan.folder]]
    if is_fresh and recorded == begun != []:
        raise _recorded_error(begun[0], counts[begun[0].folder], "--fresh")
    for plan in recorded:
        if read_fingerprint(plan.folder) != plan.fingerprint:
            raise _recorded_error(plan, counts[plan.folder], "another configuration")
    return {plan.folder for plan in recorded}


def _recorded_error(plan: VolumePlan, count: int, found: str) -> ConfigError:
    assert plan.config.series is not None
    name, number = plan.config.series.name, number_in(plan.folder)
    return ConfigError(
        f"{plan.folder}: expected a volume that is not recorded, found {found} for volume "
        f"{number} of {name!r}, which the library records with {count} puzzles and which is never "
        "replaced; choose another folder with --out for the next volume, restore the "
        "configuration of this one, or, if it was not published, withdraw it with puzzlepress "
        f"library release --series {name!r} --volume {number}"
    )


def _fingerprint(config: RunConfig, wants: Sequence[Want]) -> str:
    """Return a text of all values that affect records and pictures, but not typesetting."""
    return canonical_json(
        {
            "candidates": _origin(config),
            "images": [*PICTURES.formats, PICTURES.theme, str(PICTURES.size_mm), PICTURES.dpi],
            "series": config.series and config.series.describe(),
            "sections": [
                [order, [[want.band, want.count, want.grades.describe()] for want in some]]
                for order, some in by_order(wants).items()
            ],
        }
    )


def asks_for_more(before: str, plan: VolumePlan) -> int:
    """Return the number of puzzles of an older run that this one extends, 0 for another run.

    ``before`` is the fingerprint of the older run. Its candidates are reused, since a candidate
    follows from its order and index.
    """
    try:
        old, new = json.loads(before), json.loads(plan.fingerprint)
        wanted, offered = (_demands(one.pop("sections")) for one in (old, new))
    except (ValueError, KeyError, TypeError, AttributeError):
        return 0  # written by another version
    return wanted.total() if old == new and wanted <= offered else 0


def _demands(pools: list[Any]) -> Counter[str]:
    found: Counter[str] = Counter()
    for order, demands in pools:
        for band, count, grades in demands:
            found[canonical_json([order, band, grades])] += count
    return found


def _origin(config: RunConfig) -> JsonObject:
    """Return the values that affect a candidate besides its order, index and credit."""
    return {
        "puzzlepress": __version__,
        "seed": config.seed,
        "confirmed": config.book.confirmed,
        "kinds": {s.kind: get_kind(s.kind).version for s in config.sections},
    }
