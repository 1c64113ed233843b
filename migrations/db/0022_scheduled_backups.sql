-- The switch of scheduled backups.
INSERT INTO site_settings (key, value) VALUES ('backups.enabled', 1);
