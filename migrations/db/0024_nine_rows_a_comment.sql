-- A comment wrote fifteen rows; now it writes nine.

-- One index serves the threads of a post and the admins' list of all that is said under it.
DROP INDEX comments_roots;
DROP INDEX comments_live_of_post;
-- A root stays as a placeholder while it has replies.
CREATE INDEX comments_of_post ON comments (post_id, root_id IS NULL, created_at, id)
  WHERE deleted_at IS NULL OR replies_count > 0;

-- The site's day counts comments in slices (src/features/site/days.ts): those behind this one are not in it yet.
DROP TRIGGER comments_daily;
INSERT INTO site_state (key, value) SELECT 'counted.comments', COALESCE(MAX(id), 0) FROM comments;

-- The inbox merges its lanes. Without AUTOINCREMENT no row of sqlite_sequence is read or written with a notice.
INSERT INTO site_state (key, value)
SELECT 'newest.notifications', COALESCE(MAX(seq), 0) FROM sqlite_sequence WHERE name = 'notifications';

CREATE TABLE notifications_kept AS SELECT * FROM notifications;
DROP INDEX notifications_of_user;
DROP INDEX notifications_unread;
DROP TABLE notifications;

CREATE TABLE notifications (
  -- The newest plus one (src/db/ids.ts), also of those that were deleted.
  id INTEGER PRIMARY KEY,
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
  created_at TEXT NOT NULL,
  -- The comment that a notice tells of. Its words are copied into the notice; when it is deleted, they go there too.
  comment_id INTEGER REFERENCES comments (id)
);

INSERT INTO notifications (id, user_id, kind, category, related_id, actor_id, data, once_key, read, created_at, comment_id)
SELECT id, user_id, kind, category, related_id, actor_id, data, once_key, read, created_at, comment_id
FROM notifications_kept ORDER BY id;

DROP TABLE notifications_kept;

CREATE UNIQUE INDEX notifications_once ON notifications (user_id, once_key) WHERE once_key IS NOT NULL;
CREATE INDEX notifications_of_user_by_lane
  ON notifications (user_id, iif(kind = 'NotifyCommentReply', 'reply', category), created_at, id);

-- Nobody reads what is told to an account that was erased: it is not written, whoever tells it.
CREATE TRIGGER notifications_not_to_the_erased
BEFORE INSERT ON notifications
WHEN (SELECT status FROM users WHERE uid = NEW.user_id) = 'deleted'
BEGIN
  SELECT RAISE(IGNORE);
END;

-- The id of a notice that was deleted is never given again.
CREATE TRIGGER notifications_keep_their_ids
AFTER DELETE ON notifications
WHEN OLD.id > (SELECT COALESCE(MAX(id), 0) FROM notifications)
BEGIN
  UPDATE site_state SET value = OLD.id WHERE key = 'newest.notifications' AND CAST(value AS INTEGER) < OLD.id;
END;

-- No unread notice of the kind is older: who reads all of them walks that far.
ALTER TABLE unread_counts ADD COLUMN since TEXT;

CREATE TRIGGER notifications_count_new
AFTER INSERT ON notifications
WHEN NEW.read = 0
BEGIN
  INSERT INTO unread_counts (user_id, kind, category, unread, since)
  VALUES (NEW.user_id, NEW.kind, NEW.category, 1, NEW.created_at)
  ON CONFLICT (user_id, kind) DO UPDATE
  SET unread = unread + 1, since = iif(unread = 0, excluded.since, MIN(since, excluded.since));
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
  UPDATE unread_counts
  SET unread = unread + 1, since = iif(unread = 0, NEW.created_at, MIN(since, NEW.created_at))
  WHERE user_id = NEW.user_id AND kind = NEW.kind;
END;

CREATE TRIGGER notifications_count_gone
AFTER DELETE ON notifications
WHEN OLD.read = 0
BEGIN
  UPDATE unread_counts SET unread = unread - 1 WHERE user_id = OLD.user_id AND kind = OLD.kind;
END;

CREATE TRIGGER notifications_to_mail
AFTER INSERT ON notifications
WHEN EXISTS (
  SELECT 1 FROM notice_mail m WHERE m.user_id = NEW.user_id AND 'at_once' = iif(NEW.kind = 'NotifyComment', m.comment,
    iif(NEW.kind = 'NotifyCommentReply', m.reply, iif(NEW.kind = 'NotifyMention', m.mention,
    iif(NEW.kind = 'NotifyLikeAggregated', m."like", iif(NEW.kind = 'NotifyFollow', m.follow, m.system)))))
)
BEGIN
  INSERT INTO notices_to_mail (notification_id, user_id) VALUES (NEW.id, NEW.user_id);
END;

-- A notice that was read is not mailed.
CREATE TRIGGER notifications_read_are_not_mailed
AFTER UPDATE OF read ON notifications
WHEN OLD.read = 0 AND NEW.read = 1
BEGIN
  DELETE FROM notices_to_mail WHERE notification_id = NEW.id;
END;

CREATE TRIGGER notifications_gone_are_not_mailed
AFTER DELETE ON notifications
BEGIN
  DELETE FROM notices_to_mail WHERE notification_id = OLD.id;
END;

DROP TRIGGER comments_take_their_words_along;

CREATE TRIGGER comments_take_their_words_along
AFTER UPDATE OF deleted_at ON comments
WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL
BEGIN
  UPDATE notifications SET data = json_remove(data, '$.excerpt')
  WHERE iif(kind = 'NotifyCommentReply', 'reply', category) IN ('comment', 'reply', 'mention')
    AND comment_id = NEW.id AND created_at = NEW.created_at AND user_id IN (
      SELECT author_id FROM posts WHERE id = NEW.post_id
      UNION ALL SELECT author_id FROM comments WHERE id = NEW.reply_to_id
      UNION ALL SELECT user_id FROM comment_mentions WHERE comment_id = NEW.id
    );
END;

DROP TRIGGER users_level_up;

-- One level-up notice for every level reached, whoever moved the exp, once in a lifetime.
CREATE TRIGGER users_level_up
AFTER UPDATE OF exp ON users
WHEN NEW.exp > OLD.exp AND EXISTS (SELECT 1 FROM levels WHERE floor > OLD.exp AND floor <= NEW.exp)
BEGIN
  INSERT INTO notifications (id, user_id, kind, category, related_id, once_key, created_at)
  SELECT level + MAX(
      COALESCE((SELECT MAX(id) FROM notifications), 0),
      (SELECT CAST(value AS INTEGER) FROM site_state WHERE key = 'newest.notifications')),
    NEW.uid, 'NotifyLevelUp', 'system', level, 'level:' || level, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  FROM levels
  WHERE floor > OLD.exp AND floor <= NEW.exp
  ORDER BY level
  ON CONFLICT DO NOTHING;
END;
