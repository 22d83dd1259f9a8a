"""The nouns: records and their parts, errors, identities. Standard library only."""

from pipeline.model.errors import (
    ConfigError,
    PipelineError,
    PuzzleFormatError,
    RenderError,
    StoppedError,
    StoreError,
    WorkerError,
    did_you_mean,
    found_instead,
)
from pipeline.model.identity import canonical_json, child_seed, record_id
from pipeline.model.record import (
    SCHEMA,
    Band,
    Confirmed,
    Credit,
    Grade,
    Json,
    JsonObject,
    Provenance,
    Record,
    Status,
    Verdict,
)

__all__ = [
    "SCHEMA",
    "Band",
    "ConfigError",
    "Confirmed",
    "Credit",
    "Grade",
    "Json",
    "JsonObject",
    "PipelineError",
    "Provenance",
    "PuzzleFormatError",
    "Record",
    "RenderError",
    "Status",
    "StoppedError",
    "StoreError",
    "Verdict",
    "WorkerError",
    "canonical_json",
    "child_seed",
    "did_you_mean",
    "found_instead",
    "record_id",
]
