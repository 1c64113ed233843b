-- What only admins search: comments, and posts that are in review, rejected or locked. A draft is nobody else's business.

CREATE TABLE hidden_posts (
  post_id INTEGER PRIMARY KEY,
  -- Of the post when it was indexed. A change that arrives late never overwrites a newer one.
  version INTEGER NOT NULL
);

-- Apart from the public ones, which they must never crowd out. `facets` holds the author and the status.
CREATE VIRTUAL TABLE hidden_post_index USING fts5(
  title, tags, body, facets,
  prefix = '3',
  tokenize = "ascii tokenchars '+#'"
);

-- The rowid is the comment's id; `facets` holds its author and its post. A comment never changes, so it has no version.
CREATE VIRTUAL TABLE comment_index USING fts5(
  body, facets,
  prefix = '3',
  tokenize = "ascii tokenchars '+#'"
);
