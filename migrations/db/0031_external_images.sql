-- Whether pages show images of other sites. A site that has users keeps showing them.
INSERT INTO site_settings (key, value) SELECT 'images.external', EXISTS (SELECT 1 FROM users);
