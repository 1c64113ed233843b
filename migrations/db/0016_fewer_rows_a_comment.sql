-- A comment wrote twenty rows. What nothing asks for goes, and an index holds only what it is asked for.

-- Roots are not found by their root.
DROP INDEX comments_replies;
CREATE INDEX comments_replies ON comments (root_id, created_at, id) WHERE root_id IS NOT NULL AND deleted_at IS NULL;

-- A person's comments are in comments_live_of_author, but for the deleted ones.
DROP INDEX comments_of_author;
CREATE INDEX comments_deleted_of_author ON comments (author_id, id) WHERE deleted_at IS NOT NULL;

-- Nobody asks how many comments there are in all.
DROP TRIGGER comments_total_new;
DROP TRIGGER comments_total_gone;
DELETE FROM site_totals WHERE name = 'comments';

-- One index for what is listed apart: a category, and of the comments those and the replies that have a switch each.
DROP INDEX notifications_of_user_by_category;
DROP INDEX notifications_of_user_by_comment_kind;
CREATE INDEX notifications_of_user_by_lane
  ON notifications (user_id, iif(kind = 'NotifyCommentReply', 'reply', category), created_at, id);
