-- Mentions ------------------------------------------------------------------------------------------------------------

-- The number of mentions that were ever added to the comment, removed ones included.
ALTER TABLE comments ADD COLUMN mentions_made INTEGER NOT NULL DEFAULT 0;

-- Edits could otherwise notify any number of users, one after the other. Further names stay text.
CREATE TRIGGER comment_mentions_ten_at_most
BEFORE INSERT ON comment_mentions
WHEN (SELECT mentions_made FROM comments WHERE id = NEW.comment_id) >= 10
  AND NOT EXISTS (SELECT 1 FROM comment_mentions WHERE comment_id = NEW.comment_id AND user_id = NEW.user_id)
  AND NOT EXISTS (SELECT 1 FROM user_blocks
    WHERE user_id = NEW.user_id AND blocked_id = (SELECT author_id FROM comments WHERE id = NEW.comment_id))
BEGIN
  SELECT RAISE(IGNORE);
END;

CREATE TRIGGER comment_mentions_count_made
AFTER INSERT ON comment_mentions
BEGIN
  UPDATE comments SET mentions_made = mentions_made + 1 WHERE id = NEW.comment_id;
END;
