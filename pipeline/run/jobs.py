"""The default number of processes of a run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pipeline.config.models import SectionConfig
from pipeline.run.compiling import missing_parts
from pipeline.run.execution import default_jobs

SHORT_SECONDS: Final = 3.0  # Work of one process that is done when workers have just started
PICTURE_SECONDS: Final = 0.03  # Processor time for the pictures and the page of a puzzle


def fitting_jobs(sections: Iterable[SectionConfig]) -> int:
    """Return the number of processors of this process, or 1 for less than `SHORT_SECONDS` of work.

    What has not been measured, or has kernels to compile, is no short work.
    """
    spent = 0.0
    for section in sections:
        if (seconds := section.seconds) is None or missing_parts([section.kind]):
            return default_jobs()
        spent += seconds + sum(section.counts) * PICTURE_SECONDS
    return 1 if spent < SHORT_SECONDS else default_jobs()
