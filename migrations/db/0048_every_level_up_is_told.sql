DROP TRIGGER users_level_up;

-- One level-up notice for every level that a change of the exp reaches, whoever moved it. Only an operator can take exp away; who climbs
-- again is told again.
CREATE TRIGGER users_level_up
AFTER UPDATE OF exp ON users
WHEN NEW.exp > OLD.exp AND EXISTS (SELECT 1 FROM levels WHERE floor > OLD.exp AND floor <= NEW.exp)
BEGIN
  INSERT INTO notifications (id, user_id, kind, category, related_id, created_at)
  SELECT level + MAX(
      COALESCE((SELECT MAX(id) FROM notifications), 0),
      (SELECT CAST(value AS INTEGER) FROM site_state WHERE key = 'newest.notifications')),
    NEW.uid, 'NotifyLevelUp', 'system', level, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  FROM levels
  WHERE floor > OLD.exp AND floor <= NEW.exp
  ORDER BY level;
END;
