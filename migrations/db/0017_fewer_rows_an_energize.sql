-- Energizing wrote twenty-four rows. What nothing asks for goes, and one index serves where two did.

-- No list is sorted by exp.
DROP INDEX users_by_exp;

-- A person's entries are found by time. A balance moves with the entry that has just been written.
DROP TRIGGER users_energy_follows_ledger;
DROP INDEX energy_log_of_user;

CREATE TRIGGER users_energy_follows_ledger
BEFORE UPDATE OF energy ON users
WHEN NEW.energy <> OLD.energy
  AND (NEW.uid, NEW.energy) IS NOT (SELECT user_id, balance_after FROM energy_log ORDER BY id DESC LIMIT 1)
  AND NEW.energy IS NOT (SELECT SUM(amount) FROM energy_log WHERE user_id = NEW.uid)
BEGIN
  SELECT RAISE(ABORT, 'energy moves only with a ledger entry');
END;

-- What a post was given is the sum of what each person gave it: that table begins with the post now.
DROP TRIGGER post_energize_log_cap;
DROP TRIGGER post_energize_log_count;
DROP INDEX post_energize_log_of_post;
ALTER TABLE post_energize_totals RENAME TO post_energize_totals_by_person;

-- What one person gave one post; the cap is here.
CREATE TABLE post_energize_totals (
  post_id INTEGER NOT NULL REFERENCES posts (id),
  user_id INTEGER NOT NULL REFERENCES users (uid),
  amount INTEGER NOT NULL CHECK (amount BETWEEN 0 AND 20),
  PRIMARY KEY (post_id, user_id)
) WITHOUT ROWID;

INSERT INTO post_energize_totals (post_id, user_id, amount)
SELECT post_id, user_id, amount FROM post_energize_totals_by_person ORDER BY post_id, user_id;

DROP TABLE post_energize_totals_by_person;

CREATE TRIGGER post_energize_log_cap
BEFORE INSERT ON post_energize_log
WHEN NEW.amount + COALESCE(
  (SELECT amount FROM post_energize_totals WHERE user_id = NEW.user_id AND post_id = NEW.post_id), 0) > 20
BEGIN
  SELECT RAISE(ABORT, 'energize_cap');
END;

CREATE TRIGGER post_energize_log_count
AFTER INSERT ON post_energize_log
BEGIN
  INSERT INTO post_energize_totals (post_id, user_id, amount) VALUES (NEW.post_id, NEW.user_id, NEW.amount)
  ON CONFLICT (post_id, user_id) DO UPDATE SET amount = amount + NEW.amount;
  UPDATE posts SET energy = energy + NEW.amount WHERE id = NEW.post_id;
  INSERT INTO post_days (post_id, day, author_id, energy)
  SELECT id, date(NEW.created_at, '+8 hours'), author_id, NEW.amount FROM posts WHERE id = NEW.post_id AND deleted_at IS NULL
  ON CONFLICT (post_id, day) DO UPDATE SET energy = energy + NEW.amount;
END;
