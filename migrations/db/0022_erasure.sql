-- Erasure and names in reasons: docs/operations.md.

-- Reasons and notes about users contain "UID 10001" instead of a name. A cron job replaces the names in older rows, from the newest
-- row down to the first: rows with an id below the number are still to be done. A row of site_state goes when its table is done.
INSERT INTO site_state (key, value) SELECT 'nameless.audit_log', id + 1 FROM audit_log ORDER BY id DESC LIMIT 1;
INSERT INTO site_state (key, value) SELECT 'nameless.post_moves', id + 1 FROM post_moves ORDER BY id DESC LIMIT 1;
INSERT INTO site_state (key, value) SELECT 'nameless.energy_log', id + 1 FROM energy_log ORDER BY id DESC LIMIT 1;
INSERT INTO site_state (key, value) SELECT 'nameless.posts', id + 1 FROM posts ORDER BY id DESC LIMIT 1;
INSERT INTO site_state (key, value) SELECT 'nameless.users', uid + 1 FROM users ORDER BY uid DESC LIMIT 1;
INSERT INTO site_state (key, value) SELECT 'nameless.profile_reviews', id + 1 FROM profile_reviews ORDER BY id DESC LIMIT 1;
INSERT INTO site_state (key, value) SELECT 'nameless.user_hidings', id + 1 FROM user_hidings ORDER BY id DESC LIMIT 1;
INSERT INTO site_state (key, value) SELECT 'nameless.report_cases', id + 1 FROM report_cases ORDER BY id DESC LIMIT 1;
INSERT INTO site_state (key, value) SELECT 'nameless.reports', id + 1 FROM reports ORDER BY id DESC LIMIT 1;
INSERT INTO site_state (key, value) SELECT 'nameless.notifications', id + 1 FROM notifications ORDER BY id DESC LIMIT 1;
INSERT INTO site_state (key, value)
SELECT 'nameless.invitation_batches', id + 1 FROM invitation_batches ORDER BY id DESC LIMIT 1;

-- Accounts that an earlier version erased are erased again, because that version left drafts, edits and reasons.
UPDATE users SET purge_at = '2000-01-01T00:00:00.000Z' WHERE status = 'deleted';

DROP TRIGGER audit_log_is_never_changed;

-- The exceptions: the erasure of the actor removes the address, the erasure of the subject removes the reason and the texts, and the
-- cron job replaces the names in old reasons.
CREATE TRIGGER audit_log_is_never_changed
BEFORE UPDATE ON audit_log
WHEN (NEW.id, NEW.actor_id, NEW.action, NEW.target_type, NEW.target_id, NEW.public, NEW.created_at)
    <> (OLD.id, OLD.actor_id, OLD.action, OLD.target_type, OLD.target_id, OLD.public, OLD.created_at)
  OR NEW.subject_id IS NOT OLD.subject_id
  OR (NEW.ip <> OLD.ip AND (NEW.ip <> '' OR (SELECT status FROM users WHERE uid = OLD.actor_id) IS NOT 'deleted'))
  OR (NEW.reason IS NOT OLD.reason
    AND (NEW.reason IS NOT NULL OR (SELECT status FROM users WHERE uid = OLD.subject_id) IS NOT 'deleted')
    AND OLD.id >= COALESCE((SELECT CAST(value AS INTEGER) FROM site_state WHERE key = 'nameless.audit_log'), 0))
  OR ((NEW.before IS NOT OLD.before OR NEW.after IS NOT OLD.after)
    AND ((SELECT status FROM users WHERE uid = OLD.subject_id) IS NOT 'deleted'
      OR NEW.before IS NOT json_remove(OLD.before, '$.username', '$.signature', '$.title', '$.body')
      OR NEW.after IS NOT json_remove(OLD.after, '$.username', '$.signature', '$.title', '$.body')))
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;

DROP TRIGGER post_moves_are_never_changed;

