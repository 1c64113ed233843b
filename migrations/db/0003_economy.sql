-- Levels, check-in, first-time tasks, the energy ledger, notifications and profile reviews.

-- Levels ---------------------------------------------------------------------

CREATE TABLE levels (
  level INTEGER PRIMARY KEY,
  floor INTEGER NOT NULL UNIQUE
);

INSERT INTO levels (level, floor) VALUES (0, 0), (1, 1), (2, 50), (3, 200), (4, 1500), (5, 4500), (6, 10800);

CREATE TABLE user_check_ins (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  day TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (user_id, day)
) WITHOUT ROWID;

CREATE TABLE user_tasks (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  task TEXT NOT NULL CHECK (task IN ('avatar', 'username', 'signature')),
  completed_at TEXT NOT NULL,
  PRIMARY KEY (user_id, task)
) WITHOUT ROWID;

-- What a person gained by energizing on one day; the daily cap is this CHECK.
CREATE TABLE daily_exp_summary (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  day TEXT NOT NULL,
  exp INTEGER NOT NULL CHECK (exp BETWEEN 0 AND 50),
  PRIMARY KEY (user_id, day)
) WITHOUT ROWID;

-- Energy ---------------------------------------------------------------------

CREATE TABLE energy_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  amount INTEGER NOT NULL CHECK (amount <> 0),
  reason TEXT NOT NULL CHECK (reason IN (
    'checkin', 'energize', 'energized', 'rename', 'rename_refund', 'delete_post', 'admin_adjust'
  )),
  balance_after INTEGER NOT NULL,
  post_id INTEGER,
  note TEXT,
  created_at TEXT NOT NULL
);

CREATE INDEX energy_log_of_user ON energy_log (user_id, id);
CREATE INDEX energy_log_of_user_by_time ON energy_log (user_id, created_at, id);
CREATE INDEX energy_log_by_reason ON energy_log (reason, id);

CREATE TRIGGER energy_log_refuses_debtors
BEFORE INSERT ON energy_log
WHEN NEW.reason IN ('energize', 'rename') AND (SELECT energy FROM users WHERE uid = NEW.user_id) < 0
BEGIN
  SELECT RAISE(ABORT, 'energy_negative');
END;

CREATE TRIGGER energy_log_balance_fits
BEFORE INSERT ON energy_log
WHEN NEW.balance_after IS NOT (SELECT energy + NEW.amount FROM users WHERE uid = NEW.user_id)
BEGIN
  SELECT RAISE(ABORT, 'the balance does not fit the ledger');
END;

CREATE TRIGGER energy_log_moves_balance
AFTER INSERT ON energy_log
BEGIN
  UPDATE users SET energy = NEW.balance_after WHERE uid = NEW.user_id;
END;

CREATE TRIGGER energy_log_is_never_changed
BEFORE UPDATE ON energy_log
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER energy_log_is_never_deleted
BEFORE DELETE ON energy_log
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER users_energy_follows_ledger
BEFORE UPDATE OF energy ON users
WHEN NEW.energy <> OLD.energy
  AND NEW.energy IS NOT (SELECT balance_after FROM energy_log WHERE user_id = NEW.uid ORDER BY id DESC LIMIT 1)
BEGIN
  SELECT RAISE(ABORT, 'energy moves only with a ledger entry');
END;

-- Notifications --------------------------------------------------------------

CREATE TABLE notifications (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  kind TEXT NOT NULL CHECK (kind IN (
    'NotifyComment', 'NotifyCommentReply', 'NotifyMention', 'NotifyLikeAggregated', 'NotifyFollow', 'NotifyLevelUp',
    'NotifySystem'
  )),
  category TEXT NOT NULL CHECK (category IN ('comment', 'mention', 'like', 'follow', 'system')),
  related_id INTEGER,
  actor_id INTEGER REFERENCES users (uid),
  -- What the sentence needs besides, as JSON.
  data TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(data)),
  -- Of notices with the same key a person has one: liking again or following again does not spam.
  once_key TEXT,
  read INTEGER NOT NULL DEFAULT 0 CHECK (read IN (0, 1)),
  created_at TEXT NOT NULL
);

CREATE INDEX notifications_of_user ON notifications (user_id, created_at, id);
CREATE INDEX notifications_of_user_by_category ON notifications (user_id, category, created_at, id);
-- Comments and replies have a switch each, so one of the two is read without the other.
CREATE INDEX notifications_of_user_by_comment_kind ON notifications (user_id, kind, created_at, id)
  WHERE category = 'comment';
CREATE INDEX notifications_unread ON notifications (user_id, id) WHERE read = 0;
CREATE UNIQUE INDEX notifications_once ON notifications (user_id, once_key) WHERE once_key IS NOT NULL;

-- How many unread notices of each kind a person has.
CREATE TABLE unread_counts (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  kind TEXT NOT NULL,
  category TEXT NOT NULL,
  unread INTEGER NOT NULL CHECK (unread >= 0),
  PRIMARY KEY (user_id, kind)
) WITHOUT ROWID;

