"""Check a kind: the conformance suite for a folder of one's own, and for the kinds of this package.

Each check yields what is wrong or missing, with what to do. Lines with `NOTE` are advice.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from pipeline.kinds.interface import AnyKind
from pipeline.model import PipelineError, shortage
from pipeline.stages.check_kind.boards import folder_of
from pipeline.stages.check_kind.book import check_book, check_player
from pipeline.stages.check_kind.declaration import check_declaration
from pipeline.stages.check_kind.drawing import check_drawing
from pipeline.stages.check_kind.engines import check_engines
from pipeline.stages.check_kind.examples import check_examples
from pipeline.stages.check_kind.forms import check_forms
from pipeline.stages.check_kind.generation import check_generation
from pipeline.stages.check_kind.options import check_options, check_rules
from pipeline.stages.check_kind.proofs import check_proofs
from pipeline.stages.check_kind.records import check_records
from pipeline.stages.check_kind.texts import check_texts
from pipeline.stages.check_kind.verdicts import check_positions, check_verdicts

CHECKS: Final[Mapping[str, Callable[[AnyKind], Iterator[str]]]] = MappingProxyType(
    {
        "options": check_options,
        "texts": check_texts,
        "examples": check_examples,
        "declaration": check_declaration,
        "rules": check_rules,
        "generation": check_generation,
        "records": check_records,
        "engines": check_engines,
        "verdicts": check_verdicts,
        "positions": check_positions,
        "proofs": check_proofs,
        "drawing": check_drawing,
        "forms": check_forms,
        "player": check_player,
        "book": check_book,
    }
)
"""In the order in which one writes a kind."""


def find_problems(kind: AnyKind, check: Callable[[AnyKind], Iterator[str]]) -> Iterator[str]:
    """Yield what a check finds; an exception is a finding with its file and line."""
    try:
        yield from check(kind)
    except PipelineError as error:
        yield str(error)
    except Exception as error:
        if shortage(error):
            raise  # no fault of the kind
        frames = traceback.extract_tb(error.__traceback__)
        own = [one for one in frames if Path(one.filename).is_relative_to(folder_of(kind))]
        place = (own or frames)[-1]
        yield (
            f"{place.filename}:{place.lineno}: expected a result, found {type(error).__name__}: "
            f"{error}; mend this line, or what it is given"
        )
