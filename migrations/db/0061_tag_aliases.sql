-- Admins rename, merge and delete tags, and give them synonyms, a colour and a tag in the other language. One mechanism does all of it:
-- an alias is a key that stands for another tag. Triggers replace the aliases in the tags of a post whenever a post is saved or changes
-- its status, so the author of a post needs no list of them and no writer can miss one. A command adds an alias, and the cron saves the
-- older posts again in slices (src/features/publishing/tags/move.ts).

ALTER TABLE tags ADD COLUMN colour TEXT CHECK (colour GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]');
-- The tag with the same meaning in the other language. Both tags name each other.
ALTER TABLE tags ADD COLUMN translation_of TEXT REFERENCES tags (tag_key);
-- 1 if an admin created or changed the tag. Then the cron does not delete it while no post has it.
ALTER TABLE tags ADD COLUMN kept INTEGER CHECK (kept = 1);

CREATE INDEX tags_with_translation ON tags (translation_of) WHERE translation_of IS NOT NULL;

CREATE TABLE tag_aliases (
  alias_key TEXT PRIMARY KEY,
  -- The tag that replaces the alias. The alias itself if only the spelling of its name changed. Null for a tag that is being deleted:
  -- posts lose it.
  tag_key TEXT REFERENCES tags (tag_key),
  name TEXT NOT NULL,
  -- Posts up to this id may still have the alias. Null if no post has it.
  unmoved INTEGER CHECK (unmoved >= 0),
  CHECK (tag_key IS NOT NULL OR unmoved IS NOT NULL)
) WITHOUT ROWID;

CREATE INDEX tag_aliases_of_tag ON tag_aliases (tag_key, alias_key);
CREATE INDEX tag_aliases_unmoved ON tag_aliases (alias_key) WHERE unmoved IS NOT NULL;

DROP TRIGGER posts_list_tags_new;

-- post_tags has rows only for visible posts. The trigger posts_replace_aliases_new lists a post with an alias.
CREATE TRIGGER posts_list_tags_new
AFTER INSERT ON posts
WHEN NEW.status = 'approved' AND NEW.deleted_at IS NULL AND NOT EXISTS (
  SELECT 1 FROM json_each(NEW.tags) j CROSS JOIN tag_aliases a ON a.alias_key = json_extract(j.value, '$[0]')
    LEFT JOIN tags t ON t.tag_key = a.tag_key
  WHERE t.tag_key IS NULL OR t.tag_key <> a.alias_key OR t.name <> json_extract(j.value, '$[1]'))
BEGIN
  INSERT INTO tags (tag_key, name, posts_count)
  SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), 1 FROM json_each(NEW.tags) WHERE TRUE
  ON CONFLICT (tag_key) DO UPDATE SET posts_count = posts_count + 1;
  INSERT INTO post_tags (tag_key, language, published_at, post_id, author_id, hot)
  SELECT json_extract(value, '$[0]'), NEW.language, NEW.published_at, NEW.id, NEW.author_id,
    (SELECT hot FROM posts WHERE id = NEW.id)
  FROM json_each(NEW.tags);
END;

DROP TRIGGER posts_list_tags;

CREATE TRIGGER posts_list_tags
AFTER UPDATE OF status, deleted_at, tags, title, summary ON posts
WHEN (NEW.status <> OLD.status OR NEW.deleted_at IS NOT OLD.deleted_at OR NEW.tags <> OLD.tags
  OR NEW.language <> OLD.language) AND NOT EXISTS (
  SELECT 1 FROM json_each(NEW.tags) j CROSS JOIN tag_aliases a ON a.alias_key = json_extract(j.value, '$[0]')
    LEFT JOIN tags t ON t.tag_key = a.tag_key
  WHERE t.tag_key IS NULL OR t.tag_key <> a.alias_key OR t.name <> json_extract(j.value, '$[1]'))
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

-- The update of these two triggers runs posts_list_tags, which lists the post with the replaced tags.
CREATE TRIGGER posts_replace_aliases_new
AFTER INSERT ON posts
WHEN EXISTS (
  SELECT 1 FROM json_each(NEW.tags) j CROSS JOIN tag_aliases a ON a.alias_key = json_extract(j.value, '$[0]')
    LEFT JOIN tags t ON t.tag_key = a.tag_key
  WHERE t.tag_key IS NULL OR t.tag_key <> a.alias_key OR t.name <> json_extract(j.value, '$[1]'))
BEGIN
  UPDATE posts SET tags = (
    SELECT json_group_array(json_array(tag_key, name)) FROM (
      SELECT COALESCE(t.tag_key, json_extract(j.value, '$[0]')) AS tag_key,
        COALESCE(t.name, json_extract(j.value, '$[1]')) AS name, MIN(j.key) AS place
      FROM json_each(NEW.tags) j LEFT JOIN tag_aliases a ON a.alias_key = json_extract(j.value, '$[0]')
        LEFT JOIN tags t ON t.tag_key = a.tag_key
      WHERE a.alias_key IS NULL OR a.tag_key IS NOT NULL
      GROUP BY 1 ORDER BY place))
  WHERE id = NEW.id;
END;

CREATE TRIGGER posts_replace_aliases
AFTER UPDATE OF status, deleted_at, tags, title, summary ON posts
WHEN EXISTS (
  SELECT 1 FROM json_each(NEW.tags) j CROSS JOIN tag_aliases a ON a.alias_key = json_extract(j.value, '$[0]')
    LEFT JOIN tags t ON t.tag_key = a.tag_key
  WHERE t.tag_key IS NULL OR t.tag_key <> a.alias_key OR t.name <> json_extract(j.value, '$[1]'))
BEGIN
  DELETE FROM post_tags
  WHERE tag_key IN (SELECT json_extract(value, '$[0]') FROM json_each(OLD.tags))
    AND language = OLD.language AND published_at = OLD.published_at AND post_id = NEW.id;
  UPDATE posts SET tags = (
    SELECT json_group_array(json_array(tag_key, name)) FROM (
      SELECT COALESCE(t.tag_key, json_extract(j.value, '$[0]')) AS tag_key,
        COALESCE(t.name, json_extract(j.value, '$[1]')) AS name, MIN(j.key) AS place
      FROM json_each(NEW.tags) j LEFT JOIN tag_aliases a ON a.alias_key = json_extract(j.value, '$[0]')
        LEFT JOIN tags t ON t.tag_key = a.tag_key
      WHERE a.alias_key IS NULL OR a.tag_key IS NOT NULL
      GROUP BY 1 ORDER BY place))
  WHERE id = NEW.id;
END;

-- A merge moves subscriptions to another tag.
CREATE TRIGGER letter_subscriptions_count_moved
AFTER UPDATE OF ref ON letter_subscriptions
WHEN NEW.ref <> OLD.ref
BEGIN
  INSERT INTO letter_topics (kind, ref, subscribers) VALUES (NEW.kind, NEW.ref, 1)
  ON CONFLICT (kind, ref) DO UPDATE SET subscribers = subscribers + 1;
  UPDATE letter_topics SET subscribers = subscribers - 1 WHERE kind = OLD.kind AND ref = OLD.ref;
  DELETE FROM letter_topics WHERE kind = OLD.kind AND ref = OLD.ref AND subscribers = 0;
END;

-- Settings that are numbers. A setting without a row has its default.
CREATE TABLE site_numbers (
  key TEXT PRIMARY KEY CHECK (key GLOB '[a-z]*.[a-z]*'),
  value INTEGER NOT NULL
) WITHOUT ROWID;
