-- The theme of the site: the default theme of readers, fonts, corner radius, density, and a second
-- colour.

ALTER TABLE site_identity ADD COLUMN default_theme text DEFAULT 'system' NOT NULL
  CHECK (default_theme IN ('system', 'light', 'dark'));

ALTER TABLE site_identity ADD COLUMN font text DEFAULT 'sans' NOT NULL
  CHECK (font IN ('sans', 'serif', 'round'));

ALTER TABLE site_identity ADD COLUMN heading_font text DEFAULT 'sans' NOT NULL
  CHECK (heading_font IN ('sans', 'serif', 'round'));

ALTER TABLE site_identity ADD COLUMN radius text DEFAULT 'large' NOT NULL
  CHECK (radius IN ('none', 'small', 'large'));

ALTER TABLE site_identity ADD COLUMN density text DEFAULT 'calm' NOT NULL
  CHECK (density IN ('calm', 'compact'));

ALTER TABLE site_identity ADD COLUMN accent2 text
  CHECK (accent2 GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]');
