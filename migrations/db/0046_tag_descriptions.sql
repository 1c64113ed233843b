-- What an admin says about a tag. Beside the tags, whose rows move with every post.
CREATE TABLE tag_descriptions (
  tag_key TEXT PRIMARY KEY REFERENCES tags (tag_key),
  description TEXT NOT NULL CHECK (length(description) BETWEEN 1 AND 300)
) WITHOUT ROWID;
