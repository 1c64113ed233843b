-- Who asked for a new password, until the link is mailed. That happens behind the answer, which so takes the same time and work
-- whether or not there is such an account.
CREATE TABLE reset_requests (
  id INTEGER PRIMARY KEY,
  email TEXT NOT NULL,
  site TEXT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('zh-CN', 'en')),
  created_at TEXT NOT NULL
);

DELETE FROM site_state WHERE key = 'reset-asked';
