-- What an operator sees of the last day. Gathered in memory, and added here at most once a minute by each isolate.
CREATE TABLE operation_hours (
  -- UTC, YYYY-MM-DDTHH.
  hour TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('requests', 'route', 'cron', 'job', 'object')),
  name TEXT NOT NULL,
  count INTEGER NOT NULL CHECK (count >= 0),
  slow INTEGER NOT NULL CHECK (slow >= 0),
  failed INTEGER NOT NULL CHECK (failed >= 0),
  worst_ms INTEGER NOT NULL,
  PRIMARY KEY (hour, kind, name)
) WITHOUT ROWID;
