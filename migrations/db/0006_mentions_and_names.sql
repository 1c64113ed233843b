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

-- Names ---------------------------------------------------------------------------------------------------------------

-- Names in which only l, I, 1, o and 0 differ look alike. The key does not keep the capital I, so a name in other than
-- ASCII characters counts every i as l.
ALTER TABLE users ADD COLUMN username_outline TEXT GENERATED ALWAYS AS (
  replace(replace(iif(username GLOB '*[^ -~]*', replace(username_key, 'i', 'l'), lower(replace(username, 'I', 'l'))),
    '1', 'l'), '0', 'o')) VIRTUAL;
ALTER TABLE profile_reviews ADD COLUMN username_outline TEXT GENERATED ALWAYS AS (
  replace(replace(iif(username GLOB '*[^ -~]*', replace(username_key, 'i', 'l'), lower(replace(username, 'I', 'l'))),
    '1', 'l'), '0', 'o')) VIRTUAL;

-- Not unique: users who had such names before keep them.
CREATE INDEX users_by_outline ON users (username_outline) WHERE username_outline IS NOT NULL;
CREATE INDEX profile_reviews_by_outline ON profile_reviews (username_outline) WHERE status = 'pending';

CREATE TRIGGER users_look_alike_new
AFTER INSERT ON users
WHEN EXISTS (SELECT 1 FROM users WHERE username_outline = NEW.username_outline AND uid <> NEW.uid)
  OR EXISTS (SELECT 1 FROM profile_reviews
    WHERE username_outline = NEW.username_outline AND status = 'pending' AND user_id <> NEW.uid)
BEGIN
  SELECT RAISE(ABORT, 'username_taken');
END;

CREATE TRIGGER users_look_alike_renamed
AFTER UPDATE OF username ON users
WHEN NEW.username IS NOT OLD.username AND (
  EXISTS (SELECT 1 FROM users WHERE username_outline = NEW.username_outline AND uid <> NEW.uid)
  OR EXISTS (SELECT 1 FROM profile_reviews
    WHERE username_outline = NEW.username_outline AND status = 'pending' AND user_id <> NEW.uid))
BEGIN
  SELECT RAISE(ABORT, 'username_taken');
END;

CREATE TRIGGER profile_reviews_look_alike_new
AFTER INSERT ON profile_reviews
WHEN NEW.status = 'pending' AND (
  EXISTS (SELECT 1 FROM users WHERE username_outline = NEW.username_outline AND uid <> NEW.user_id)
  OR EXISTS (SELECT 1 FROM profile_reviews
    WHERE username_outline = NEW.username_outline AND status = 'pending' AND user_id <> NEW.user_id))
BEGIN
  SELECT RAISE(ABORT, 'username_taken');
END;
