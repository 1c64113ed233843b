-- outbox --------------------------------------------------------------------------------------------------------------

-- Makes the outbox of mail the outbox of everything that leaves the site. The table has no children and no triggers. The whole file is
-- one transaction. A Worker of the version before reads and writes only rows with the status 'waiting', which are mail.
DROP TRIGGER user_tokens_take_their_letter_along;

ALTER TABLE outbox RENAME TO outbox_before;

-- Everything that leaves the site. A row is committed together with its cause and sent afterwards (src/features/core/outbox).
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY,
  channel TEXT NOT NULL DEFAULT 'mail' CHECK (channel IN ('mail', 'webhook', 'letter', 'push')),
  -- The user who gets it, if there is one.
  user_id INTEGER REFERENCES users (uid),
  kind TEXT NOT NULL,
  -- No line breaks here or in the subject: they would allow header injection.
  address TEXT CHECK (address NOT GLOB '*[^!-~]*'),
  language TEXT CHECK (language IN ('zh-CN', 'en')),
  -- Origin of the links.
  site TEXT,
  subject TEXT CHECK (instr(subject, x'0a') = 0 AND instr(subject, x'0d') = 0),
  -- The content of a mail. Null once the mail is sent or its token is dead.
  letter TEXT,
  -- What the sender of another channel needs.
  payload TEXT CHECK (payload IS NULL OR json_valid(payload)),
  token_hash TEXT,
  -- The host that receives it. Of the rows of one channel with the same target, one is sent at a time. Null for mail.
  target TEXT,
  -- The row of the channel that this belongs to: a webhook, a letter, a device.
  ref INTEGER,
  -- Mail waits as 'waiting', everything else as 'queued': versions before 1.2 send everything that is 'waiting' as mail.
  status TEXT NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'queued', 'sent', 'kept', 'failed', 'dropped')),
  attempts INTEGER NOT NULL DEFAULT 0,
  -- While a row is claimed: the end of the claim.
  next_attempt_at TEXT NOT NULL,
  -- The run that is sending this row now.
  claim TEXT,
  problem TEXT,
  -- The last response of the receiver and how long it took.
  response_status INTEGER,
  duration_ms INTEGER,
  created_at TEXT NOT NULL,
  settled_at TEXT,
  -- Id that the mail service assigned. Bounces are reported by this id.
  message_id TEXT,
  -- At most one mail a day to an address has one of these keys, which are separated by spaces. Null for most mails.
  once_keys TEXT,
  CHECK ((status IN ('waiting', 'queued')) = (settled_at IS NULL)),
  CHECK (status <> 'waiting' OR letter IS NOT NULL),
  CHECK (iif(channel = 'mail', status <> 'queued' AND target IS NULL AND user_id IS NOT NULL AND address IS NOT NULL
    AND language IS NOT NULL AND site IS NOT NULL AND subject IS NOT NULL, status <> 'waiting' AND target IS NOT NULL))
);

INSERT INTO outbox (id, user_id, kind, address, language, site, subject, letter, token_hash, status, attempts, next_attempt_at, claim,
  problem, created_at, settled_at, message_id, once_keys)
SELECT id, user_id, kind, address, language, site, subject, letter, token_hash, status, attempts, next_attempt_at, claim, problem,
  created_at, settled_at, message_id, once_keys
FROM outbox_before;

DROP TABLE outbox_before;

CREATE INDEX outbox_due ON outbox (next_attempt_at, id) WHERE status = 'waiting';
CREATE INDEX outbox_queued ON outbox (channel, target, next_attempt_at, id) WHERE status = 'queued';
CREATE INDEX outbox_of_user ON outbox (user_id, id) WHERE user_id IS NOT NULL;
CREATE INDEX outbox_of_ref ON outbox (channel, ref, id) WHERE ref IS NOT NULL;
CREATE INDEX outbox_settled ON outbox (settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX outbox_of_token ON outbox (token_hash) WHERE token_hash IS NOT NULL;
CREATE UNIQUE INDEX outbox_of_message ON outbox (message_id) WHERE message_id IS NOT NULL;
-- Counts the mails of the last day to an address.
CREATE INDEX outbox_to_address ON outbox (address, created_at, kind) WHERE address IS NOT NULL;

-- user_tokens ---------------------------------------------------------------------------------------------------------

-- A mail with a dead link is not sent, and its text is erased.
CREATE TRIGGER user_tokens_take_their_letter_along
AFTER DELETE ON user_tokens
BEGIN
  UPDATE outbox SET status = 'dropped', letter = NULL, settled_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE token_hash = OLD.token_hash AND status = 'waiting';
  UPDATE outbox SET letter = NULL WHERE token_hash = OLD.token_hash AND letter IS NOT NULL;
END;
