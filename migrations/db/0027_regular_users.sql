-- 1 from the second day with a check-in on (TRUSTED_DAYS in src/features/core/people/trust.ts). Every signed-in request reads it.
ALTER TABLE users ADD COLUMN is_regular INTEGER NOT NULL DEFAULT 0 CHECK (is_regular IN (0, 1));

UPDATE users SET is_regular = 1
WHERE EXISTS (SELECT 1 FROM user_check_ins WHERE user_id = users.uid LIMIT 1 OFFSET 1);

CREATE TRIGGER check_ins_make_regular
AFTER INSERT ON user_check_ins
WHEN (SELECT is_regular FROM users WHERE uid = NEW.user_id) = 0
  AND EXISTS (SELECT 1 FROM user_check_ins WHERE user_id = NEW.user_id LIMIT 1 OFFSET 1)
BEGIN
  UPDATE users SET is_regular = 1 WHERE uid = NEW.user_id;
END;
