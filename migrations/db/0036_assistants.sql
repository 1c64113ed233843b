-- Whether assistants of members (programs that use the Model Context Protocol) may connect.
INSERT INTO site_settings (key, value) VALUES ('assistants.enabled', 1);

-- When the Client ID Metadata Document of an assistant was fetched. Null for an application that the owner registered.
ALTER TABLE oauth_apps ADD COLUMN fetched_at TEXT;

-- The address that the tokens open (RFC 8707). Null for logins, whose tokens open only the user info.
ALTER TABLE oauth_grants ADD COLUMN resource TEXT;

CREATE INDEX oauth_apps_registered ON oauth_apps (id) WHERE fetched_at IS NULL;

DROP TRIGGER oauth_apps_fifty_at_most;

CREATE TRIGGER oauth_apps_fifty_at_most
BEFORE INSERT ON oauth_apps
WHEN NEW.fetched_at IS NULL AND (SELECT COUNT(*) FROM oauth_apps WHERE fetched_at IS NULL) >= 50
BEGIN
  SELECT RAISE(ABORT, 'validation_failed');
END;

-- A user chooses the addresses of assistants freely, so their number is limited.
CREATE TRIGGER oauth_consents_twenty_assistants_at_most
BEFORE INSERT ON oauth_consents
WHEN (SELECT fetched_at FROM oauth_apps WHERE id = NEW.app_id) IS NOT NULL
  AND (SELECT COUNT(*) FROM oauth_consents c JOIN oauth_apps a ON a.id = c.app_id
    WHERE c.user_id = NEW.user_id AND c.app_id <> NEW.app_id AND a.fetched_at IS NOT NULL) >= 20
BEGIN
  SELECT RAISE(ABORT, 'quota_exceeded');
END;

-- An assistant that no user allows any more is deleted.
CREATE TRIGGER oauth_consents_last_takes_its_assistant_along
AFTER DELETE ON oauth_consents
WHEN NOT EXISTS (SELECT 1 FROM oauth_consents WHERE app_id = OLD.app_id)
BEGIN
  DELETE FROM oauth_grants WHERE app_id = (SELECT id FROM oauth_apps WHERE id = OLD.app_id AND fetched_at IS NOT NULL);
  DELETE FROM oauth_apps WHERE id = OLD.app_id AND fetched_at IS NOT NULL;
END;
