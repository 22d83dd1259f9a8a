-- Version 1 of the library: what was ever made, placed and owed.
-- A key names a board whatever its rule, and however it is turned, mirrored or relabelled.
-- Days are texts such as 2027-03-01. NULL means: nothing said.

CREATE TABLE credit (
  number INTEGER PRIMARY KEY,
  author TEXT,
  title TEXT,
  url TEXT,
  licence TEXT,
  text TEXT
) STRICT;
CREATE INDEX credit_whole ON credit (author, title, url, licence, text);

CREATE VIRTUAL TABLE credit_search USING fts5 (
  author, title, text, content = 'credit', content_rowid = 'number'
);
CREATE TRIGGER credit_added AFTER INSERT ON credit BEGIN
  INSERT INTO credit_search (rowid, author, title, text)
  VALUES (NEW.number, NEW.author, NEW.title, NEW.text);
END;

CREATE TABLE rights (
  number INTEGER PRIMARY KEY,
  holder TEXT NOT NULL,
  licence TEXT,
  exclusive TEXT,       -- the one series that may print them; NULL: any
  valid_until TEXT,     -- the last day on which they may be printed
  most_uses INTEGER     -- how often each may be printed
) STRICT;

CREATE TABLE puzzle (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  key TEXT NOT NULL,
  kind TEXT NOT NULL,
  rows INTEGER NOT NULL,
  cols INTEGER NOT NULL,
  rule TEXT NOT NULL,                     -- the rule that the verdict names, else the puzzle's own
  status TEXT NOT NULL,
  band TEXT NOT NULL,                     -- '' before it is graded
  score REAL,
  uses INTEGER NOT NULL,                  -- how often its board is placed, under any rule
  reserved INTEGER NOT NULL DEFAULT 0,    -- how many reservations hold its board
  credit INTEGER REFERENCES credit,
  rights INTEGER REFERENCES rights,
  record TEXT NOT NULL                    -- a record of schema 1, as in a JSON Lines file
) STRICT;
CREATE INDEX puzzle_key ON puzzle (key);
CREATE INDEX puzzle_lot ON puzzle (kind, rows, cols, rule, band, reserved, uses);
CREATE INDEX puzzle_credit ON puzzle (credit, reserved, uses);
CREATE INDEX puzzle_rights ON puzzle (rights) WHERE rights IS NOT NULL;
CREATE INDEX puzzle_repeated ON puzzle (key) WHERE uses > 1;

CREATE TABLE series (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE volume (
  id INTEGER PRIMARY KEY,
  series INTEGER NOT NULL REFERENCES series,
  number INTEGER NOT NULL,
  title TEXT NOT NULL,
  medium TEXT NOT NULL CHECK (medium IN ('book', 'site')),
  date TEXT,
  UNIQUE (series, number)
) STRICT;

CREATE TABLE placement (
  volume INTEGER NOT NULL REFERENCES volume,
  number INTEGER NOT NULL,
  puzzle INTEGER NOT NULL REFERENCES puzzle,
  section TEXT NOT NULL,
  page INTEGER,
  date TEXT,
  PRIMARY KEY (volume, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX placement_puzzle ON placement (puzzle);

CREATE TABLE reservation (
  puzzle INTEGER PRIMARY KEY REFERENCES puzzle,
  holder TEXT NOT NULL
) STRICT;
CREATE INDEX reservation_holder ON reservation (holder);

CREATE TRIGGER placement_added AFTER INSERT ON placement BEGIN
  UPDATE puzzle SET uses = uses + 1
  WHERE key = (SELECT key FROM puzzle WHERE number = NEW.puzzle);
END;
CREATE TRIGGER placement_removed AFTER DELETE ON placement BEGIN
  UPDATE puzzle SET uses = uses - 1
  WHERE key = (SELECT key FROM puzzle WHERE number = OLD.puzzle);
END;
CREATE TRIGGER reservation_added AFTER INSERT ON reservation BEGIN
  UPDATE puzzle SET reserved = reserved + 1
  WHERE key = (SELECT key FROM puzzle WHERE number = NEW.puzzle);
END;
CREATE TRIGGER reservation_removed AFTER DELETE ON reservation BEGIN
  UPDATE puzzle SET reserved = reserved - 1
  WHERE key = (SELECT key FROM puzzle WHERE number = OLD.puzzle);
END;

CREATE VIEW unused AS
  SELECT id, kind, rows, cols, rule, status, band, score FROM puzzle
  WHERE uses = 0 AND reserved = 0;

-- Each pair of placements of one board within one series, the later one first. CROSS JOIN keeps the
-- order of the tables: from the few boards that are placed twice.
CREATE VIEW repeats AS
  SELECT
    series.name AS series, later.number AS volume, second.number AS number, again.id AS id,
    earlier.number AS first_volume, first.number AS first_number,
    second.volume AS volume_id, first.volume AS first_volume_id
  FROM puzzle AS again INDEXED BY puzzle_repeated
  CROSS JOIN placement AS second ON second.puzzle = again.number
  CROSS JOIN volume AS later ON later.id = second.volume
  CROSS JOIN puzzle AS before ON before.key = again.key
  CROSS JOIN placement AS first ON first.puzzle = before.number
  CROSS JOIN volume AS earlier ON earlier.id = first.volume AND earlier.series = later.series
  CROSS JOIN series ON series.number = later.series
  WHERE again.uses > 1 AND (later.number, second.number) > (earlier.number, first.number);

CREATE VIEW expiring AS
  SELECT rights.valid_until, rights.holder, rights.licence, count(*) AS unused
  FROM rights JOIN puzzle ON puzzle.rights = rights.number
  WHERE rights.valid_until IS NOT NULL AND puzzle.uses = 0
  GROUP BY rights.number
  ORDER BY rights.valid_until;

CREATE VIEW usage AS
  SELECT
    series.name AS series, volume.number AS volume, volume.title, volume.medium, volume.date,
    coalesce(credit.author, '') AS author, coalesce(rights.holder, '') AS holder,
    coalesce(rights.licence, credit.licence, '') AS licence, count(*) AS uses
  FROM placement
  JOIN volume ON volume.id = placement.volume
  JOIN series ON series.number = volume.series
  JOIN puzzle ON puzzle.number = placement.puzzle
  LEFT JOIN credit ON credit.number = puzzle.credit
  LEFT JOIN rights ON rights.number = puzzle.rights
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
  ORDER BY 1, 2, 6, 7, 8;
