-- Posts whose entries in the search index are out of date (src/features/publishing/search/queue.ts). The triggers add a row in the
-- transaction of the change, so no change is lost. A post has one row, however often it changes before it is indexed.
CREATE TABLE search_queue (
  post_id INTEGER PRIMARY KEY REFERENCES posts (id),
  author_id INTEGER NOT NULL REFERENCES users (uid),
  -- The work of indexing the post: thousands of characters of its body, plus one.
  size INTEGER NOT NULL,
  -- The lowest place is next. The first post of an author begins at the place that is next, and each further one after the sizes of
  -- those before it: a short post passes the long posts of other authors, and no author delays the others.
  place INTEGER NOT NULL,
  -- The run that indexes the post. A change of the post clears it, so that the row stays when the run ends.
  claim TEXT,
  -- No other run takes the post before this time. A killed run loses nothing.
  claimed_until TEXT,
  -- Runs that began. If the text of a post kills every run, the post is indexed without its text.
  tries INTEGER NOT NULL DEFAULT 0,
  -- Why the post was indexed without its text. Such a post waits for its next change.
  problem TEXT CHECK (problem IN ('too_complex', 'crashed'))
);

CREATE INDEX search_queue_next ON search_queue (place, post_id) WHERE problem IS NULL;
CREATE INDEX search_queue_of_author ON search_queue (author_id, place);

CREATE TRIGGER posts_change_search_new
AFTER INSERT ON posts
WHEN NEW.deleted_at IS NULL
BEGIN
  INSERT INTO search_queue (post_id, author_id, size, place)
  VALUES (NEW.id, NEW.author_id, 1 + iif(NEW.status = 'draft', 0, length(NEW.body) / 1000),
    1 + iif(NEW.status = 'draft', 0, length(NEW.body) / 1000) + MAX(
      COALESCE((SELECT MIN(place) FROM search_queue WHERE problem IS NULL), 0),
      COALESCE((SELECT MAX(place) FROM search_queue WHERE author_id = NEW.author_id), 0)))
  ON CONFLICT DO NOTHING;
END;

-- Every edit and every change of status grows the version. Only the title of a draft is indexed, so saving its body changes nothing. A
-- post that leaves the index costs as little as a short one.
CREATE TRIGGER posts_change_search
AFTER UPDATE OF version, deleted_at ON posts
WHEN NEW.deleted_at IS NOT OLD.deleted_at
  OR (NEW.deleted_at IS NULL AND NOT (NEW.status = 'draft' AND OLD.status = 'draft' AND NEW.title = OLD.title))
BEGIN
  INSERT INTO search_queue (post_id, author_id, size, place)
  VALUES (NEW.id, NEW.author_id,
    1 + iif(NEW.status = 'draft' OR NEW.deleted_at IS NOT NULL, 0, length(NEW.body) / 1000),
    1 + iif(NEW.status = 'draft' OR NEW.deleted_at IS NOT NULL, 0, length(NEW.body) / 1000) + MAX(
      COALESCE((SELECT MIN(place) FROM search_queue WHERE problem IS NULL), 0),
      COALESCE((SELECT MAX(place) FROM search_queue WHERE author_id = NEW.author_id), 0)))
  ON CONFLICT (post_id) DO UPDATE SET
    size = excluded.size,
    place = iif(problem IS NULL, MIN(place, excluded.place), excluded.place),
    tries = iif(problem IS NULL, tries, 0),
    claim = NULL,
    problem = NULL;
END;
