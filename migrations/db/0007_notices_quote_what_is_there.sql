-- What a notice quotes disappears with what it quotes.

-- The comment that a notice tells of. Its words are copied into the notice; when it is deleted, they go there too.
ALTER TABLE notifications ADD COLUMN comment_id INTEGER REFERENCES comments (id);

CREATE INDEX notifications_of_comment ON notifications (comment_id) WHERE comment_id IS NOT NULL;

-- A comment and its notices were written in one batch, at one time.
UPDATE notifications SET comment_id = (
  SELECT MAX(c.id) FROM comments c
  WHERE c.post_id = notifications.related_id AND c.author_id = notifications.actor_id
    AND c.created_at = notifications.created_at
)
WHERE category IN ('comment', 'mention');

UPDATE notifications SET data = json_remove(data, '$.excerpt')
WHERE comment_id IN (SELECT id FROM comments WHERE deleted_at IS NOT NULL);

CREATE TRIGGER comments_take_their_words_along
AFTER UPDATE OF deleted_at ON comments
WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL
BEGIN
  UPDATE notifications SET data = json_remove(data, '$.excerpt') WHERE comment_id = NEW.id;
END;

-- Likes of a deleted post are neither counted nor told.
CREATE TRIGGER posts_take_their_likes_along
AFTER UPDATE OF deleted_at ON posts
WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL
BEGIN
  UPDATE daily_like_summary SET told = likes WHERE post_id = NEW.id AND likes > told;
  -- The keys are like:<post>:<day>, and a semicolon comes right after the colon.
  DELETE FROM notifications
  WHERE user_id = NEW.author_id AND once_key >= 'like:' || NEW.id || ':' AND once_key < 'like:' || NEW.id || ';';
END;

UPDATE daily_like_summary SET told = likes
WHERE likes > told AND post_id IN (SELECT id FROM posts WHERE deleted_at IS NOT NULL);

DELETE FROM notifications
WHERE category = 'like' AND related_id IN (SELECT id FROM posts WHERE deleted_at IS NOT NULL);
