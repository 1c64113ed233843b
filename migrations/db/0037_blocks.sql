-- Who wants nothing to do with whom.
CREATE TABLE user_blocks (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  blocked_id INTEGER NOT NULL REFERENCES users (uid),
  created_at TEXT NOT NULL,
  PRIMARY KEY (user_id, blocked_id)
) WITHOUT ROWID;

CREATE INDEX user_blocks_in_order ON user_blocks (user_id, created_at, blocked_id);
CREATE INDEX user_blocks_of_blocked ON user_blocks (blocked_id, user_id);

-- The same beside the user, as JSON: read with the session, so that whoever blocks nobody reads nothing for it.
ALTER TABLE users ADD COLUMN blocked_ids TEXT NOT NULL DEFAULT '[]';

CREATE TRIGGER user_blocks_not_oneself
BEFORE INSERT ON user_blocks
WHEN NEW.user_id = NEW.blocked_id
BEGIN
  SELECT RAISE(ABORT, 'own_post');
END;

CREATE TRIGGER user_blocks_so_many
BEFORE INSERT ON user_blocks
WHEN (SELECT COUNT(*) FROM user_blocks WHERE user_id = NEW.user_id) >= 500
BEGIN
  SELECT RAISE(ABORT, 'validation_failed');
END;

CREATE TRIGGER user_blocks_end_follows
AFTER INSERT ON user_blocks
BEGIN
  DELETE FROM user_follows WHERE follower_id = NEW.user_id AND followed_id = NEW.blocked_id;
  DELETE FROM user_follows WHERE follower_id = NEW.blocked_id AND followed_id = NEW.user_id;
END;

CREATE TRIGGER user_blocks_listed_new
AFTER INSERT ON user_blocks
BEGIN
  UPDATE users SET blocked_ids = (SELECT json_group_array(blocked_id) FROM (
    SELECT blocked_id FROM user_blocks WHERE user_id = NEW.user_id ORDER BY blocked_id))
  WHERE uid = NEW.user_id;
END;

CREATE TRIGGER user_blocks_listed_gone
AFTER DELETE ON user_blocks
BEGIN
  UPDATE users SET blocked_ids = (SELECT json_group_array(blocked_id) FROM (
    SELECT blocked_id FROM user_blocks WHERE user_id = OLD.user_id ORDER BY blocked_id))
  WHERE uid = OLD.user_id;
END;

-- Who may touch whom: src/features/blocks/touch.ts says the same.
CREATE TRIGGER user_follows_not_between_the_blocked
BEFORE INSERT ON user_follows
WHEN EXISTS (SELECT 1 FROM user_blocks WHERE user_id = NEW.followed_id AND blocked_id = NEW.follower_id)
  OR EXISTS (SELECT 1 FROM user_blocks WHERE user_id = NEW.follower_id AND blocked_id = NEW.followed_id)
BEGIN
  SELECT RAISE(ABORT, 'forbidden');
END;

CREATE TRIGGER comments_not_to_who_blocks
BEFORE INSERT ON comments
WHEN EXISTS (SELECT 1 FROM user_blocks
    WHERE user_id = (SELECT author_id FROM posts WHERE id = NEW.post_id) AND blocked_id = NEW.author_id)
  OR EXISTS (SELECT 1 FROM user_blocks
    WHERE user_id = (SELECT author_id FROM comments WHERE id = NEW.reply_to_id) AND blocked_id = NEW.author_id)
BEGIN
  SELECT RAISE(ABORT, 'forbidden');
END;

CREATE TRIGGER comment_mentions_not_of_who_blocks
BEFORE INSERT ON comment_mentions
WHEN EXISTS (SELECT 1 FROM user_blocks
  WHERE user_id = NEW.user_id AND blocked_id = (SELECT author_id FROM comments WHERE id = NEW.comment_id))
BEGIN
  SELECT RAISE(ABORT, 'forbidden');
END;

CREATE TRIGGER post_energize_log_not_to_who_blocks
BEFORE INSERT ON post_energize_log
WHEN EXISTS (SELECT 1 FROM user_blocks
  WHERE user_id = (SELECT author_id FROM posts WHERE id = NEW.post_id) AND blocked_id = NEW.user_id)
BEGIN
  SELECT RAISE(ABORT, 'forbidden');
END;

-- What the site itself tells, a decision of an admin too, reaches whom it concerns.
CREATE TRIGGER notifications_not_between_the_blocked
BEFORE INSERT ON notifications
WHEN NEW.category <> 'system' AND NEW.actor_id IS NOT NULL AND (
  EXISTS (SELECT 1 FROM user_blocks WHERE user_id = NEW.user_id AND blocked_id = NEW.actor_id)
  OR EXISTS (SELECT 1 FROM user_blocks WHERE user_id = NEW.actor_id AND blocked_id = NEW.user_id))
BEGIN
  SELECT RAISE(IGNORE);
END;
