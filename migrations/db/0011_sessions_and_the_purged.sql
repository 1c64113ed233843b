-- Of more than twenty sessions the one whose last use is oldest goes, not the one opened first.
DROP TRIGGER sessions_oldest_goes;

CREATE TRIGGER sessions_oldest_goes
AFTER INSERT ON sessions
BEGIN
  DELETE FROM sessions
  WHERE sid IN (
    SELECT sid FROM sessions
    WHERE user_id = NEW.user_id
    ORDER BY sid = NEW.sid DESC, last_used_at DESC, created_at DESC, sid DESC
    LIMIT -1 OFFSET 20
  );
END;

-- Nobody reads what is told to an account that was erased: it is not written, whoever tells it.
CREATE TRIGGER notifications_not_to_the_erased
BEFORE INSERT ON notifications
WHEN (SELECT status FROM users WHERE uid = NEW.user_id) = 'deleted'
BEGIN
  SELECT RAISE(IGNORE);
END;

DELETE FROM notifications WHERE user_id IN (SELECT uid FROM users WHERE status = 'deleted');
UPDATE comment_mentions SET name = '' WHERE user_id IN (SELECT uid FROM users WHERE status = 'deleted');
