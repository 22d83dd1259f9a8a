CREATE TABLE secret (key BLOB NOT NULL);
CREATE TABLE puzzles (
  id TEXT PRIMARY KEY, day TEXT NOT NULL, game TEXT NOT NULL, title TEXT NOT NULL,
  kind TEXT NOT NULL, puzzle TEXT NOT NULL
) WITHOUT ROWID;
-- The first time a reader began a puzzle, whichever page he opens later.
CREATE TABLE starts (
  reader TEXT NOT NULL, puzzle TEXT NOT NULL, ms INTEGER NOT NULL, PRIMARY KEY (reader, puzzle)
) WITHOUT ROWID;
CREATE INDEX starts_by_time ON starts (ms);
CREATE TABLE entries (
  puzzle TEXT NOT NULL REFERENCES puzzles, reader TEXT NOT NULL, name TEXT NOT NULL,
  ms INTEGER NOT NULL, paused_ms INTEGER NOT NULL, moves INTEGER NOT NULL, undone INTEGER NOT NULL,
  checks INTEGER NOT NULL, pattern TEXT NOT NULL, rhythm TEXT UNIQUE, beats TEXT NOT NULL,
  digest TEXT NOT NULL, until TEXT NOT NULL, PRIMARY KEY (puzzle, reader)
) WITHOUT ROWID;
CREATE INDEX entries_by_time ON entries (puzzle, ms);
CREATE INDEX entries_by_pattern ON entries (puzzle, pattern);
CREATE INDEX entries_by_reader ON entries (reader);
CREATE INDEX entries_by_end ON entries (until);
