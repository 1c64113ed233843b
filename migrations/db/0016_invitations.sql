-- Codes that the owner created at once, for example for an event.
CREATE TABLE invitation_batches (
  id INTEGER PRIMARY KEY,
  creator_id INTEGER NOT NULL REFERENCES users (uid),
  note TEXT NOT NULL,
  codes INTEGER NOT NULL,
  uses INTEGER NOT NULL,
  used INTEGER NOT NULL DEFAULT 0 CHECK (used BETWEEN 0 AND codes * uses),
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  revoked_at TEXT
);

-- The code is stored in plain text, because its creator can show the link again. It opens no account; it only permits to create one.
CREATE TABLE invitations (
  id INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  creator_id INTEGER NOT NULL REFERENCES users (uid),
  batch_id INTEGER REFERENCES invitation_batches (id),
  uses INTEGER NOT NULL CHECK (uses > 0),
  used INTEGER NOT NULL DEFAULT 0 CHECK (used BETWEEN 0 AND uses),
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  revoked_at TEXT
);

CREATE INDEX invitations_of_creator ON invitations (creator_id, id) WHERE batch_id IS NULL;
CREATE INDEX invitations_of_batch ON invitations (batch_id, id) WHERE batch_id IS NOT NULL;
CREATE INDEX invitations_open ON invitations (creator_id, expires_at)
WHERE batch_id IS NULL AND revoked_at IS NULL AND used < uses;
CREATE INDEX invitations_unused ON invitations (expires_at) WHERE used = 0 AND batch_id IS NULL;

CREATE TRIGGER invitations_five_open_at_most
BEFORE INSERT ON invitations
WHEN NEW.batch_id IS NULL AND (
  SELECT COUNT(*) FROM invitations
  WHERE creator_id = NEW.creator_id AND expires_at > NEW.created_at AND batch_id IS NULL AND revoked_at IS NULL
    AND used < uses) >= 5
BEGIN
  SELECT RAISE(ABORT, 'rate_limited');
END;

-- One row for each account that was created with an invitation.
CREATE TABLE invitation_uses (
  user_id INTEGER PRIMARY KEY REFERENCES users (uid),
  invitation_id INTEGER NOT NULL REFERENCES invitations (id),
  -- Copy of the creator of the invitation.
  inviter_id INTEGER NOT NULL REFERENCES users (uid),
  created_at TEXT NOT NULL
);

CREATE INDEX invitation_uses_of_invitation ON invitation_uses (invitation_id, user_id);
CREATE INDEX invitation_uses_of_inviter ON invitation_uses (inviter_id, user_id);

-- The invitations of a banned or erased creator do not work.
CREATE TRIGGER invitation_uses_need_an_open_invitation
BEFORE INSERT ON invitation_uses
WHEN NOT EXISTS (
  SELECT 1 FROM invitations i JOIN users u ON u.uid = i.creator_id
  WHERE i.id = NEW.invitation_id AND i.used < i.uses AND i.expires_at > NEW.created_at AND i.revoked_at IS NULL
    AND u.status = 'active')
BEGIN
  SELECT RAISE(ABORT, 'invitation_required');
END;

CREATE TRIGGER invitation_uses_are_counted
AFTER INSERT ON invitation_uses
BEGIN
  UPDATE invitations SET used = used + 1 WHERE id = NEW.invitation_id;
  UPDATE invitation_batches SET used = used + 1
  WHERE id = (SELECT batch_id FROM invitations WHERE id = NEW.invitation_id);
END;

CREATE TRIGGER invitation_uses_are_never_deleted
BEFORE DELETE ON invitation_uses
BEGIN
  SELECT RAISE(ABORT, 'uses of invitations are never deleted');
END;

-- A solved proof of work counts once. The rows are kept until the challenge expires.
CREATE TABLE spent_proofs (
  challenge TEXT PRIMARY KEY,
  expires_at TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX spent_proofs_expiry ON spent_proofs (expires_at);
