-- The owner chooses the navigation, the text of the footer and the blocks of the home page. The JSON
-- has the form of src/features/core/identity/layout.ts. NULL means the default.

ALTER TABLE site_identity ADD COLUMN navigation text CHECK (navigation IS NULL OR json_valid(navigation));

ALTER TABLE site_identity ADD COLUMN footer_zh text CHECK (length(footer_zh) BETWEEN 1 AND 500);

ALTER TABLE site_identity ADD COLUMN footer_en text CHECK (length(footer_en) BETWEEN 1 AND 500);

ALTER TABLE site_identity ADD COLUMN home text CHECK (home IS NULL OR json_valid(home));
