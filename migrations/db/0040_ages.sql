-- Rules of age (src/features/operations/aging/age.ts).

-- The day on which the last listener came. A room from before this migration counts from its day.
ALTER TABLE live_topics ADD COLUMN day TEXT NOT NULL DEFAULT '2026-11-18';

-- The days of post_days before a certain month become one row per month, with the first day of the month as day. A removed like, comment
-- or favourite is then subtracted from the month.
DROP TRIGGER comments_count_gone;
DROP TRIGGER post_likes_count_gone;
DROP TRIGGER favorites_count_gone;

CREATE TRIGGER comments_count_gone
AFTER UPDATE OF deleted_at ON comments
WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL
BEGIN
  UPDATE posts SET comments_count = comments_count - 1 WHERE id = NEW.post_id;
  UPDATE comments SET replies_count = replies_count - 1 WHERE id = NEW.root_id;
  UPDATE post_days SET comments = comments - 1
  WHERE post_id = NEW.post_id AND day = COALESCE(
    (SELECT d.day FROM post_days d
     WHERE d.post_id = NEW.post_id AND d.day = date(NEW.created_at, '+8 hours') AND d.comments > 0),
    date(NEW.created_at, '+8 hours', 'start of month'));
END;

CREATE TRIGGER post_likes_count_gone
AFTER DELETE ON post_likes
BEGIN
  UPDATE posts SET likes_count = likes_count - 1 WHERE id = OLD.post_id;
  UPDATE post_days SET likes = likes - 1, likes_of_others = likes_of_others - (author_id <> OLD.user_id AND NOT OLD.quiet)
  WHERE post_id = OLD.post_id AND day = COALESCE(
    (SELECT d.day FROM post_days d
     WHERE d.post_id = OLD.post_id AND d.day = date(OLD.created_at, '+8 hours')
       AND d.likes > 0 AND d.likes_of_others >= (d.author_id <> OLD.user_id AND NOT OLD.quiet)),
    date(OLD.created_at, '+8 hours', 'start of month'));
END;

CREATE TRIGGER favorites_count_gone
AFTER DELETE ON favorites
BEGIN
  UPDATE posts SET favorites_count = favorites_count - 1 WHERE id = OLD.post_id;
  UPDATE post_days SET favorites = favorites - 1
  WHERE post_id = OLD.post_id AND day = COALESCE(
    (SELECT d.day FROM post_days d
     WHERE d.post_id = OLD.post_id AND d.day = date(OLD.created_at, '+8 hours') AND d.favorites > 0),
    date(OLD.created_at, '+8 hours', 'start of month'));
END;

DROP TRIGGER audit_log_is_never_changed;

-- The exceptions: the erasure of the actor and the rules of age remove the address, the erasure of the subject and the rules of age remove
-- texts, the erasure removes the reason, and the cron job replaces the names in old reasons.
CREATE TRIGGER audit_log_is_never_changed
BEFORE UPDATE ON audit_log
WHEN (NEW.id, NEW.actor_id, NEW.action, NEW.target_type, NEW.target_id, NEW.public, NEW.created_at)
    <> (OLD.id, OLD.actor_id, OLD.action, OLD.target_type, OLD.target_id, OLD.public, OLD.created_at)
  OR NEW.subject_id IS NOT OLD.subject_id
  OR (NEW.ip <> OLD.ip AND (NEW.ip <> '' OR ((SELECT status FROM users WHERE uid = OLD.actor_id) IS NOT 'deleted'
    AND OLD.id > COALESCE((SELECT CAST(value AS INTEGER) FROM site_state WHERE key = 'aged.audit_log'), 0))))
  OR (NEW.reason IS NOT OLD.reason
    AND (NEW.reason IS NOT NULL OR (SELECT status FROM users WHERE uid = OLD.subject_id) IS NOT 'deleted')
    AND OLD.id >= COALESCE((SELECT CAST(value AS INTEGER) FROM site_state WHERE key = 'nameless.audit_log'), 0))
  OR ((NEW.before IS NOT OLD.before OR NEW.after IS NOT OLD.after)
    AND (((SELECT status FROM users WHERE uid = OLD.subject_id) IS NOT 'deleted'
        AND OLD.id > COALESCE((SELECT CAST(value AS INTEGER) FROM site_state WHERE key = 'aged.audit_log'), 0))
      OR NEW.before IS NOT json_remove(OLD.before, '$.username', '$.signature', '$.title', '$.body')
      OR NEW.after IS NOT json_remove(OLD.after, '$.username', '$.signature', '$.title', '$.body')))
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
