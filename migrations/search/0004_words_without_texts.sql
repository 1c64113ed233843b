-- The indexes keep words and no text, so that a text is stored once, and no index of beginnings: those are looked up among the
-- words themselves. What is newest comes along here, within what one statement on D1 may take; the repair finds the rest missing.

-- What is searched, as it is shown (like everything here made from the main database, and made anew from it by
-- `npm run joule -- reindex`): plain text, for titles and snippets with the matches marked.
CREATE TABLE public_texts (
  post_id INTEGER PRIMARY KEY,
  -- Of the post when it was indexed. A change that arrives late never overwrites a newer one.
  version INTEGER NOT NULL,
  title TEXT NOT NULL,
  body TEXT NOT NULL
);
INSERT INTO public_texts (post_id, version, title, body)
SELECT post_id, version, title, body FROM post_texts ORDER BY post_id DESC LIMIT 50000;

-- The same as tokens of our own (src/features/search/tokens.ts), separated by spaces; the rowid is the post's id. `marks` holds
-- tokens that no text has, by their first character: · what a search is narrowed to (the author, each tag as a whole),
-- § a word of the title, ¶ a word of a tag. The body comes first: a word in the first column takes two bytes less.
CREATE VIRTUAL TABLE post_words USING fts5(
  body, title, tags, marks,
  content = '', contentless_delete = 1,
  tokenize = "ascii tokenchars '+#'"
);
INSERT INTO post_words (rowid, body, title, tags, marks)
SELECT rowid, body, title, tags, '·' || replace(facets, ' ', ' ·')
  || iif(title = '', '', ' §' || replace(title, ' ', ' §')) || iif(tags = '', '', ' ¶' || replace(tags, ' ', ' ¶'))
FROM post_index WHERE rowid IN (SELECT post_id FROM public_texts);

-- Each word where it stands, in their order: what a beginning may stand for is found by going from word to word.
CREATE VIRTUAL TABLE post_vocabulary USING fts5vocab(post_words, instance);

-- Posts that are not public, which only admins search. Of a draft only the title is in the index.
CREATE TABLE hidden_entries (
  post_id INTEGER PRIMARY KEY,
  -- Of the post when it was indexed. A change that arrives late never overwrites a newer one.
  version INTEGER NOT NULL,
  -- Together with the words of the title all that there is of a draft: as long as they stay, its entry does.
  status TEXT NOT NULL,
  title TEXT NOT NULL
);
INSERT INTO hidden_entries (post_id, version, status, title)
SELECT post_id, version, substr(facets, instr(facets, ' status') + 7), title
FROM hidden_posts JOIN hidden_post_index ON hidden_post_index.rowid = post_id ORDER BY post_id DESC LIMIT 20000;

-- Apart from the public ones, which they must never crowd out. `marks` holds the author and the status.
CREATE VIRTUAL TABLE hidden_words USING fts5(
  body, title, tags, marks,
  content = '', contentless_delete = 1,
  tokenize = "ascii tokenchars '+#'"
);
INSERT INTO hidden_words (rowid, body, title, tags, marks)
SELECT rowid, body, title, tags, '·' || replace(facets, ' ', ' ·')
FROM hidden_post_index WHERE rowid IN (SELECT post_id FROM hidden_entries);

-- As `post_vocabulary`.
CREATE VIRTUAL TABLE hidden_vocabulary USING fts5vocab(hidden_words, instance);

-- Comments, which only admins search; the rowid is the comment's id. `marks` holds its author and its post. A comment never
-- changes, so it has no version.
CREATE VIRTUAL TABLE comment_words USING fts5(
  body, marks,
  content = '', contentless_delete = 1,
  tokenize = "ascii tokenchars '+#'"
);
INSERT INTO comment_words (rowid, body, marks)
SELECT rowid, body, '·' || replace(facets, ' ', ' ·') FROM comment_index ORDER BY rowid DESC LIMIT 100000;

-- As `post_vocabulary`.
CREATE VIRTUAL TABLE comment_vocabulary USING fts5vocab(comment_words, instance);

DELETE FROM search_state;
DROP TABLE post_texts;
DROP TABLE post_index;
DROP TABLE hidden_posts;
DROP TABLE hidden_post_index;
DROP TABLE comment_index;

-- From here on: empty, for the version before, which runs while a deployment goes on and after one that was rolled back. A later
-- migration takes them away.
CREATE TABLE post_texts (
  post_id INTEGER PRIMARY KEY,
  version INTEGER NOT NULL,
  published_at TEXT NOT NULL,
  title TEXT NOT NULL,
  body TEXT NOT NULL
);
-- For the version before.
CREATE VIRTUAL TABLE post_index USING fts5(title, tags, body, facets, prefix = '3', tokenize = "ascii tokenchars '+#'");
-- For the version before.
CREATE TABLE hidden_posts (
  post_id INTEGER PRIMARY KEY,
  version INTEGER NOT NULL
);
-- For the version before.
CREATE VIRTUAL TABLE hidden_post_index USING fts5(title, tags, body, facets, prefix = '3', tokenize = "ascii tokenchars '+#'");
-- For the version before.
CREATE VIRTUAL TABLE comment_index USING fts5(body, facets, prefix = '3', tokenize = "ascii tokenchars '+#'");