CREATE TRIGGER notifications_count_new
AFTER INSERT ON notifications
WHEN NEW.read = 0
BEGIN
  INSERT INTO unread_counts (user_id, kind, category, unread) VALUES (NEW.user_id, NEW.kind, NEW.category, 1)
  ON CONFLICT (user_id, kind) DO UPDATE SET unread = unread + 1;
END;

CREATE TRIGGER notifications_count_read
AFTER UPDATE OF read ON notifications
WHEN OLD.read = 0 AND NEW.read = 1
BEGIN
  UPDATE unread_counts SET unread = unread - 1 WHERE user_id = NEW.user_id AND kind = NEW.kind;
END;

CREATE TRIGGER notifications_count_unread_again
AFTER UPDATE OF read ON notifications
WHEN OLD.read = 1 AND NEW.read = 0
BEGIN
  UPDATE unread_counts SET unread = unread + 1 WHERE user_id = NEW.user_id AND kind = NEW.kind;
END;

CREATE TRIGGER notifications_count_gone
AFTER DELETE ON notifications
WHEN OLD.read = 0
BEGIN
  UPDATE unread_counts SET unread = unread - 1 WHERE user_id = OLD.user_id AND kind = OLD.kind;
END;

-- One level-up notice for every level reached, whoever moved the exp, once in a lifetime.
CREATE TRIGGER users_level_up
AFTER UPDATE OF exp ON users
WHEN NEW.exp > OLD.exp AND EXISTS (SELECT 1 FROM levels WHERE floor > OLD.exp AND floor <= NEW.exp)
BEGIN
  INSERT INTO notifications (user_id, kind, category, related_id, once_key, created_at)
  SELECT NEW.uid, 'NotifyLevelUp', 'system', level, 'level:' || level, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  FROM levels
  WHERE floor > OLD.exp AND floor <= NEW.exp
  ORDER BY level
  ON CONFLICT DO NOTHING;
END;

-- The likes a post got on one day, and how many of them its author has been told of.
CREATE TABLE daily_like_summary (
  post_id INTEGER NOT NULL,
  day TEXT NOT NULL,
  author_id INTEGER NOT NULL REFERENCES users (uid),
  likes INTEGER NOT NULL DEFAULT 0 CHECK (likes >= 0),
  told INTEGER NOT NULL DEFAULT 0 CHECK (told >= 0),
  PRIMARY KEY (post_id, day)
) WITHOUT ROWID;

CREATE INDEX daily_like_summary_untold ON daily_like_summary (author_id, day, post_id) WHERE likes > told;

-- Profile reviews ------------------------------------------------------------

CREATE TABLE profile_reviews (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  -- Null where that part is not to change.
  username TEXT,
  username_key TEXT,
  signature TEXT,
  cost INTEGER NOT NULL CHECK (cost >= 0),
  status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  reason TEXT,
  created_at TEXT NOT NULL,
  decided_at TEXT,
  decided_by INTEGER REFERENCES users (uid),
  CHECK ((username IS NULL) = (username_key IS NULL)),
  CHECK (username IS NOT NULL OR signature IS NOT NULL),
  CHECK ((status = 'pending') = (decided_at IS NULL))
);

CREATE UNIQUE INDEX profile_reviews_one_pending ON profile_reviews (user_id) WHERE status = 'pending';
CREATE UNIQUE INDEX profile_reviews_reserve ON profile_reviews (username_key)
  WHERE status = 'pending' AND username_key IS NOT NULL;
CREATE INDEX profile_reviews_pending ON profile_reviews (id) WHERE status = 'pending';

CREATE TRIGGER profile_reviews_one_at_a_time
BEFORE INSERT ON profile_reviews
WHEN EXISTS (SELECT 1 FROM profile_reviews WHERE user_id = NEW.user_id AND status = 'pending')
BEGIN
  SELECT RAISE(ABORT, 'review_pending');
END;

-- Of two admins who decide at once, one decides.
CREATE TRIGGER profile_reviews_are_decided_once
BEFORE UPDATE OF status ON profile_reviews
WHEN OLD.status <> 'pending'
BEGIN
  SELECT RAISE(ABORT, 'invalid_transition');
END;

-- A name that waits for review is taken, and a taken name cannot be asked for.
CREATE TRIGGER profile_reviews_name_is_free
BEFORE INSERT ON profile_reviews
WHEN EXISTS (SELECT 1 FROM users WHERE username_key = NEW.username_key AND uid <> NEW.user_id)
BEGIN
  SELECT RAISE(ABORT, 'username_taken');
END;

CREATE TRIGGER users_name_is_not_reserved
BEFORE UPDATE OF username_key ON users
WHEN EXISTS (
  SELECT 1 FROM profile_reviews
  WHERE status = 'pending' AND username_key = NEW.username_key AND user_id <> NEW.uid
)
BEGIN
  SELECT RAISE(ABORT, 'username_taken');
END;

CREATE TRIGGER users_new_name_is_not_reserved
BEFORE INSERT ON users
WHEN EXISTS (SELECT 1 FROM profile_reviews WHERE status = 'pending' AND username_key = NEW.username_key)
BEGIN
  SELECT RAISE(ABORT, 'username_taken');
END;
