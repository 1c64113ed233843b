-- webhooks ------------------------------------------------------------------------------------------------------------

-- Addresses of other programs that get the events of the site. Deliveries are rows of outbox with the channel 'webhook'.
CREATE TABLE webhooks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  url TEXT NOT NULL,
  -- Of the URL: one delivery at a time goes to a host.
  host TEXT NOT NULL,
  events TEXT NOT NULL CHECK (json_valid(events)),
  -- Encrypted. After a rotation both secrets sign until old_until.
  secret TEXT NOT NULL,
  old_secret TEXT,
  key_id TEXT NOT NULL,
  old_until TEXT,
  -- Origin of the links in payloads and the language of the mail to the owners.
  site TEXT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('zh-CN', 'en')),
  -- Since when every delivery fails.
  failing_since TEXT,
  disabled_at TEXT,
  disabled_because TEXT CHECK (disabled_because IN ('owner', 'gone', 'failing')),
  created_at TEXT NOT NULL,
  CHECK ((disabled_at IS NULL) = (disabled_because IS NULL)),
  CHECK ((old_secret IS NULL) = (old_until IS NULL))
);

CREATE TRIGGER webhooks_ten_at_most
BEFORE INSERT ON webhooks
WHEN (SELECT COUNT(*) FROM webhooks) >= 10
BEGIN
  SELECT RAISE(ABORT, 'validation_failed');
END;

CREATE TRIGGER webhooks_disabled_send_nothing
AFTER UPDATE OF disabled_at ON webhooks
WHEN NEW.disabled_at IS NOT NULL
BEGIN
  UPDATE outbox SET status = 'dropped', claim = NULL, settled_at = NEW.disabled_at
  WHERE channel = 'webhook' AND ref = NEW.id AND status = 'queued';
END;

CREATE TRIGGER webhooks_moved_send_there
AFTER UPDATE OF host ON webhooks
WHEN NEW.host <> OLD.host
BEGIN
  UPDATE outbox SET target = NEW.host WHERE channel = 'webhook' AND ref = NEW.id AND status = 'queued';
END;

CREATE TRIGGER webhooks_take_their_deliveries_along
AFTER DELETE ON webhooks
BEGIN
  DELETE FROM outbox WHERE channel = 'webhook' AND ref = OLD.id;
END;

-- webhook_events ------------------------------------------------------------------------------------------------------

-- An insert adds a delivery for each webhook that wants the event, in the transaction of the event. The delivery has only the id of the
-- post, comment, user or report: the payload is built when it is sent, so that it shows nothing that was hidden or erased meanwhile.
-- An import adds the row webhooks.quiet for the time of its transaction.
-- Never has a row. A table, because an export of D1 writes triggers before views.
CREATE TABLE webhook_events (
  type TEXT NOT NULL,
  ref INTEGER NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (type, ref)
) WITHOUT ROWID;

CREATE TRIGGER webhook_events_queue
BEFORE INSERT ON webhook_events
BEGIN
  INSERT INTO outbox (channel, kind, target, ref, payload, status, next_attempt_at, created_at)
  SELECT 'webhook', NEW.type, host, id, json_object('id', 'msg_' || lower(hex(randomblob(16))), 'of', NEW.ref), 'queued', NEW.at, NEW.at
  FROM webhooks
  WHERE disabled_at IS NULL AND instr(events, '"' || NEW.type || '"') > 0
    AND NOT EXISTS (SELECT 1 FROM site_state WHERE key = 'webhooks.quiet');
  SELECT RAISE(IGNORE);
END;

CREATE TRIGGER webhook_events_post_new
AFTER INSERT ON posts
WHEN NEW.status = 'approved' AND NEW.deleted_at IS NULL AND EXISTS (SELECT 1 FROM webhooks)
BEGIN
  INSERT INTO webhook_events (type, ref, at) VALUES ('post.published', NEW.id, NEW.updated_at);
END;

CREATE TRIGGER webhook_events_post_published
AFTER UPDATE OF status ON posts
WHEN NEW.status = 'approved' AND OLD.status <> 'approved' AND NEW.deleted_at IS NULL AND EXISTS (SELECT 1 FROM webhooks)
BEGIN
  INSERT INTO webhook_events (type, ref, at) VALUES ('post.published', NEW.id, NEW.updated_at);
END;

-- Only an edit of the author writes edited_at.
CREATE TRIGGER webhook_events_post_updated
AFTER UPDATE OF edited_at ON posts
WHEN NEW.status = 'approved' AND OLD.status = 'approved' AND NEW.deleted_at IS NULL AND EXISTS (SELECT 1 FROM webhooks)
BEGIN
  INSERT INTO webhook_events (type, ref, at) VALUES ('post.updated', NEW.id, NEW.updated_at);
END;

CREATE TRIGGER webhook_events_post_removed
AFTER UPDATE OF status, deleted_at ON posts
WHEN OLD.status = 'approved' AND OLD.deleted_at IS NULL AND (NEW.status <> 'approved' OR NEW.deleted_at IS NOT NULL)
  AND EXISTS (SELECT 1 FROM webhooks)
BEGIN
  INSERT INTO webhook_events (type, ref, at) VALUES ('post.removed', NEW.id, COALESCE(NEW.deleted_at, NEW.updated_at));
END;

CREATE TRIGGER webhook_events_comment_created
AFTER INSERT ON comments
WHEN EXISTS (SELECT 1 FROM webhooks)
BEGIN
  INSERT INTO webhook_events (type, ref, at) VALUES ('comment.created', NEW.id, NEW.created_at);
END;

CREATE TRIGGER webhook_events_comment_removed
AFTER UPDATE OF deleted_at ON comments
WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL AND EXISTS (SELECT 1 FROM webhooks)
BEGIN
  INSERT INTO webhook_events (type, ref, at) VALUES ('comment.removed', NEW.id, NEW.deleted_at);
END;

CREATE TRIGGER webhook_events_user_registered
AFTER INSERT ON users
WHEN EXISTS (SELECT 1 FROM webhooks)
BEGIN
  INSERT INTO webhook_events (type, ref, at) VALUES ('user.registered', NEW.uid, NEW.created_at);
END;

CREATE TRIGGER webhook_events_report_created
AFTER INSERT ON reports
WHEN EXISTS (SELECT 1 FROM webhooks)
BEGIN
  INSERT INTO webhook_events (type, ref, at) VALUES ('report.created', NEW.id, NEW.created_at);
END;
