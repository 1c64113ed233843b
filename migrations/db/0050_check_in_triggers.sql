-- Never has a row: its trigger does one check-in of a user, whose level must be 1 or more. `at` is the time of the
-- request and `day` its day in Shanghai. A second check-in of the day violates the primary key of user_check_ins.
-- A table, because an export of D1 writes triggers before views. Code of an older version does not use it: it
-- inserts the two rows itself.
CREATE TABLE new_check_ins (
  user_id INTEGER PRIMARY KEY,
  day TEXT NOT NULL,
  at TEXT NOT NULL
);

-- The only source of the reward, 1 energy and 5 exp: CHECK_IN_ENERGY and CHECK_IN_EXP in src are for texts. The
-- ledger entry changes the balance, and users_level_up writes a notice if the exp reaches a level.
CREATE TRIGGER new_check_ins_pay
BEFORE INSERT ON new_check_ins
BEGIN
  INSERT INTO user_check_ins (user_id, day, created_at) VALUES (NEW.user_id, NEW.day, NEW.at);
  INSERT INTO energy_log (id, user_id, amount, reason, balance_after, created_at, exp_gained)
  SELECT 1 + COALESCE((SELECT MAX(id) FROM energy_log), 0), uid, 1, 'checkin', energy + 1, NEW.at, 5
  FROM users WHERE uid = NEW.user_id;
  SELECT RAISE(IGNORE);
END;

-- The trigger checked the user in only for a batch that was sent a second time. Now it does the check-in itself, for
-- the same users as autoCheckIn in src. Lv1 begins at 1 exp.
DROP TRIGGER session_checks_refuse;

CREATE TRIGGER session_checks_refuse
BEFORE INSERT ON session_checks
BEGIN
  SELECT iif(u.uid IS NULL OR u.status = 'deleted', RAISE(ABORT, 'session_expired'),
    iif(u.status = 'banned', RAISE(ABORT, 'banned'), 0))
  FROM (SELECT 1) LEFT JOIN sessions s ON s.sid = NEW.sid AND s.user_id = NEW.user_id AND s.expires_at > NEW.at
    LEFT JOIN users u ON u.uid = s.user_id;
  INSERT INTO new_check_ins (user_id, day, at)
  SELECT uid, NEW.day, NEW.at FROM users
  WHERE uid = NEW.user_id AND exp >= 1
    AND NOT EXISTS (SELECT 1 FROM user_check_ins WHERE user_id = NEW.user_id AND day = NEW.day);
  SELECT RAISE(IGNORE);
END;
