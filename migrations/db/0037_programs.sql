-- Whether the crawlers of AI companies may read the site: robots.txt names them.
ALTER TABLE site_identity ADD COLUMN ai_crawlers TEXT NOT NULL DEFAULT 'allow'
  CHECK (ai_crawlers IN ('allow', 'search_only', 'refuse'));

-- The address of the user in the fediverse, such as @ada@mastodon.example. Mastodon credits the author of a shared post by it.
ALTER TABLE users ADD COLUMN fediverse TEXT CHECK (fediverse GLOB '@?*@?*.?*' AND length(fediverse) <= 200);
