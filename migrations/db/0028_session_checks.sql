-- Never has a row: the trigger checks a session and aborts the batch of a command if the session must not write. `at` is the time
-- of the request and `day` its day in Shanghai (src/features/accounts/sessions/session-guard.ts). A table, because an export of D1
-- writes triggers before views.
CREATE TABLE session_checks (
  sid TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  at TEXT NOT NULL,
  day TEXT NOT NULL
) WITHOUT ROWID;

-- The same conditions as liveSession and autoCheckIn in src. Lv1 begins at 1 exp.
CREATE TRIGGER session_checks_refuse
BEFORE INSERT ON session_checks
BEGIN
  SELECT iif(u.uid IS NULL OR u.status = 'deleted', RAISE(ABORT, 'session_expired'),
    iif(u.status = 'banned', RAISE(ABORT, 'banned'),
      iif(u.exp >= 1 AND NOT EXISTS (SELECT 1 FROM user_check_ins WHERE user_id = u.uid AND day = NEW.day),
        RAISE(ABORT, 'check_in_due'), RAISE(IGNORE))))
  FROM (SELECT 1) LEFT JOIN sessions s ON s.sid = NEW.sid AND s.user_id = NEW.user_id AND s.expires_at > NEW.at
    LEFT JOIN users u ON u.uid = s.user_id;
END;
