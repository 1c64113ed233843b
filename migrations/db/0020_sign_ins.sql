-- From where a user has signed in: an unknown device is told to them.
CREATE TABLE sign_ins (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  sid TEXT NOT NULL,
  -- Of the cookie that a browser keeps; null where it brought none.
  device_hash TEXT,
  ip TEXT NOT NULL,
  country TEXT,
  user_agent TEXT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('zh-CN', 'en')),
  created_at TEXT NOT NULL
);

CREATE INDEX sign_ins_of_user ON sign_ins (user_id, id);

CREATE TRIGGER sign_ins_oldest_goes
AFTER INSERT ON sign_ins
BEGIN
  DELETE FROM sign_ins
  WHERE user_id = NEW.user_id AND id <= (
    SELECT id FROM sign_ins WHERE user_id = NEW.user_id ORDER BY id DESC LIMIT 1 OFFSET 50
  );
END;

-- The devices that are signed in are known.
INSERT INTO sign_ins (user_id, sid, ip, user_agent, language, created_at)
SELECT user_id, sid, ip, user_agent, 'zh-CN', created_at FROM sessions ORDER BY created_at, sid;

-- The session that a token is about.
ALTER TABLE user_tokens ADD COLUMN sid TEXT;
