-- Which notices a user wants by mail. No row, no mail.
CREATE TABLE notice_mail (
  user_id INTEGER PRIMARY KEY REFERENCES users (uid),
  comment TEXT NOT NULL CHECK (comment IN ('off', 'at_once', 'digest')),
  reply TEXT NOT NULL CHECK (reply IN ('off', 'at_once', 'digest')),
  mention TEXT NOT NULL CHECK (mention IN ('off', 'at_once', 'digest')),
  "like" TEXT NOT NULL CHECK ("like" IN ('off', 'at_once', 'digest')),
  follow TEXT NOT NULL CHECK (follow IN ('off', 'at_once', 'digest')),
  system TEXT NOT NULL CHECK (system IN ('off', 'at_once', 'digest')),
  digest TEXT NOT NULL CHECK (digest IN ('daily', 'weekly')),
  language TEXT NOT NULL CHECK (language IN ('zh-CN', 'en')),
  site TEXT NOT NULL,
  -- What came before is in no digest to come.
  digest_from TEXT NOT NULL,
  digest_at TEXT NOT NULL
);

CREATE INDEX notice_mail_digests ON notice_mail (digest_at);

-- Notices that are to be mailed at once, until they are.
CREATE TABLE notices_to_mail (
  notification_id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (uid)
);

CREATE INDEX notices_to_mail_of_user ON notices_to_mail (user_id, notification_id);

CREATE TRIGGER notifications_to_mail
AFTER INSERT ON notifications
WHEN EXISTS (
  SELECT 1 FROM notice_mail m WHERE m.user_id = NEW.user_id AND 'at_once' = iif(NEW.kind = 'NotifyComment', m.comment,
    iif(NEW.kind = 'NotifyCommentReply', m.reply, iif(NEW.kind = 'NotifyMention', m.mention,
    iif(NEW.kind = 'NotifyLikeAggregated', m."like", iif(NEW.kind = 'NotifyFollow', m.follow, m.system)))))
)
BEGIN
  INSERT INTO notices_to_mail (notification_id, user_id) VALUES (NEW.id, NEW.user_id);
END;

-- A notice that was read is not mailed.
CREATE TRIGGER notifications_read_are_not_mailed
AFTER UPDATE OF read ON notifications
WHEN OLD.read = 0 AND NEW.read = 1
BEGIN
  DELETE FROM notices_to_mail WHERE notification_id = NEW.id;
END;

CREATE TRIGGER notifications_gone_are_not_mailed
AFTER DELETE ON notifications
BEGIN
  DELETE FROM notices_to_mail WHERE notification_id = OLD.id;
END;
