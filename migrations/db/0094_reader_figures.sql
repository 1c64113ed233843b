-- Figures of the site for its owner and of a post for its author. No row identifies a reader: an object collects the readers of a
-- day as salted hashes, which it deletes after the day, and writes only sums (src/features/community/views).

-- Visits and their referring hosts per day, and letters by the day on which they were complete. `hosts` has the hosts with the most
-- visits, and the sum of the others as "other".
CREATE TABLE site_readers (
  day TEXT PRIMARY KEY NOT NULL,
  visits INTEGER NOT NULL DEFAULT 0 CHECK (visits >= 0),
  hosts TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(hosts)),
  letters INTEGER NOT NULL DEFAULT 0 CHECK (letters >= 0)
);

-- How far the readers of a post read. Each view is in one of the tenths of the text: the furthest one that the reader has seen.
-- Views and readers who reached the end are in post_days.
CREATE TABLE post_readers (
  post_id INTEGER NOT NULL REFERENCES posts (id),
  day TEXT NOT NULL,
  tenth_0 INTEGER NOT NULL DEFAULT 0 CHECK (tenth_0 >= 0),
  tenth_1 INTEGER NOT NULL DEFAULT 0 CHECK (tenth_1 >= 0),
  tenth_2 INTEGER NOT NULL DEFAULT 0 CHECK (tenth_2 >= 0),
  tenth_3 INTEGER NOT NULL DEFAULT 0 CHECK (tenth_3 >= 0),
  tenth_4 INTEGER NOT NULL DEFAULT 0 CHECK (tenth_4 >= 0),
  tenth_5 INTEGER NOT NULL DEFAULT 0 CHECK (tenth_5 >= 0),
  tenth_6 INTEGER NOT NULL DEFAULT 0 CHECK (tenth_6 >= 0),
  tenth_7 INTEGER NOT NULL DEFAULT 0 CHECK (tenth_7 >= 0),
  tenth_8 INTEGER NOT NULL DEFAULT 0 CHECK (tenth_8 >= 0),
  tenth_9 INTEGER NOT NULL DEFAULT 0 CHECK (tenth_9 >= 0),
  -- Readers who followed the author, or asked for the author's letters, on the page of the post.
  followers INTEGER NOT NULL DEFAULT 0 CHECK (followers >= 0),
  subscribers INTEGER NOT NULL DEFAULT 0 CHECK (subscribers >= 0),
  hosts TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(hosts)),
  PRIMARY KEY (post_id, day)
) WITHOUT ROWID;

-- The most read posts of a day, for the figures of the site.
CREATE INDEX post_days_read ON post_days (day, views) WHERE views > 0;

CREATE TRIGGER letters_count_for_the_site
AFTER UPDATE OF state ON letters
WHEN NEW.state = 'sent' AND OLD.state <> 'sent' AND NEW.sent > 0
BEGIN
  INSERT INTO site_readers (day, letters) VALUES (date(NEW.ended_at, '+8 hours'), NEW.sent)
  ON CONFLICT (day) DO UPDATE SET letters = letters + excluded.letters;
END;
