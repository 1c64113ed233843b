-- Letters: posts by e-mail for people without an account (issue 54).

-- letter_subscribers --------------------------------------------------------------------------------------------------

-- An address that gets letters. A copy of the database alone contains no address.
CREATE TABLE letter_subscribers (
  -- Never reused: links in old letters contain it.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- HMAC with a key derived from the site secret.
  email_hash TEXT NOT NULL UNIQUE,
  -- AES-GCM with a key derived from the site secret. Null once the address gets no more letters.
  email TEXT,
  key_id TEXT NOT NULL,
  -- The member who subscribed this address, which was then the proven address of the account.
  user_id INTEGER REFERENCES users (uid),
  language TEXT NOT NULL CHECK (language IN ('zh-CN', 'en')),
  time_zone TEXT NOT NULL,
  -- Origin of the links.
  site TEXT NOT NULL,
  -- Letters in a row that the mail server of the address has refused for good.
  bounces INTEGER NOT NULL DEFAULT 0 CHECK (bounces >= 0),
  -- Why the address gets no more letters, not even a mail that asks for confirmation.
  ended TEXT CHECK (ended IN ('bounced', 'complained')),
  created_at TEXT NOT NULL,
  CHECK ((ended IS NULL) = (email IS NOT NULL))
);

CREATE INDEX letter_subscribers_of_user ON letter_subscribers (user_id) WHERE user_id IS NOT NULL;

-- letter_subscriptions ------------------------------------------------------------------------------------------------

CREATE TABLE letter_subscriptions (
  subscriber_id INTEGER NOT NULL REFERENCES letter_subscribers (id),
  kind TEXT NOT NULL CHECK (kind IN ('site', 'author', 'tag', 'series')),
  -- The uid of the author, the key of the tag, the id of the series; empty for the site.
  ref TEXT NOT NULL,
  cadence TEXT NOT NULL CHECK (cadence IN ('each', 'daily', 'weekly')),
  -- The next digest, at digest_at, contains posts from digest_from on.
  digest_from TEXT,
  digest_at TEXT,
  created_at TEXT NOT NULL,
  PRIMARY KEY (subscriber_id, kind, ref),
  CHECK ((kind = 'site') = (ref = '')),
  CHECK ((cadence = 'each') = (digest_at IS NULL) AND (digest_at IS NULL) = (digest_from IS NULL))
) WITHOUT ROWID;

CREATE INDEX letter_subscriptions_of_topic ON letter_subscriptions (kind, ref, cadence, subscriber_id);
CREATE INDEX letter_subscriptions_due ON letter_subscriptions (digest_at, subscriber_id) WHERE digest_at IS NOT NULL;

-- letter_topics -------------------------------------------------------------------------------------------------------

-- The number of subscribers of each topic. Triggers keep it.
CREATE TABLE letter_topics (
  kind TEXT NOT NULL,
  ref TEXT NOT NULL,
  subscribers INTEGER NOT NULL DEFAULT 0 CHECK (subscribers >= 0),
  PRIMARY KEY (kind, ref)
) WITHOUT ROWID;

-- The number is SUBSCRIPTIONS_MAX (src/features/publishing/letters/address.ts).
CREATE TRIGGER letter_subscriptions_are_limited
BEFORE INSERT ON letter_subscriptions
WHEN (SELECT COUNT(*) FROM letter_subscriptions WHERE subscriber_id = NEW.subscriber_id) >= 200
  AND NOT EXISTS (SELECT 1 FROM letter_subscriptions
    WHERE subscriber_id = NEW.subscriber_id AND kind = NEW.kind AND ref = NEW.ref)
BEGIN
  SELECT RAISE(ABORT, 'quota_exceeded');
END;

CREATE TRIGGER letter_subscriptions_count
AFTER INSERT ON letter_subscriptions
BEGIN
  INSERT INTO letter_topics (kind, ref, subscribers) VALUES (NEW.kind, NEW.ref, 1)
  ON CONFLICT (kind, ref) DO UPDATE SET subscribers = subscribers + 1;
END;

-- A subscriber without a subscription is forgotten, unless the address must get no more letters.
CREATE TRIGGER letter_subscriptions_count_gone
AFTER DELETE ON letter_subscriptions
BEGIN
  UPDATE letter_topics SET subscribers = subscribers - 1 WHERE kind = OLD.kind AND ref = OLD.ref;
  DELETE FROM letter_subscribers
  WHERE id = OLD.subscriber_id AND ended IS NULL
    AND NOT EXISTS (SELECT 1 FROM letter_subscriptions WHERE subscriber_id = OLD.subscriber_id);
END;

