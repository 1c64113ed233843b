-- A new post wrote thirty-three rows. Its rank is written with it, and figures that do not move are not written.

DROP TRIGGER posts_rank_new;
DROP TRIGGER posts_rank;
DROP TRIGGER posts_rank_in_tags;
DROP TRIGGER posts_list_tags_new;
DROP TRIGGER posts_list_tags;
DROP TRIGGER post_tags_count_new;
DROP TRIGGER posts_totals_new;
DROP TRIGGER posts_totals;

-- For a post that comes without its rank.
CREATE TRIGGER posts_rank_new
AFTER INSERT ON posts
WHEN NEW.published_at IS NOT NULL AND NEW.hot = 0
BEGIN
  UPDATE posts SET hot = CAST(strftime('%s', NEW.published_at) AS INTEGER) WHERE id = NEW.id;
END;

CREATE TRIGGER posts_rank
AFTER UPDATE OF published_at ON posts
WHEN OLD.published_at IS NULL AND NEW.published_at IS NOT NULL AND NEW.hot = 0
BEGIN
  UPDATE posts SET hot = CAST(strftime('%s', NEW.published_at) AS INTEGER) WHERE id = NEW.id;
END;

CREATE TRIGGER posts_rank_in_tags
AFTER UPDATE OF hot ON posts
WHEN NEW.hot <> OLD.hot
BEGIN
  UPDATE post_tags SET hot = NEW.hot WHERE post_id = NEW.id AND hot <> NEW.hot;
END;

-- The tags of a post are listed exactly while it is visible, and a tag counts its posts.
CREATE TRIGGER posts_list_tags_new
AFTER INSERT ON posts
WHEN NEW.status = 'approved' AND NEW.deleted_at IS NULL
BEGIN
  INSERT INTO tags (tag_key, name, posts_count)
  SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), 1 FROM json_each(NEW.tags) WHERE TRUE
  ON CONFLICT (tag_key) DO UPDATE SET posts_count = posts_count + 1;
  INSERT INTO post_tags (tag_key, post_id, author_id, published_at, hot)
  SELECT json_extract(value, '$[0]'), NEW.id, NEW.author_id, NEW.published_at,
    (SELECT hot FROM posts WHERE id = NEW.id)
  FROM json_each(NEW.tags);
END;

CREATE TRIGGER posts_list_tags
AFTER UPDATE OF status, deleted_at, tags ON posts
WHEN NEW.status <> OLD.status OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.tags <> OLD.tags
BEGIN
  DELETE FROM post_tags WHERE post_id = NEW.id;
  INSERT INTO tags (tag_key, name, posts_count)
  SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), 1 FROM json_each(NEW.tags)
  WHERE NEW.status = 'approved' AND NEW.deleted_at IS NULL
  ON CONFLICT (tag_key) DO UPDATE SET posts_count = posts_count + 1;
  INSERT INTO post_tags (tag_key, post_id, author_id, published_at, hot)
  SELECT json_extract(value, '$[0]'), NEW.id, NEW.author_id, NEW.published_at,
    (SELECT hot FROM posts WHERE id = NEW.id)
  FROM json_each(NEW.tags)
  WHERE NEW.status = 'approved' AND NEW.deleted_at IS NULL;
END;

CREATE TRIGGER posts_totals_new
AFTER INSERT ON posts
BEGIN
  UPDATE site_totals SET value = value + 1 WHERE name = 'posts' OR (name = 'pending_posts' AND NEW.status = 'pending');
END;

CREATE TRIGGER posts_totals
AFTER UPDATE OF status, deleted_at, edit_unseen_since ON posts
BEGIN
  UPDATE site_totals SET value = value + (NEW.deleted_at IS NULL) - (OLD.deleted_at IS NULL)
  WHERE name = 'posts' AND (NEW.deleted_at IS NULL) <> (OLD.deleted_at IS NULL);
  UPDATE site_totals
  SET value = value + (NEW.status = 'pending' AND NEW.deleted_at IS NULL)
    - (OLD.status = 'pending' AND OLD.deleted_at IS NULL)
  WHERE name = 'pending_posts' AND (NEW.status = 'pending' AND NEW.deleted_at IS NULL)
    <> (OLD.status = 'pending' AND OLD.deleted_at IS NULL);
  UPDATE site_totals
  SET value = value + (NEW.edit_unseen_since IS NOT NULL AND NEW.deleted_at IS NULL)
    - (OLD.edit_unseen_since IS NOT NULL AND OLD.deleted_at IS NULL)
  WHERE name = 'unseen_edits' AND (NEW.edit_unseen_since IS NOT NULL AND NEW.deleted_at IS NULL)
    <> (OLD.edit_unseen_since IS NOT NULL AND OLD.deleted_at IS NULL);
END;
