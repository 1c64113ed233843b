-- Who listens: an object with open sockets, or one that had some when it was last told something. A change of anything else
-- finds no row here, and wakes no object.
CREATE TABLE live_topics (
  kind TEXT NOT NULL CHECK (kind IN ('user', 'post')),
  id INTEGER NOT NULL,
  PRIMARY KEY (kind, id)
) WITHOUT ROWID;
