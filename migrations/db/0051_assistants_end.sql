-- A client with a Client ID Metadata Document is an assistant. Its logins, which the version before issued, gave the e-mail
-- address to sites that the owner had not registered.
DELETE FROM oauth_grants
WHERE resource IS NULL AND app_id IN (SELECT id FROM oauth_apps WHERE fetched_at IS NOT NULL);
DELETE FROM oauth_consents
WHERE instr(scopes, 'posts:') = 0 AND app_id IN (SELECT id FROM oauth_apps WHERE fetched_at IS NOT NULL);

-- Tokens that the owner has ended do not work again when assistants are switched on again.
CREATE TRIGGER site_settings_end_assistants
AFTER UPDATE OF value ON site_settings
WHEN NEW.key = 'assistants.enabled' AND NEW.value = 0
BEGIN
  DELETE FROM oauth_grants
  WHERE resource IS NOT NULL OR app_id IN (SELECT id FROM oauth_apps WHERE fetched_at IS NOT NULL);
END;
