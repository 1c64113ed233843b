-- Whether browsers may install the service worker, which offline reading and push need.
INSERT INTO site_settings (key, value) VALUES ('app.enabled', 1);

-- push_keys -----------------------------------------------------------------------------------------------------------

-- The key pair that signs push messages (RFC 8292). Browsers bind their subscriptions to it, so it is made once.
CREATE TABLE push_keys (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- An uncompressed point of P-256 as base64url.
  public_key TEXT NOT NULL,
  -- Encrypted with the site secret that key_id identifies.
  private_key TEXT NOT NULL,
  key_id TEXT NOT NULL,
  created_at TEXT NOT NULL
);

-- push_subscriptions --------------------------------------------------------------------------------------------------

-- Browsers that get push messages. A subscription ends with its session.
CREATE TABLE push_subscriptions (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  endpoint TEXT NOT NULL UNIQUE,
  -- The host of the endpoint and one of several lines to it. The outbox sends one message of a line at a time.
  target TEXT NOT NULL,
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  -- A JSON list.
  categories TEXT NOT NULL CHECK (json_valid(categories)),
  -- From when to when no message is sent, in the time zone of the user. Null: never.
  quiet_from TEXT CHECK (quiet_from GLOB '[0-2][0-9]:[0-5][0-9]'),
  quiet_until TEXT CHECK (quiet_until GLOB '[0-2][0-9]:[0-5][0-9]'),
  -- Origin of the site, for the signature.
  site TEXT NOT NULL,
  created_at TEXT NOT NULL,
  CHECK ((quiet_from IS NULL) = (quiet_until IS NULL))
);

CREATE INDEX push_subscriptions_of_user ON push_subscriptions (user_id, id);
-- Without subscriptions of admins, these events cost no row.
CREATE INDEX push_subscriptions_for_review ON push_subscriptions (user_id) WHERE instr(categories, '"review"') > 0;
CREATE INDEX push_subscriptions_for_reports ON push_subscriptions (user_id) WHERE instr(categories, '"report"') > 0;

-- At most 10 per user; the oldest goes first.
CREATE TRIGGER push_subscriptions_oldest_goes
AFTER INSERT ON push_subscriptions
BEGIN
  DELETE FROM push_subscriptions
  WHERE id IN (SELECT id FROM push_subscriptions WHERE user_id = NEW.user_id ORDER BY id DESC LIMIT -1 OFFSET 10);
END;

CREATE TRIGGER push_subscriptions_take_their_messages_along
AFTER DELETE ON push_subscriptions
BEGIN
  DELETE FROM outbox WHERE channel = 'push' AND ref = OLD.id;
END;

CREATE TRIGGER sessions_take_their_push_along
AFTER DELETE ON sessions
BEGIN
  DELETE FROM push_subscriptions WHERE session_id = OLD.sid;
END;

CREATE TRIGGER users_banned_get_no_push
AFTER UPDATE OF status ON users
WHEN NEW.status <> 'active'
BEGIN
  DELETE FROM push_subscriptions WHERE user_id = NEW.uid;
END;

CREATE TRIGGER notifications_to_push
AFTER INSERT ON notifications
WHEN EXISTS (SELECT 1 FROM push_subscriptions WHERE user_id = NEW.user_id)
BEGIN
  INSERT INTO outbox (channel, user_id, kind, payload, target, ref, status, next_attempt_at, created_at)
  SELECT 'push', user_id, NEW.kind, json_object('notice', NEW.id), target, id, 'queued', NEW.created_at, NEW.created_at
  FROM push_subscriptions
  WHERE user_id = NEW.user_id AND instr(categories, '"' || NEW.category || '"') > 0;
END;

CREATE TRIGGER posts_pending_to_push
AFTER UPDATE OF status ON posts
WHEN NEW.status = 'pending' AND OLD.status <> 'pending'
BEGIN
  INSERT INTO outbox (channel, user_id, kind, payload, target, ref, status, next_attempt_at, created_at)
  SELECT 'push', user_id, 'review', json_object('post', NEW.id), target, id, 'queued', NEW.updated_at, NEW.updated_at
  FROM push_subscriptions INDEXED BY push_subscriptions_for_review
  WHERE instr(categories, '"review"') > 0 AND user_id <> NEW.author_id;
END;

CREATE TRIGGER report_cases_to_push
AFTER INSERT ON report_cases
BEGIN
  INSERT INTO outbox (channel, user_id, kind, payload, target, ref, status, next_attempt_at, created_at)
  SELECT 'push', user_id, 'report', json_object('report_case', NEW.id), target, id, 'queued', NEW.opened_at, NEW.opened_at
  FROM push_subscriptions INDEXED BY push_subscriptions_for_reports
  WHERE instr(categories, '"report"') > 0 AND user_id <> NEW.subject_id;
END;
