-- A like across a block, made while it stood: the author is not told of it, also when it is taken back or the post comes back.
ALTER TABLE post_likes ADD COLUMN quiet INTEGER NOT NULL DEFAULT 0 CHECK (quiet IN (0, 1));

DROP TRIGGER post_likes_count_new;

CREATE TRIGGER post_likes_count_new
AFTER INSERT ON post_likes
BEGIN
  UPDATE posts SET likes_count = likes_count + 1 WHERE id = NEW.post_id;
  -- Nobody is told of their own like, nor of one by somebody on the other side of a block.
  UPDATE post_likes SET quiet = 1
  WHERE user_id = NEW.user_id AND post_id = NEW.post_id AND EXISTS (
    SELECT 1 FROM posts WHERE id = NEW.post_id AND (
      EXISTS (SELECT 1 FROM user_blocks WHERE user_id = author_id AND blocked_id = NEW.user_id)
      OR EXISTS (SELECT 1 FROM user_blocks WHERE user_id = NEW.user_id AND blocked_id = author_id)));
  INSERT INTO post_days (post_id, day, author_id, likes, likes_of_others)
  SELECT id, date(NEW.created_at, '+8 hours'), author_id, 1, author_id <> NEW.user_id AND NOT quiet
  FROM posts JOIN post_likes ON post_id = id AND user_id = NEW.user_id
  WHERE id = NEW.post_id AND deleted_at IS NULL
  ON CONFLICT (post_id, day) DO UPDATE
  SET likes = likes + 1, likes_of_others = likes_of_others + excluded.likes_of_others;
END;

DROP TRIGGER post_likes_count_gone;

CREATE TRIGGER post_likes_count_gone
AFTER DELETE ON post_likes
BEGIN
  UPDATE posts SET likes_count = likes_count - 1 WHERE id = OLD.post_id;
  UPDATE post_days SET likes = likes - 1, likes_of_others = likes_of_others - (author_id <> OLD.user_id AND NOT OLD.quiet)
  WHERE post_id = OLD.post_id AND day = date(OLD.created_at, '+8 hours');
END;

DROP TRIGGER posts_come_back;

-- With its views, which the days in the bin hold behind the energy.
-- The figures are as if it had never been away: those of likes and comments by what is there now, for some of them may have
-- gone meanwhile. Of the likes, nobody is told twice.
CREATE TRIGGER posts_come_back
AFTER UPDATE OF deleted_at ON posts
WHEN OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL
BEGIN
  UPDATE author_stats
  SET draft = draft + (NEW.status = 'draft'), pending = pending + (NEW.status = 'pending'),
    approved = approved + (NEW.status = 'approved'), rejected = rejected + (NEW.status = 'rejected'),
    locked = locked + (NEW.status = 'locked')
  WHERE user_id = NEW.author_id;
  INSERT INTO post_days (post_id, day, author_id, likes, likes_of_others, told, comments, energy, views, ends)
  SELECT NEW.id, day, NEW.author_id, SUM(likes), SUM(of_others), SUM(of_others), SUM(comments), SUM(energy), SUM(views),
    SUM(ends)
  FROM (
    SELECT date(created_at, '+8 hours') AS day, 1 AS likes, user_id <> NEW.author_id AND NOT quiet AS of_others,
      0 AS comments, 0 AS energy, 0 AS views, 0 AS ends
    FROM post_likes WHERE post_id = NEW.id
    UNION ALL
    SELECT date(created_at, '+8 hours'), 0, 0, 1, 0, 0, 0 FROM comments WHERE post_id = NEW.id AND deleted_at IS NULL
    UNION ALL
    SELECT json_extract(value, '$[0]'), 0, 0, 0, json_extract(value, '$[1]'),
      COALESCE(json_extract(value, '$[2]'), 0), COALESCE(json_extract(value, '$[3]'), 0)
    FROM json_each((
      SELECT energy_days FROM post_bin WHERE deleted_at = OLD.deleted_at AND post_id = OLD.id))
  )
  GROUP BY day;
  DELETE FROM post_bin WHERE deleted_at = OLD.deleted_at AND post_id = OLD.id;
END;
