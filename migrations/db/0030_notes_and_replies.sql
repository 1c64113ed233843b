-- Notes of admins about a user, for other admins. Deleted with the erasure of the user.
CREATE TABLE user_notes (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  author_id INTEGER NOT NULL REFERENCES users (uid),
  -- Without names of users.
  text TEXT NOT NULL CHECK (text <> ''),
  created_at TEXT NOT NULL
);

CREATE INDEX user_notes_of_user ON user_notes (user_id, id);

CREATE TRIGGER user_notes_fifty_at_most
BEFORE INSERT ON user_notes
WHEN (SELECT COUNT(*) FROM user_notes WHERE user_id = NEW.user_id) >= 50
BEGIN
  SELECT RAISE(ABORT, 'validation_failed');
END;

-- Texts that admins use again as the reason of a decision: for posts, comments, users (bans), profiles, or reports of kept content.
CREATE TABLE saved_replies (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('post', 'comment', 'user', 'profile', 'kept')),
  -- One of the two texts may be empty. The recipient gets both, because the language of the recipient is unknown.
  text_zh TEXT NOT NULL,
  text_en TEXT NOT NULL,
  CHECK (text_zh <> '' OR text_en <> '')
);

CREATE UNIQUE INDEX saved_replies_are_different ON saved_replies (kind, text_zh, text_en);

CREATE TRIGGER saved_replies_ten_of_a_kind
BEFORE INSERT ON saved_replies
WHEN (SELECT COUNT(*) FROM saved_replies WHERE kind = NEW.kind) >= 10
BEGIN
  SELECT RAISE(ABORT, 'validation_failed');
END;
