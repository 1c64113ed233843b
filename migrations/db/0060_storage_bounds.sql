-- Every table that a member can fill has a quota or an age (the facts `bound` and `kept` in src/db/schema). This migration adds the
-- quotas of likes, dislikes, saved posts and followed users, and lets the cron delete unused tags.

-- The number is REACTIONS_MAX (src/features/community/reactions/reactions.ts). Counting reads index entries only; a counter would be
-- one more written row per like.
CREATE TRIGGER post_likes_are_limited
BEFORE INSERT ON post_likes
WHEN (SELECT COUNT(*) FROM post_likes WHERE user_id = NEW.user_id) >= 50000
BEGIN
  SELECT RAISE(ABORT, 'quota_exceeded');
END;

CREATE TRIGGER post_dislikes_are_limited
BEFORE INSERT ON post_dislikes
WHEN (SELECT COUNT(*) FROM post_dislikes WHERE user_id = NEW.user_id) >= 50000
BEGIN
  SELECT RAISE(ABORT, 'quota_exceeded');
END;

CREATE TRIGGER comment_likes_are_limited
BEFORE INSERT ON comment_likes
WHEN (SELECT COUNT(*) FROM comment_likes WHERE user_id = NEW.user_id) >= 50000
BEGIN
  SELECT RAISE(ABORT, 'quota_exceeded');
END;

-- The number is FOLLOWED_PEOPLE_MAX (src/features/community/follows/follows.ts).
CREATE TRIGGER user_follows_are_limited
BEFORE INSERT ON user_follows
WHEN (SELECT following_count FROM users WHERE uid = NEW.follower_id) >= 10000
  AND NOT EXISTS (SELECT 1 FROM user_follows WHERE follower_id = NEW.follower_id AND followed_id = NEW.followed_id)
BEGIN
  SELECT RAISE(ABORT, 'quota_exceeded');
END;

-- A post counts in each folder. The number is SAVED_POSTS_MAX (src/features/community/favorites/folders.ts).
CREATE TRIGGER folder_items_are_limited
BEFORE INSERT ON folder_items
WHEN (SELECT SUM(items_count) FROM folders WHERE user_id = NEW.user_id) >= 50000
  AND NOT EXISTS (SELECT 1 FROM folder_items WHERE folder_id = NEW.folder_id AND post_id = NEW.post_id)
BEGIN
  SELECT RAISE(ABORT, 'quota_exceeded');
END;

-- A topic without subscribers is deleted, so that letter_topics has at most one row per subscription.
DROP TRIGGER letter_subscriptions_count_gone;

-- A subscriber without a subscription is forgotten, unless the address must get no more letters.
CREATE TRIGGER letter_subscriptions_count_gone
AFTER DELETE ON letter_subscriptions
BEGIN
  UPDATE letter_topics SET subscribers = subscribers - 1 WHERE kind = OLD.kind AND ref = OLD.ref;
  DELETE FROM letter_topics WHERE kind = OLD.kind AND ref = OLD.ref AND subscribers = 0;
  DELETE FROM letter_subscribers
  WHERE id = OLD.subscriber_id AND ended IS NULL
    AND NOT EXISTS (SELECT 1 FROM letter_subscriptions WHERE subscriber_id = OLD.subscriber_id);
END;

DELETE FROM letter_topics WHERE subscribers = 0;

-- The cron deletes tags without posts, except for those that a user follows (src/features/publishing/tags/tags.ts).
CREATE INDEX tag_follows_of_tag ON tag_follows (tag_key);
