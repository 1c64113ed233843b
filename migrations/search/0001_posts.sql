-- The full-text index of public posts. Derived from the main database: `npm run joule -- reindex` makes it anew.

-- What is searched, as it is shown: plain text, for titles and snippets with the matches marked.
CREATE TABLE post_texts (
  post_id INTEGER PRIMARY KEY,
  -- Of the post when it was indexed. A change that arrives late never overwrites a newer one.
  version INTEGER NOT NULL,
  published_at TEXT NOT NULL,
  title TEXT NOT NULL,
  -- Last, so that ranking does not read past it.
  body TEXT NOT NULL
);

-- The same as tokens of our own (src/features/search/tokens.ts), separated by spaces; the rowid is the post's id.
-- `facets` holds what a search is narrowed to: the author, and each tag as a whole.
CREATE VIRTUAL TABLE post_index USING fts5(
  title, tags, body, facets,
  prefix = '3',
  tokenize = "ascii tokenchars '+#'"
);

-- What the repair remembers between runs.
CREATE TABLE search_state (
  key TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) WITHOUT ROWID;
