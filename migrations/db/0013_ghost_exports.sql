-- account_exports -----------------------------------------------------------------------------------------------------

-- Adds the format 'ghost' and the column "origin". The table has no children and no triggers. The whole file is one
-- transaction: a Worker of the version before never sees the table without its rows and indexes.
ALTER TABLE account_exports RENAME TO account_exports_before;

-- Exports of large accounts, made by the cron in slices. The files are in the bucket BACKUPS, below exports/<id>/. A row
-- is deleted a day after its export is complete, and the files of a deleted row with the next clean-up.
CREATE TABLE account_exports (
  -- Random: it is part of the address of the file.
  id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  format TEXT NOT NULL CHECK (format IN ('json', 'zip', 'ghost')),
  -- Scheme and host of the site at the request: the cron has no request. Null in exports of the version before.
  origin TEXT,
  status TEXT NOT NULL DEFAULT 'preparing' CHECK (status IN ('preparing', 'ready', 'failed')),
  progress REAL NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 1),
  bytes INTEGER NOT NULL DEFAULT 0,
  -- Failed runs since the last successful one.
  attempts INTEGER NOT NULL DEFAULT 0,
  -- The run that is working on this export now, and the end of its lease.
  claim TEXT,
  claimed_until TEXT NOT NULL,
  -- The reading position and the names of the finished parts as JSON. Null before the first slice.
  work TEXT CHECK (work IS NULL OR json_valid(work)),
  created_at TEXT NOT NULL,
  -- Null while the export is being made.
  expires_at TEXT,
  CHECK ((status = 'preparing') = (expires_at IS NULL))
) WITHOUT ROWID;

INSERT INTO account_exports
  (id, user_id, format, status, progress, bytes, attempts, claim, claimed_until, work, created_at, expires_at)
SELECT id, user_id, format, status, progress, bytes, attempts, claim, claimed_until, work, created_at, expires_at
FROM account_exports_before;

DROP TABLE account_exports_before;

-- One export a day: the next one can start when the row of the last one has expired.
CREATE UNIQUE INDEX account_exports_one_of_each ON account_exports (user_id, format);
CREATE INDEX account_exports_waiting ON account_exports (claimed_until) WHERE status = 'preparing';
CREATE INDEX account_exports_expiring ON account_exports (expires_at) WHERE expires_at IS NOT NULL;
