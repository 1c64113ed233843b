-- Energizing wrote nineteen rows; now it writes eleven.

-- An entry of the ledger that came with exp moves balance and exp of its user together.
ALTER TABLE energy_log ADD COLUMN exp_gained INTEGER NOT NULL DEFAULT 0;

DROP TRIGGER energy_log_moves_balance;

CREATE TRIGGER energy_log_moves_balance
AFTER INSERT ON energy_log
BEGIN
  UPDATE users SET energy = NEW.balance_after, exp = exp + NEW.exp_gained WHERE uid = NEW.user_id;
END;

-- Everybody's ledger is read in the order of its ids. This says between which ids the entries of a Shanghai day are: from
-- `first_id` on, before the first of the next day, and those that came late up to `last_id`.
CREATE TABLE ledger_days (
  day TEXT PRIMARY KEY,
  first_id INTEGER NOT NULL,
  last_id INTEGER NOT NULL
) WITHOUT ROWID;

-- In four steps, each within what one statement on D1 may take.
INSERT INTO ledger_days (day, first_id, last_id)
SELECT date(created_at, '+8 hours'), MIN(id), MAX(id) FROM energy_log NOT INDEXED
WHERE id <= (SELECT MAX(id) / 4 FROM energy_log) GROUP BY 1
ON CONFLICT (day) DO UPDATE SET first_id = MIN(first_id, excluded.first_id), last_id = MAX(last_id, excluded.last_id);
INSERT INTO ledger_days (day, first_id, last_id)
SELECT date(created_at, '+8 hours'), MIN(id), MAX(id) FROM energy_log NOT INDEXED
WHERE id > (SELECT MAX(id) / 4 FROM energy_log) AND id <= (SELECT MAX(id) * 2 / 4 FROM energy_log) GROUP BY 1
ON CONFLICT (day) DO UPDATE SET first_id = MIN(first_id, excluded.first_id), last_id = MAX(last_id, excluded.last_id);
INSERT INTO ledger_days (day, first_id, last_id)
SELECT date(created_at, '+8 hours'), MIN(id), MAX(id) FROM energy_log NOT INDEXED
WHERE id > (SELECT MAX(id) * 2 / 4 FROM energy_log) AND id <= (SELECT MAX(id) * 3 / 4 FROM energy_log) GROUP BY 1
ON CONFLICT (day) DO UPDATE SET first_id = MIN(first_id, excluded.first_id), last_id = MAX(last_id, excluded.last_id);
INSERT INTO ledger_days (day, first_id, last_id)
SELECT date(created_at, '+8 hours'), MIN(id), MAX(id) FROM energy_log NOT INDEXED
WHERE id > (SELECT MAX(id) * 3 / 4 FROM energy_log) GROUP BY 1
ON CONFLICT (day) DO UPDATE SET first_id = MIN(first_id, excluded.first_id), last_id = MAX(last_id, excluded.last_id);

-- Of an entry of the newest day nothing is written down.
CREATE TRIGGER energy_log_keeps_days
AFTER INSERT ON energy_log
WHEN date(NEW.created_at, '+8 hours') IS NOT (SELECT MAX(day) FROM ledger_days)
BEGIN
  INSERT INTO ledger_days (day, first_id, last_id) VALUES (date(NEW.created_at, '+8 hours'), NEW.id, NEW.id)
  ON CONFLICT (day) DO UPDATE SET last_id = NEW.id;
END;

-- Its ids become those of the ledger, and what a person gave a post is the sum of its few rows.
DROP TRIGGER post_energize_log_post_is_public;
DROP TRIGGER post_energize_log_not_own;
DROP TRIGGER post_energize_log_is_never_changed;
DROP TRIGGER post_energize_log_is_never_deleted;
DROP TRIGGER post_energize_log_cap;
DROP TRIGGER post_energize_log_count;
ALTER TABLE post_energize_log RENAME TO post_energize_log_by_itself;

CREATE TABLE post_energize_log (
  -- That of the giver's entry in energy_log; the author's has the next one.
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  post_id INTEGER NOT NULL REFERENCES posts (id),
  amount INTEGER NOT NULL CHECK (amount IN (1, 2)),
  exp_gained INTEGER NOT NULL CHECK (exp_gained >= 0),
  created_at TEXT NOT NULL
);

