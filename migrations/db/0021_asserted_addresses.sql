-- 1: a provider has asserted the address (email_verified_at), but nobody has opened a link mailed to it. The person of the mailbox
-- may be another one than the person of the provider.
ALTER TABLE users ADD COLUMN email_asserted INTEGER NOT NULL DEFAULT 0 CHECK (email_asserted IN (0, 1));

-- The accounts that were created by a provider with a verified address.
UPDATE users SET email_asserted = 1
WHERE email_verified_at = created_at AND password_hash IS NULL
  AND EXISTS (SELECT 1 FROM user_identities i WHERE i.user_id = users.uid AND i.created_at = users.created_at);

DROP TRIGGER users_first_proof_ends_factors;
DROP TRIGGER users_first_proof_ends_identities;
DROP TRIGGER users_first_proof_ends_consents;

-- Before the first proof of the address by a link, the account may be prepared by someone who does not own the address. A person
-- who signed up with a provider keeps the session that opens the link, and can connect the provider again.
CREATE TRIGGER users_first_proof_ends_factors
AFTER UPDATE OF email_verified_at, email_asserted ON users
WHEN NEW.email_verified_at IS NOT NULL AND (
  OLD.email_verified_at IS NULL OR (OLD.email_asserted > NEW.email_asserted AND NEW.email = OLD.email))
BEGIN
  DELETE FROM passkeys WHERE user_id = NEW.uid;
  DELETE FROM user_totp WHERE user_id = NEW.uid;
  DELETE FROM access_tokens WHERE user_id = NEW.uid;
  DELETE FROM login_challenges WHERE user_id = NEW.uid;
  DELETE FROM user_identities WHERE user_id = NEW.uid;
  DELETE FROM oauth_consents WHERE user_id = NEW.uid;
END;
