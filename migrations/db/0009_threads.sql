-- A thread outlives its root: the replies that stand can still be answered.
DROP TRIGGER comments_answer_what_is_there;

CREATE TRIGGER comments_answer_what_is_there
BEFORE INSERT ON comments
WHEN NEW.root_id IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM comments root, comments answered
  WHERE root.id = NEW.root_id AND root.root_id IS NULL AND root.post_id = NEW.post_id
    AND answered.id = NEW.reply_to_id AND answered.deleted_at IS NULL
    AND (answered.id = root.id OR answered.root_id = root.id)
)
BEGIN
  SELECT RAISE(ABORT, 'not_found');
END;
