-- What is stored in the bucket, and for whom.

CREATE TABLE images (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- The name in the bucket and in `/images/<key>`.
  key TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  purpose TEXT NOT NULL CHECK (purpose IN ('avatar', 'post', 'comment')),
  type TEXT NOT NULL CHECK (type IN ('image/jpeg', 'image/png', 'image/gif', 'image/webp')),
  width INTEGER NOT NULL CHECK (width > 0),
  height INTEGER NOT NULL CHECK (height > 0),
  bytes INTEGER NOT NULL CHECK (bytes > 0),
  created_at TEXT NOT NULL,
  -- Since when the clean-up has found nothing that shows it; set until it is first seen to be shown.
  unused_since TEXT
);

CREATE INDEX images_of_user ON images (user_id, id);
CREATE INDEX images_unused ON images (unused_since) WHERE unused_since IS NOT NULL;

-- Whether an image is anybody's avatar.
CREATE INDEX users_avatar ON users (avatar_key) WHERE avatar_key IS NOT NULL;
