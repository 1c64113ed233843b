-- A link that a deployment prints makes the first owner. Only the hash of its token is kept.
CREATE TABLE owner_claims (
  token_hash TEXT PRIMARY KEY,
  expires_at TEXT NOT NULL
) WITHOUT ROWID;

-- Where there is an owner, owners make owners.
CREATE TRIGGER owner_claims_only_without_owner
BEFORE INSERT ON owner_claims
WHEN EXISTS (SELECT 1 FROM users WHERE role = 'owner')
BEGIN
  SELECT RAISE(ABORT, 'invalid_transition');
END;
