-- A wide logo in place of the square one and the name, and a logo for the dark theme.

ALTER TABLE site_identity ADD COLUMN logo_wide_key text;

ALTER TABLE site_identity ADD COLUMN logo_dark_key text;
