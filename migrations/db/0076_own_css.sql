-- The style sheet of the owner. Its hash is part of its address.

ALTER TABLE site_identity ADD COLUMN css_hash text CHECK (length(css_hash) = 22);

-- Style sheets by their hash. Replaced ones stay for pages in caches.
CREATE TABLE site_styles (
  hash text PRIMARY KEY NOT NULL CHECK (length(hash) = 22),
  css text NOT NULL CHECK (length(css) BETWEEN 1 AND 65536),
  created_at text NOT NULL
);
