-- Drafts join the posts that only admins search. The table stays as it is: it is made again to say so, with its rows.
CREATE TABLE kept AS SELECT post_id, version FROM hidden_posts;
DROP TABLE hidden_posts;

-- What only admins search: comments, and posts that are not public. Of a draft only the title is in the index.
CREATE TABLE hidden_posts (
  post_id INTEGER PRIMARY KEY,
  -- Of the post when it was indexed. A change that arrives late never overwrites a newer one.
  version INTEGER NOT NULL
);
INSERT INTO hidden_posts (post_id, version) SELECT post_id, version FROM kept;
DROP TABLE kept;
