"""The stages: iterables of records in, iterables of records out. They know no puzzle by name."""

from pipeline.kinds.kit.tables import keep_tables_in
from pipeline.store.tables import read_or_build

# Here, since every process that runs a stage imports this package first, workers too.
keep_tables_in(read_or_build)
