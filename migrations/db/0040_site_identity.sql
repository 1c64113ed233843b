-- What the owner makes the site their own with. One row; what is NULL is as the product comes.
CREATE TABLE site_identity (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  name TEXT CHECK (length(name) BETWEEN 1 AND 40),
  tagline_zh TEXT CHECK (length(tagline_zh) BETWEEN 1 AND 80),
  tagline_en TEXT CHECK (length(tagline_en) BETWEEN 1 AND 80),
  accent TEXT CHECK (accent GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  -- The same picture twice: small for pages, large for whatever shows it large.
  logo_key TEXT,
  logo_large_key TEXT,
  CHECK ((logo_key IS NULL) = (logo_large_key IS NULL))
);

INSERT INTO site_identity (id) VALUES (1);

CREATE TRIGGER site_identity_stays
BEFORE DELETE ON site_identity
BEGIN
  SELECT RAISE(ABORT, 'invalid_transition');
END;

-- In the footer of every page, in the order they were added.
CREATE TABLE footer_links (
  id INTEGER PRIMARY KEY,
  label TEXT NOT NULL CHECK (length(label) BETWEEN 1 AND 30),
  -- The web, a mailbox or a path of this site: nothing that runs.
  url TEXT NOT NULL CHECK (length(url) <= 500 AND (
    url GLOB 'https://?*' OR url GLOB 'http://?*' OR url GLOB 'mailto:?*'
    OR url = '/' OR url GLOB '/[^/\]*'))
);

CREATE TRIGGER footer_links_six_at_most
BEFORE INSERT ON footer_links
WHEN (SELECT COUNT(*) FROM footer_links) >= 6
BEGIN
  SELECT RAISE(ABORT, 'validation_failed');
END;
