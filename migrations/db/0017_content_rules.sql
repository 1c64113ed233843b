-- Hosts that public posts and comments must not link to. Subdomains are included.
CREATE TABLE blocked_hosts (
  host TEXT PRIMARY KEY
) WITHOUT ROWID;

-- Never has a row: an insert with a JSON array of hosts aborts its batch if one of them is blocked.
CREATE TABLE linked_hosts (
  hosts TEXT PRIMARY KEY
) WITHOUT ROWID;

CREATE TRIGGER linked_hosts_not_blocked
BEFORE INSERT ON linked_hosts
BEGIN
  SELECT RAISE(ABORT, 'validation_failed') WHERE EXISTS (
    SELECT 1 FROM json_each(NEW.hosts) linked CROSS JOIN blocked_hosts b ON b.host = linked.value);
  SELECT RAISE(IGNORE);
END;

-- One row: a JSON array. All words are always read together.
CREATE TABLE blocked_words (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  words TEXT NOT NULL CHECK (json_valid(words))
);

INSERT INTO blocked_words (id, words) VALUES (1, '[]');

-- The word of the list that opened the case, or was found in a comment that users had reported. Null if there is none.
ALTER TABLE report_cases ADD COLUMN word TEXT;

CREATE INDEX report_cases_by_word ON report_cases (kind, target_id) WHERE word IS NOT NULL;
