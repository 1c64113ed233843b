-- The day (Shanghai time) of the author's newest move of a post, and the number of the author's moves on that day. The quota
-- is in src/features/core/storage/quotas.ts.
ALTER TABLE author_stats ADD COLUMN moved_on TEXT;
ALTER TABLE author_stats ADD COLUMN moves INTEGER NOT NULL DEFAULT 0;

-- The number of the comment among those of its author, and among those of its author on the same day (Shanghai time). So a new
-- comment finds both quotas of its author in the author's newest comment. 0 for comments that are not written by a request.
ALTER TABLE comments ADD COLUMN nth_of_author INTEGER NOT NULL DEFAULT 0;
ALTER TABLE comments ADD COLUMN nth_of_day INTEGER NOT NULL DEFAULT 0;

-- Every move of an author counts, so that deleting and restoring, or submitting and withdrawing, cannot fill post_moves and
-- energy_log.
CREATE TRIGGER post_moves_count_of_author
AFTER INSERT ON post_moves
WHEN NEW.actor_id = (SELECT author_id FROM posts WHERE id = NEW.post_id)
BEGIN
  UPDATE author_stats
  SET moves = iif(moved_on IS date(NEW.created_at, '+8 hours'), moves + 1, 1), moved_on = date(NEW.created_at, '+8 hours')
  WHERE user_id = NEW.actor_id;
END;

-- A user can change a signature without limit. Of the decided changes only the newest 50 stay.
CREATE TRIGGER profile_reviews_fifty_at_most
AFTER INSERT ON profile_reviews
BEGIN
  DELETE FROM profile_reviews
  WHERE user_id = NEW.user_id AND status <> 'pending'
    AND id <= (SELECT id FROM profile_reviews WHERE user_id = NEW.user_id ORDER BY id DESC LIMIT 1 OFFSET 50);
END;

-- The text of a deleted comment may now be erased: the cron does it some time after the deletion (src/db/schema/ages.ts).
DROP TRIGGER comments_are_edited_where_they_stand;

CREATE TRIGGER comments_are_edited_where_they_stand
BEFORE UPDATE OF body ON comments
WHEN (OLD.deleted_at IS NOT NULL
    OR NOT EXISTS (SELECT 1 FROM posts WHERE id = OLD.post_id AND status = 'approved' AND deleted_at IS NULL))
  AND (NEW.body <> '' OR OLD.deleted_at IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'not_found');
END;

DROP TRIGGER comments_are_edited_in_time;

CREATE TRIGGER comments_are_edited_in_time
BEFORE UPDATE OF body, edited_at ON comments
WHEN (NEW.edited_at IS NULL OR NEW.edited_at < OLD.created_at
    OR NEW.edited_at > strftime('%Y-%m-%dT%H:%M:%fZ', OLD.created_at, '+15 minutes'))
  AND (NEW.body <> '' OR OLD.deleted_at IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'comment_not_editable');
END;
