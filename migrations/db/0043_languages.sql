-- Lists that mix Chinese and English can be narrowed to one of them. Two rows more for a new post: its places in the lists of its
-- language, by time and by rank. The lists of a tag get theirs for nothing: the key of each has the language in front of the order, and
-- the whole list merges the three ranges.

DROP TRIGGER posts_rank_in_tags;
DROP TRIGGER posts_list_tags_new;
DROP TRIGGER posts_list_tags;
DROP TRIGGER post_tags_count_gone;
DROP INDEX post_tags_hot;
DROP INDEX post_tags_of_author_new;
DROP INDEX post_tags_of_author_hot;

-- Follows from title and summary and is stored nowhere: 'zh', 'en', or '' for neither, which every list has. A text is Chinese if
-- more than one character in nine is; those of three bytes count as such. src/features/posts/language.ts says the same.
ALTER TABLE posts ADD COLUMN language TEXT GENERATED ALWAYS AS (
    iif(title || ' ' || summary GLOB '*[ぁ-ヺ가-힣]*', '',
      iif(title || ' ' || summary GLOB '*[㐀-鿿]*'
        AND 9 * (length(CAST(title || ' ' || summary AS BLOB)) - length(title || ' ' || summary))
          > 2 * length(title || ' ' || summary), 'zh',
        iif(title || ' ' || summary GLOB '*[A-Za-z]*', 'en', '')))
  ) VIRTUAL;

CREATE INDEX posts_zh_new ON posts (published_at, id)
  WHERE status = 'approved' AND deleted_at IS NULL AND language <> 'en';
CREATE INDEX posts_zh_hot ON posts (hot, id) WHERE status = 'approved' AND deleted_at IS NULL AND language <> 'en';
CREATE INDEX posts_en_new ON posts (published_at, id)
  WHERE status = 'approved' AND deleted_at IS NULL AND language <> 'zh';
CREATE INDEX posts_en_hot ON posts (hot, id) WHERE status = 'approved' AND deleted_at IS NULL AND language <> 'zh';

ALTER TABLE post_tags RENAME TO post_tags_in_all_languages;

-- One row a tag of a visible post, with what lists choose and sort by.
CREATE TABLE post_tags (
  tag_key TEXT NOT NULL REFERENCES tags (tag_key),
  -- That of the post.
  language TEXT NOT NULL DEFAULT '',
  published_at TEXT NOT NULL,
  post_id INTEGER NOT NULL REFERENCES posts (id),
  author_id INTEGER NOT NULL,
  hot INTEGER NOT NULL,
  PRIMARY KEY (tag_key, language, published_at, post_id)
) WITHOUT ROWID;

-- In four steps, each within what one statement on D1 may take.
INSERT INTO post_tags (tag_key, language, published_at, post_id, author_id, hot)
SELECT t.tag_key, p.language, t.published_at, t.post_id, t.author_id, t.hot
FROM post_tags_in_all_languages t CROSS JOIN posts p ON p.id = t.post_id
WHERE t.post_id <= (SELECT MAX(id) / 4 FROM posts) ORDER BY 1, 2, 3, 4;
INSERT INTO post_tags (tag_key, language, published_at, post_id, author_id, hot)
SELECT t.tag_key, p.language, t.published_at, t.post_id, t.author_id, t.hot
FROM post_tags_in_all_languages t CROSS JOIN posts p ON p.id = t.post_id
WHERE t.post_id > (SELECT MAX(id) / 4 FROM posts) AND t.post_id <= (SELECT MAX(id) * 2 / 4 FROM posts) ORDER BY 1, 2, 3, 4;
INSERT INTO post_tags (tag_key, language, published_at, post_id, author_id, hot)
SELECT t.tag_key, p.language, t.published_at, t.post_id, t.author_id, t.hot
FROM post_tags_in_all_languages t CROSS JOIN posts p ON p.id = t.post_id
WHERE t.post_id > (SELECT MAX(id) * 2 / 4 FROM posts) AND t.post_id <= (SELECT MAX(id) * 3 / 4 FROM posts) ORDER BY 1, 2, 3, 4;
INSERT INTO post_tags (tag_key, language, published_at, post_id, author_id, hot)
SELECT t.tag_key, p.language, t.published_at, t.post_id, t.author_id, t.hot
FROM post_tags_in_all_languages t CROSS JOIN posts p ON p.id = t.post_id
WHERE t.post_id > (SELECT MAX(id) * 3 / 4 FROM posts) ORDER BY 1, 2, 3, 4;

DROP TABLE post_tags_in_all_languages;

CREATE INDEX post_tags_hot ON post_tags (tag_key, language, hot, post_id);
-- One author under one tag: without these a list would walk past everybody else's posts.
CREATE INDEX post_tags_of_author_new ON post_tags (author_id, tag_key, published_at, post_id);
CREATE INDEX post_tags_of_author_hot ON post_tags (author_id, tag_key, hot, post_id);

CREATE TRIGGER post_tags_count_gone
AFTER DELETE ON post_tags
BEGIN
  UPDATE tags SET posts_count = posts_count - 1 WHERE tag_key = OLD.tag_key;
END;

CREATE TRIGGER posts_rank_in_tags
AFTER UPDATE OF hot ON posts
WHEN NEW.hot <> OLD.hot
BEGIN
  UPDATE post_tags SET hot = NEW.hot
  WHERE tag_key IN (SELECT json_extract(value, '$[0]') FROM json_each(NEW.tags))
    AND language = NEW.language AND published_at = NEW.published_at AND post_id = NEW.id AND hot <> NEW.hot;
END;

-- The tags of a post are listed exactly while it is visible, and a tag counts its posts.
CREATE TRIGGER posts_list_tags_new
AFTER INSERT ON posts
WHEN NEW.status = 'approved' AND NEW.deleted_at IS NULL
BEGIN
  INSERT INTO tags (tag_key, name, posts_count)
  SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), 1 FROM json_each(NEW.tags) WHERE TRUE
  ON CONFLICT (tag_key) DO UPDATE SET posts_count = posts_count + 1;
  INSERT INTO post_tags (tag_key, language, published_at, post_id, author_id, hot)
  SELECT json_extract(value, '$[0]'), NEW.language, NEW.published_at, NEW.id, NEW.author_id,
    (SELECT hot FROM posts WHERE id = NEW.id)
  FROM json_each(NEW.tags);
END;

CREATE TRIGGER posts_list_tags
AFTER UPDATE OF status, deleted_at, tags, title, summary ON posts
WHEN NEW.status <> OLD.status OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.tags <> OLD.tags
  OR NEW.language <> OLD.language
BEGIN
  DELETE FROM post_tags
  WHERE tag_key IN (SELECT json_extract(value, '$[0]') FROM json_each(OLD.tags))
    AND language = OLD.language AND published_at = OLD.published_at AND post_id = NEW.id;
  INSERT INTO tags (tag_key, name, posts_count)
  SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), 1 FROM json_each(NEW.tags)
  WHERE NEW.status = 'approved' AND NEW.deleted_at IS NULL
  ON CONFLICT (tag_key) DO UPDATE SET posts_count = posts_count + 1;
  INSERT INTO post_tags (tag_key, language, published_at, post_id, author_id, hot)
  SELECT json_extract(value, '$[0]'), NEW.language, NEW.published_at, NEW.id, NEW.author_id,
    (SELECT hot FROM posts WHERE id = NEW.id)
  FROM json_each(NEW.tags)
  WHERE NEW.status = 'approved' AND NEW.deleted_at IS NULL;
END;