-- In four steps. Who gave twice within a millisecond has two entries alike: they are paired in their order.
INSERT INTO post_energize_log (id, user_id, post_id, amount, exp_gained, created_at)
SELECT COALESCE(e.id, -l.id), l.user_id, l.post_id, l.amount, l.exp_gained, l.created_at
FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY user_id, post_id, created_at ORDER BY id) AS turn
  FROM post_energize_log_by_itself WHERE user_id % 4 = 0
) l LEFT JOIN (
  SELECT id, user_id, post_id, created_at, ROW_NUMBER() OVER (PARTITION BY user_id, post_id, created_at ORDER BY id) AS turn
  FROM energy_log WHERE reason = 'energize' AND user_id % 4 = 0
) e ON e.user_id = l.user_id AND e.post_id = l.post_id AND e.created_at = l.created_at AND e.turn = l.turn;
INSERT INTO post_energize_log (id, user_id, post_id, amount, exp_gained, created_at)
SELECT COALESCE(e.id, -l.id), l.user_id, l.post_id, l.amount, l.exp_gained, l.created_at
FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY user_id, post_id, created_at ORDER BY id) AS turn
  FROM post_energize_log_by_itself WHERE user_id % 4 = 1
) l LEFT JOIN (
  SELECT id, user_id, post_id, created_at, ROW_NUMBER() OVER (PARTITION BY user_id, post_id, created_at ORDER BY id) AS turn
  FROM energy_log WHERE reason = 'energize' AND user_id % 4 = 1
) e ON e.user_id = l.user_id AND e.post_id = l.post_id AND e.created_at = l.created_at AND e.turn = l.turn;
INSERT INTO post_energize_log (id, user_id, post_id, amount, exp_gained, created_at)
SELECT COALESCE(e.id, -l.id), l.user_id, l.post_id, l.amount, l.exp_gained, l.created_at
FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY user_id, post_id, created_at ORDER BY id) AS turn
  FROM post_energize_log_by_itself WHERE user_id % 4 = 2
) l LEFT JOIN (
  SELECT id, user_id, post_id, created_at, ROW_NUMBER() OVER (PARTITION BY user_id, post_id, created_at ORDER BY id) AS turn
  FROM energy_log WHERE reason = 'energize' AND user_id % 4 = 2
) e ON e.user_id = l.user_id AND e.post_id = l.post_id AND e.created_at = l.created_at AND e.turn = l.turn;
INSERT INTO post_energize_log (id, user_id, post_id, amount, exp_gained, created_at)
SELECT COALESCE(e.id, -l.id), l.user_id, l.post_id, l.amount, l.exp_gained, l.created_at
FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY user_id, post_id, created_at ORDER BY id) AS turn
  FROM post_energize_log_by_itself WHERE user_id % 4 = 3
) l LEFT JOIN (
  SELECT id, user_id, post_id, created_at, ROW_NUMBER() OVER (PARTITION BY user_id, post_id, created_at ORDER BY id) AS turn
  FROM energy_log WHERE reason = 'energize' AND user_id % 4 = 3
) e ON e.user_id = l.user_id AND e.post_id = l.post_id AND e.created_at = l.created_at AND e.turn = l.turn;

DROP INDEX post_energize_log_of_user;
DROP TABLE post_energize_log_by_itself;
DROP TABLE post_energize_totals;

DROP INDEX energy_log_by_time;
-- What was energized is found by post_energize_log.
DROP INDEX energy_log_by_reason;
CREATE INDEX energy_log_by_reason ON energy_log (reason, created_at, id) WHERE reason NOT IN ('energize', 'energized');

CREATE INDEX post_energize_log_of_post ON post_energize_log (post_id, user_id, amount);

CREATE TRIGGER post_energize_log_post_is_public
BEFORE INSERT ON post_energize_log
WHEN NOT EXISTS (SELECT 1 FROM posts WHERE id = NEW.post_id AND status = 'approved' AND deleted_at IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'not_found');
END;

CREATE TRIGGER post_energize_log_not_own
BEFORE INSERT ON post_energize_log
WHEN NEW.user_id = (SELECT author_id FROM posts WHERE id = NEW.post_id)
BEGIN
  SELECT RAISE(ABORT, 'own_post');
END;

CREATE TRIGGER post_energize_log_is_never_changed
BEFORE UPDATE ON post_energize_log
BEGIN
  SELECT RAISE(ABORT, 'the energize log is append-only');
END;

CREATE TRIGGER post_energize_log_is_never_deleted
BEFORE DELETE ON post_energize_log
BEGIN
  SELECT RAISE(ABORT, 'the energize log is append-only');
END;

CREATE TRIGGER post_energize_log_cap
BEFORE INSERT ON post_energize_log
WHEN NEW.amount + COALESCE(
  (SELECT SUM(amount) FROM post_energize_log WHERE post_id = NEW.post_id AND user_id = NEW.user_id), 0) > 20
BEGIN
  SELECT RAISE(ABORT, 'energize_cap');
END;

CREATE TRIGGER post_energize_log_count
AFTER INSERT ON post_energize_log
BEGIN
  UPDATE posts SET energy = energy + NEW.amount WHERE id = NEW.post_id;
  INSERT INTO post_days (post_id, day, author_id, energy)
  SELECT id, date(NEW.created_at, '+8 hours'), author_id, NEW.amount FROM posts WHERE id = NEW.post_id AND deleted_at IS NULL
  ON CONFLICT (post_id, day) DO UPDATE SET energy = energy + NEW.amount;
END;
