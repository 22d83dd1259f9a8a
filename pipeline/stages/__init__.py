"""The stages: iterables of records in, iterables of records out, for puzzles of any kind."""

from pipeline.kinds.kit.proving.tables import keep_tables_in
from pipeline.store.tables import read_or_build

# Here, since every process that runs a stage imports this package first, including workers.
keep_tables_in(read_or_build)
