-- What the owner writes about the site, in the same editor as posts: one text for each language.
CREATE TABLE site_pages (
  name TEXT NOT NULL CHECK (name IN ('about', 'rules', 'privacy')),
  language TEXT NOT NULL CHECK (language IN ('zh-CN', 'en')),
  -- Sanitised, like the body of a post. A page without words is not there.
  body TEXT NOT NULL CHECK (length(body) BETWEEN 1 AND 200000),
  version INTEGER NOT NULL DEFAULT 1,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (name, language)
) WITHOUT ROWID;

-- Nothing is overwritten by somebody who saw an older version.
CREATE TRIGGER site_pages_version_conflict
BEFORE UPDATE ON site_pages
WHEN NEW.version <> OLD.version + 1
BEGIN
  SELECT RAISE(ABORT, 'version_conflict');
END;
