-- An index entry is a row to pay for with every write. Two indexes served what other indexes find as well.

-- The notices of a comment were written with it, at one time, to the people it concerns: notifications_of_user finds them.
DROP TRIGGER comments_take_their_words_along;
DROP INDEX notifications_of_comment;

CREATE TRIGGER comments_take_their_words_along
AFTER UPDATE OF deleted_at ON comments
WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL
BEGIN
  UPDATE notifications SET data = json_remove(data, '$.excerpt')
  WHERE comment_id = NEW.id AND created_at = NEW.created_at AND user_id IN (
    SELECT author_id FROM posts WHERE id = NEW.post_id
    UNION ALL SELECT author_id FROM comments WHERE id = NEW.reply_to_id
    UNION ALL SELECT user_id FROM comment_mentions WHERE comment_id = NEW.id
  );
END;

-- An author's posts are in posts_in_studio, but for the deleted ones.
DROP INDEX posts_of_author;
CREATE INDEX posts_deleted_of_author ON posts (author_id, id) WHERE deleted_at IS NOT NULL;
