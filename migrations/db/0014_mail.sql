-- Mail that the site has to send. A row commits with the command that causes it, and is sent after that.
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  kind TEXT NOT NULL,
  -- A line break would begin a header of its own.
  address TEXT NOT NULL CHECK (address NOT GLOB '*[^!-~]*'),
  language TEXT NOT NULL CHECK (language IN ('zh-CN', 'en')),
  -- The address of the site, which every link in the letter begins with.
  site TEXT NOT NULL,
  subject TEXT NOT NULL CHECK (instr(subject, x'0a') = 0 AND instr(subject, x'0d') = 0),
  -- Null once it is sent, or once the token in it is dead.
  letter TEXT,
  token_hash TEXT,
  status TEXT NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'sent', 'kept', 'failed', 'dropped')),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at TEXT NOT NULL,
  -- Of the delivery that is sending it right now.
  claim TEXT,
  problem TEXT,
  created_at TEXT NOT NULL,
  settled_at TEXT,
  CHECK ((status = 'waiting') = (settled_at IS NULL)),
  CHECK (status <> 'waiting' OR letter IS NOT NULL)
);

CREATE INDEX outbox_due ON outbox (next_attempt_at, id) WHERE status = 'waiting';
CREATE INDEX outbox_of_user ON outbox (user_id, id);
CREATE INDEX outbox_settled ON outbox (settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX outbox_of_token ON outbox (token_hash) WHERE token_hash IS NOT NULL;

-- Since when mail to the address of a user does not arrive.
ALTER TABLE users ADD COLUMN email_unreachable_at TEXT;
