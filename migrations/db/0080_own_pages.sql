-- Pages that the owner adds, such as an imprint, beside the pages about, rules and privacy.

CREATE TABLE own_pages (
  -- The address is /p/<slug>.
  slug text PRIMARY KEY NOT NULL
    CHECK (length(slug) BETWEEN 1 AND 40 AND slug NOT GLOB '*[^a-z0-9-]*'),
  place text NOT NULL CHECK (place IN ('header', 'footer', 'none')),
  title_zh text CHECK (length(title_zh) BETWEEN 1 AND 60),
  title_en text CHECK (length(title_en) BETWEEN 1 AND 60),
  version integer DEFAULT 1 NOT NULL,
  created_at text NOT NULL,
  updated_at text NOT NULL,
  -- Sanitised HTML, like the body of a post. NULL if the page has no text in this language. The long
  -- columns are last, so that lists of pages do not read them.
  body_zh text CHECK (length(body_zh) BETWEEN 1 AND 200000),
  body_en text CHECK (length(body_en) BETWEEN 1 AND 200000),
  CHECK (title_zh IS NOT NULL OR title_en IS NOT NULL)
) WITHOUT ROWID;

-- The stored images in these pages. The clean-up keeps them.
CREATE TABLE own_page_images (
  image_key text NOT NULL,
  slug text NOT NULL,
  PRIMARY KEY(image_key, slug),
  FOREIGN KEY (slug) REFERENCES own_pages(slug)
) WITHOUT ROWID;

CREATE INDEX own_page_images_of_page ON own_page_images (slug);

-- The text of the home page, which is edited like a page, does not count.
CREATE TRIGGER own_pages_fifty_at_most
BEFORE INSERT ON own_pages
WHEN NEW.slug <> 'home' AND (SELECT COUNT(*) FROM own_pages WHERE slug <> 'home') >= 50
BEGIN
  SELECT RAISE(ABORT, 'validation_failed');
END;

-- An edit that is based on an older version is refused.
CREATE TRIGGER own_pages_version_conflict
BEFORE UPDATE ON own_pages
WHEN NEW.version <> OLD.version + 1
BEGIN
  SELECT RAISE(ABORT, 'version_conflict');
END;

CREATE TRIGGER own_pages_release_images
BEFORE DELETE ON own_pages
BEGIN
  DELETE FROM own_page_images WHERE slug = OLD.slug;
END;
