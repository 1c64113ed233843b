-- Everything that was reported about one thing until an admin decides: one decision for all of it.
CREATE TABLE report_cases (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('post', 'comment', 'user')),
  target_id INTEGER NOT NULL,
  -- Whose post or comment it is, or the person themselves.
  subject_id INTEGER NOT NULL REFERENCES users (uid),
  reports_count INTEGER NOT NULL DEFAULT 0 CHECK (reports_count >= 0),
  -- The turn of a case: the most reported first, of two the older one, in one direction of one index.
  turn INTEGER NOT NULL DEFAULT 0 CHECK (turn = -reports_count),
  opened_at TEXT NOT NULL,
  -- Null while the case is open.
  decision TEXT CHECK (decision IN ('kept', 'removed')),
  note TEXT,
  decided_by INTEGER REFERENCES users (uid),
  decided_at TEXT,
  CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by IS NULL))
);

CREATE UNIQUE INDEX report_cases_one_open ON report_cases (kind, target_id) WHERE decision IS NULL;
CREATE INDEX report_cases_open ON report_cases (turn, id) WHERE decision IS NULL;
CREATE INDEX report_cases_closed ON report_cases (decided_at, id) WHERE decision IS NOT NULL;

CREATE TABLE reports (
  id INTEGER PRIMARY KEY,
  case_id INTEGER NOT NULL REFERENCES report_cases (id),
  user_id INTEGER NOT NULL REFERENCES users (uid),
  reason TEXT NOT NULL CHECK (reason IN ('spam', 'abuse', 'illegal', 'other')),
  text TEXT NOT NULL DEFAULT '',
  -- The Shanghai day, for the limit of the day.
  day TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE UNIQUE INDEX reports_one_a_person ON reports (case_id, user_id);
CREATE INDEX reports_of_user ON reports (user_id, day, id);

-- How often the reports of a person were right.
CREATE TABLE reporters (
  user_id INTEGER PRIMARY KEY REFERENCES users (uid),
  upheld INTEGER NOT NULL DEFAULT 0 CHECK (upheld >= 0),
  turned_down INTEGER NOT NULL DEFAULT 0 CHECK (turned_down >= 0)
);

CREATE TRIGGER reports_not_on_own_things
BEFORE INSERT ON reports
WHEN NEW.user_id = (SELECT subject_id FROM report_cases WHERE id = NEW.case_id)
BEGIN
  SELECT RAISE(ABORT, 'own_post');
END;

CREATE TRIGGER reports_on_open_cases
BEFORE INSERT ON reports
WHEN (SELECT decision FROM report_cases WHERE id = NEW.case_id) IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'invalid_transition');
END;

-- Fewer for whoever is wrong again and again.
CREATE TRIGGER reports_so_many_a_day
BEFORE INSERT ON reports
WHEN (SELECT COUNT(*) FROM reports WHERE user_id = NEW.user_id AND day = NEW.day) >= iif(EXISTS (
  SELECT 1 FROM reporters WHERE user_id = NEW.user_id AND turned_down >= 5 AND turned_down > 4 * upheld), 2, 20)
BEGIN
  SELECT RAISE(ABORT, 'rate_limited');
END;

CREATE TRIGGER reports_count_new
AFTER INSERT ON reports
BEGIN
  UPDATE report_cases SET reports_count = reports_count + 1, turn = turn - 1 WHERE id = NEW.case_id;
END;

-- Of two admins who decide at once, one decides.
CREATE TRIGGER report_cases_are_decided_once
BEFORE UPDATE OF decision ON report_cases
WHEN OLD.decision IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'invalid_transition');
END;

CREATE TRIGGER report_cases_count_for_reporters
AFTER UPDATE OF decision ON report_cases
WHEN OLD.decision IS NULL AND NEW.decision IS NOT NULL
BEGIN
  INSERT INTO reporters (user_id, upheld, turned_down)
  SELECT user_id, NEW.decision = 'removed', NEW.decision = 'kept' FROM reports WHERE case_id = NEW.id
  ON CONFLICT (user_id) DO UPDATE SET upheld = upheld + excluded.upheld, turned_down = turned_down + excluded.turned_down;
END;

-- The code knows which totals there are, so that a new one needs no new table.
CREATE TABLE site_totals_kept AS SELECT * FROM site_totals;
DROP TABLE site_totals;

-- Totals of the site, kept with each event: nothing counts a growing table.
CREATE TABLE site_totals (
  name TEXT PRIMARY KEY CHECK (name GLOB '[a-z]*'),
  value INTEGER NOT NULL CHECK (value >= 0)
) WITHOUT ROWID;
INSERT INTO site_totals (name, value) SELECT name, value FROM site_totals_kept;
INSERT INTO site_totals (name, value) VALUES ('open_reports', 0);
DROP TABLE site_totals_kept;

CREATE TRIGGER report_cases_total_new
AFTER INSERT ON report_cases
WHEN NEW.decision IS NULL
BEGIN
  UPDATE site_totals SET value = value + 1 WHERE name = 'open_reports';
END;

CREATE TRIGGER report_cases_total_decided
AFTER UPDATE OF decision ON report_cases
WHEN OLD.decision IS NULL AND NEW.decision IS NOT NULL
BEGIN
  UPDATE site_totals SET value = value - 1 WHERE name = 'open_reports';
END;