-- The exceptions: the erasure of the author removes the reason, and the cron job replaces the names in old reasons.
CREATE TRIGGER post_moves_are_never_changed
BEFORE UPDATE ON post_moves
WHEN (NEW.id, NEW.post_id, NEW.actor_id, NEW.move, NEW.to_status, NEW.created_at)
    <> (OLD.id, OLD.post_id, OLD.actor_id, OLD.move, OLD.to_status, OLD.created_at)
  OR NEW.from_status IS NOT OLD.from_status
  OR (NEW.reason IS NOT OLD.reason
    AND (NEW.reason IS NOT NULL OR (
      SELECT status FROM users WHERE uid = (SELECT author_id FROM posts WHERE id = OLD.post_id)) IS NOT 'deleted')
    AND OLD.id >= COALESCE((SELECT CAST(value AS INTEGER) FROM site_state WHERE key = 'nameless.post_moves'), 0))
BEGIN
  SELECT RAISE(ABORT, 'the review history is append-only');
END;

DROP TRIGGER energy_log_is_never_changed;

-- The exceptions: the erasure of the user removes the note, and the cron job replaces the names in old notes.
CREATE TRIGGER energy_log_is_never_changed
BEFORE UPDATE ON energy_log
WHEN (NEW.id, NEW.user_id, NEW.amount, NEW.reason, NEW.balance_after, NEW.created_at, NEW.exp_gained)
    <> (OLD.id, OLD.user_id, OLD.amount, OLD.reason, OLD.balance_after, OLD.created_at, OLD.exp_gained)
  OR NEW.post_id IS NOT OLD.post_id
  OR (NEW.note IS NOT OLD.note
    AND (NEW.note IS NOT NULL OR (SELECT status FROM users WHERE uid = OLD.user_id) IS NOT 'deleted')
    AND OLD.id >= COALESCE((SELECT CAST(value AS INTEGER) FROM site_state WHERE key = 'nameless.energy_log'), 0))
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;

-- The erasure of an account empties its deleted comments.
DROP TRIGGER comments_are_edited_where_they_stand;

CREATE TRIGGER comments_are_edited_where_they_stand
BEFORE UPDATE OF body ON comments
WHEN (OLD.deleted_at IS NOT NULL
    OR NOT EXISTS (SELECT 1 FROM posts WHERE id = OLD.post_id AND status = 'approved' AND deleted_at IS NULL))
  AND (NEW.body <> '' OR OLD.deleted_at IS NULL OR (SELECT status FROM users WHERE uid = OLD.author_id) <> 'deleted')
BEGIN
  SELECT RAISE(ABORT, 'not_found');
END;

DROP TRIGGER comments_are_edited_in_time;

CREATE TRIGGER comments_are_edited_in_time
BEFORE UPDATE OF body, edited_at ON comments
WHEN (NEW.edited_at IS NULL OR NEW.edited_at < OLD.created_at
    OR NEW.edited_at > strftime('%Y-%m-%dT%H:%M:%fZ', OLD.created_at, '+15 minutes'))
  AND (NEW.body <> '' OR OLD.deleted_at IS NULL OR (SELECT status FROM users WHERE uid = OLD.author_id) <> 'deleted')
BEGIN
  SELECT RAISE(ABORT, 'comment_not_editable');
END;

-- For the erasure of an account.
CREATE INDEX report_cases_of_subject ON report_cases (subject_id);

DROP TRIGGER report_cases_decide_on_copies;

-- The copies of an erased user, and the texts of the reports, stay only while the case is open.
CREATE TRIGGER report_cases_decide_on_copies
AFTER UPDATE OF decision ON report_cases
WHEN OLD.decision IS NULL AND NEW.decision IS NOT NULL
BEGIN
  DELETE FROM report_copies
  WHERE case_id = NEW.id AND (SELECT status FROM users WHERE uid = NEW.subject_id) = 'deleted';
  UPDATE reports SET text = ''
  WHERE case_id = NEW.id AND (SELECT status FROM users WHERE uid = NEW.subject_id) = 'deleted';
  UPDATE report_copies SET decided_at = NEW.decided_at WHERE case_id = NEW.id;
END;

-- Counters whose rows could be deleted without them.
CREATE TRIGGER profile_reviews_total_gone
AFTER DELETE ON profile_reviews
WHEN OLD.status = 'pending'
BEGIN
  UPDATE site_totals SET value = value - 1 WHERE name = 'pending_profiles';
END;

UPDATE site_totals SET value = (SELECT COUNT(*) FROM profile_reviews WHERE status = 'pending')
WHERE name = 'pending_profiles';
