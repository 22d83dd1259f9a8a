"""Records and their parts, errors, identities; standard library only."""

from pipeline.model.errors import (
    ConfigError,
    PipelineError,
    PuzzleFormatError,
    RenderError,
    StoppedError,
    StoreError,
    WorkerError,
    cut,
    found_instead,
    nearest_first,
    shortage,
    unknown_name,
)
from pipeline.model.identity import canonical_json, child_seed, record_id
from pipeline.model.record import (
    ANY_GRADE,
    SCHEMA,
    Band,
    Confirmed,
    Credit,
    Grade,
    GradeRange,
    Json,
    JsonObject,
    Provenance,
    Record,
    Status,
    Verdict,
)
