-- When an imported post was published at its old site. Null for posts that were written for this site. After the body: only the
-- page of the post and the lists of its author read the value.
ALTER TABLE posts ADD COLUMN first_published_at TEXT CHECK (first_published_at GLOB '[12][0-9][0-9][0-9]-*Z' AND first_published_at <= COALESCE(published_at, first_published_at));
-- The lists of one author are sorted by this date: the space, its feed, and the posts of followed authors. The lists of the site
-- are sorted by published_at.
ALTER TABLE posts ADD COLUMN listed_at TEXT GENERATED ALWAYS AS (COALESCE(first_published_at, published_at)) VIRTUAL;

DROP INDEX posts_of_author_new;
CREATE INDEX posts_of_author_new ON posts (author_id, listed_at, id) WHERE status = 'approved' AND deleted_at IS NULL;
