-- The session in which the code was issued. The login ends when the user ends this session. Null in rows of an older version.
ALTER TABLE oauth_grants ADD COLUMN sid TEXT;
-- The session that allowed the application, or allowed it more. Null in rows of an older version.
ALTER TABLE oauth_consents ADD COLUMN sid TEXT;
-- When the user last allowed the application more than before. Null if that never happened.
ALTER TABLE oauth_consents ADD COLUMN changed_at TEXT;
