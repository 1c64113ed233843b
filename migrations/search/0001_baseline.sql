-- The full-text index. Everything here is derived from the main database: `npm run joule -- reindex` rebuilds it.

-- State ---------------------------------------------------------------------------------------------------------------

-- State of the index repair between runs.
CREATE TABLE search_state (
  key TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) WITHOUT ROWID;

-- Public posts --------------------------------------------------------------------------------------------------------

-- Plain text of the posts, for titles and snippets. The FTS tables store no text (contentless).
CREATE TABLE public_texts (
  post_id INTEGER PRIMARY KEY,
  -- Version of the post when it was indexed. A late update never overwrites a newer one.
  version INTEGER NOT NULL,
  title TEXT NOT NULL,
  body TEXT NOT NULL
);

-- The rowid is the post id. Columns contain tokens separated by spaces (src/features/publishing/search/fts/tokens.ts). `marks` has
-- extra tokens with a prefix that no text contains: · for filters (author, tag, language, day and month of
-- publication), § for words of the title, ¶ for words of a tag. The body is the first column because tokens of the
-- first column take two bytes less.
CREATE VIRTUAL TABLE post_words USING fts5(
  body, title, tags, marks,
  content = '', contentless_delete = 1,
  tokenize = "ascii tokenchars '+#'"
);

-- All tokens in order. Prefix search walks through them, so post_words needs no prefix index.
CREATE VIRTUAL TABLE post_vocabulary USING fts5vocab(post_words, instance);

-- Posts that only admins search ---------------------------------------------------------------------------------------

-- Posts that are not public. Of a draft, only the title is indexed.
CREATE TABLE hidden_entries (
  post_id INTEGER PRIMARY KEY,
  -- Version of the post when it was indexed. A late update never overwrites a newer one.
  version INTEGER NOT NULL,
  -- While status and title of a draft stay the same, its index entry is not rewritten.
  status TEXT NOT NULL,
  title TEXT NOT NULL
);

-- Separate from post_words, so that hidden posts never displace public results. `marks` has author and status.
CREATE VIRTUAL TABLE hidden_words USING fts5(
  body, title, tags, marks,
  content = '', contentless_delete = 1,
  tokenize = "ascii tokenchars '+#'"
);

CREATE VIRTUAL TABLE hidden_vocabulary USING fts5vocab(hidden_words, instance);

-- Comments, which only admins search ----------------------------------------------------------------------------------

-- The rowid is the comment id. `marks` has author and post.
CREATE VIRTUAL TABLE comment_words USING fts5(
  body, marks,
  content = '', contentless_delete = 1,
  tokenize = "ascii tokenchars '+#'"
);

CREATE VIRTUAL TABLE comment_vocabulary USING fts5vocab(comment_words, instance);
