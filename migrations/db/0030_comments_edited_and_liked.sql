-- Comments are edited for a while, and liked.

-- Set by an edit. What a reader of the thread has answered must not change for ever, so an edit comes within fifteen minutes.
ALTER TABLE comments ADD COLUMN edited_at TEXT;
ALTER TABLE comments ADD COLUMN likes_count INTEGER NOT NULL DEFAULT 0 CHECK (likes_count >= 0);

-- The best of a post: what nobody likes is not in it, so that a new comment writes nothing here.
CREATE INDEX comments_liked ON comments (post_id, likes_count, id)
  WHERE root_id IS NULL AND likes_count > 0 AND deleted_at IS NULL;

CREATE TABLE comment_likes (
  comment_id INTEGER NOT NULL REFERENCES comments (id),
  user_id INTEGER NOT NULL REFERENCES users (uid),
  created_at TEXT NOT NULL,
  PRIMARY KEY (comment_id, user_id)
) WITHOUT ROWID;

CREATE INDEX comment_likes_of_user ON comment_likes (user_id, comment_id);

CREATE TRIGGER comment_likes_of_what_is_there
BEFORE INSERT ON comment_likes
WHEN NOT EXISTS (
  SELECT 1 FROM comments c JOIN posts p ON p.id = c.post_id
  WHERE c.id = NEW.comment_id AND c.deleted_at IS NULL AND p.status = 'approved' AND p.deleted_at IS NULL
)
BEGIN
  SELECT RAISE(ABORT, 'not_found');
END;

CREATE TRIGGER comment_likes_count_new
AFTER INSERT ON comment_likes
BEGIN
  UPDATE comments SET likes_count = likes_count + 1 WHERE id = NEW.comment_id;
END;

CREATE TRIGGER comment_likes_count_gone
AFTER DELETE ON comment_likes
BEGIN
  UPDATE comments SET likes_count = likes_count - 1 WHERE id = OLD.comment_id;
END;

CREATE TRIGGER comments_are_edited_where_they_stand
BEFORE UPDATE OF body ON comments
WHEN OLD.deleted_at IS NOT NULL
  OR NOT EXISTS (SELECT 1 FROM posts WHERE id = OLD.post_id AND status = 'approved' AND deleted_at IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'not_found');
END;

CREATE TRIGGER comments_are_edited_in_time
BEFORE UPDATE OF body, edited_at ON comments
WHEN NEW.edited_at IS NULL OR NEW.edited_at < OLD.created_at
  OR NEW.edited_at > strftime('%Y-%m-%dT%H:%M:%fZ', OLD.created_at, '+15 minutes')
BEGIN
  SELECT RAISE(ABORT, 'comment_not_editable');
END;

-- A mention that an edit added is told later than the comment was written. What was never edited is looked for at its one moment.
DROP TRIGGER comments_take_their_words_along;

CREATE TRIGGER comments_take_their_words_along
AFTER UPDATE OF deleted_at ON comments
WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL AND NEW.edited_at IS NULL
BEGIN
  UPDATE notifications SET data = json_remove(data, '$.excerpt')
  WHERE iif(kind = 'NotifyCommentReply', 'reply', category) IN ('comment', 'reply', 'mention')
    AND comment_id = NEW.id AND created_at = NEW.created_at AND user_id IN (
      SELECT author_id FROM posts WHERE id = NEW.post_id
      UNION ALL SELECT author_id FROM comments WHERE id = NEW.reply_to_id
      UNION ALL SELECT user_id FROM comment_mentions WHERE comment_id = NEW.id
    );
END;

CREATE TRIGGER comments_take_their_edited_words_along
AFTER UPDATE OF deleted_at ON comments
WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL AND NEW.edited_at IS NOT NULL
BEGIN
  UPDATE notifications SET data = json_remove(data, '$.excerpt')
  WHERE iif(kind = 'NotifyCommentReply', 'reply', category) IN ('comment', 'reply', 'mention')
    AND comment_id = NEW.id AND created_at BETWEEN NEW.created_at AND NEW.edited_at AND user_id IN (
      SELECT author_id FROM posts WHERE id = NEW.post_id
      UNION ALL SELECT author_id FROM comments WHERE id = NEW.reply_to_id
      UNION ALL SELECT user_id FROM comment_mentions WHERE comment_id = NEW.id
    );
END;