CREATE TRIGGER letter_subscribers_take_subscriptions_along
BEFORE DELETE ON letter_subscribers
BEGIN
  DELETE FROM letter_subscriptions WHERE subscriber_id = OLD.id;
END;

CREATE TRIGGER letter_subscribers_end
AFTER UPDATE OF ended ON letter_subscribers
WHEN NEW.ended IS NOT NULL
BEGIN
  DELETE FROM letter_subscriptions WHERE subscriber_id = NEW.id;
END;

-- letter_requests -----------------------------------------------------------------------------------------------------

-- Subscriptions that wait for the mailed confirmation. Deleted after 48 hours, also when confirmed: until then they count for the
-- limit of an address.
CREATE TABLE letter_requests (
  -- Never reused: the mailed link contains it.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email_hash TEXT NOT NULL,
  email TEXT NOT NULL,
  key_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('site', 'author', 'tag', 'series')),
  ref TEXT NOT NULL,
  cadence TEXT NOT NULL CHECK (cadence IN ('each', 'daily', 'weekly')),
  language TEXT NOT NULL CHECK (language IN ('zh-CN', 'en')),
  time_zone TEXT NOT NULL,
  site TEXT NOT NULL,
  created_at TEXT NOT NULL,
  confirmed_at TEXT
);

CREATE INDEX letter_requests_of_address ON letter_requests (email_hash, created_at);
CREATE INDEX letter_requests_old ON letter_requests (created_at);

-- letter_imports ------------------------------------------------------------------------------------------------------

-- A list of addresses that the owner imports. The cron adds a part in each run and deletes the row at the end.
CREATE TABLE letter_imports (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  ref TEXT NOT NULL,
  -- The addresses, one per line, encrypted.
  addresses TEXT NOT NULL,
  key_id TEXT NOT NULL,
  -- Lines that are done.
  done INTEGER NOT NULL DEFAULT 0,
  -- 1 if the owner confirmed that these people agreed. Otherwise each address gets a mail that asks for confirmation.
  confirmed INTEGER NOT NULL CHECK (confirmed IN (0, 1)),
  language TEXT NOT NULL CHECK (language IN ('zh-CN', 'en')),
  site TEXT NOT NULL,
  created_at TEXT NOT NULL
);

-- letter_authors ------------------------------------------------------------------------------------------------------

-- Authors who changed the defaults, or whose letters an owner switched off.
CREATE TABLE letter_authors (
  user_id INTEGER PRIMARY KEY REFERENCES users (uid),
  content TEXT NOT NULL DEFAULT 'summary' CHECK (content IN ('off', 'summary', 'whole')),
  blocked_at TEXT
);

-- letters -------------------------------------------------------------------------------------------------------------

-- The posts of an author in one letter: at most one letter a day per author.
CREATE TABLE letters (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  author_id INTEGER NOT NULL REFERENCES users (uid),
  due_at TEXT NOT NULL,
  -- The title of the first post when the letter started; null before.
  subject TEXT CHECK (instr(subject, x'0a') = 0 AND instr(subject, x'0d') = 0),
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'sent', 'dropped')),
  -- Subscribers up to this id have it. A run that was killed or paused continues behind it.
  cursor INTEGER NOT NULL DEFAULT 0,
  sent INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  bounced INTEGER NOT NULL DEFAULT 0,
  complained INTEGER NOT NULL DEFAULT 0,
  -- Why it waits: the answer of the mail service.
  problem TEXT,
  created_at TEXT NOT NULL,
  started_at TEXT,
  ended_at TEXT
);

CREATE INDEX letters_of_author ON letters (author_id, id);
CREATE INDEX letters_due ON letters (due_at, id) WHERE state = 'waiting';
-- An author has one letter that waits.
CREATE UNIQUE INDEX letters_waiting ON letters (author_id) WHERE state = 'waiting';

CREATE TABLE letter_posts (
  -- A post is in one letter.
  post_id INTEGER PRIMARY KEY REFERENCES posts (id),
  letter_id INTEGER NOT NULL REFERENCES letters (id)
);

CREATE INDEX letter_posts_of_letter ON letter_posts (letter_id, post_id);

-- letter_sends --------------------------------------------------------------------------------------------------------

-- Who has a letter: a second row for the same subscriber is refused. Without a reference to the subscriber, who may be gone.
CREATE TABLE letter_sends (
  letter_id INTEGER NOT NULL REFERENCES letters (id),
  subscriber_id INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('sent', 'deferred', 'failed', 'bounced', 'complained')),
  -- Id that the mail service assigned. Bounces and complaints are reported by this id.
  message_id TEXT,
  PRIMARY KEY (letter_id, subscriber_id)
) WITHOUT ROWID;

CREATE INDEX letter_sends_of_message ON letter_sends (message_id) WHERE message_id IS NOT NULL;
