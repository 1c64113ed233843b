-- These columns come after the body. A NULL costs nothing to read, and most posts have NULL here. Lists may compare them with
-- NULL but must not read a value: it is stored after the pages of the body.

-- Names the post in the source of an import, such as ghost:5ddc9063. Erased with the post, so that the key is free again.
ALTER TABLE posts ADD COLUMN import_key TEXT CHECK (length(import_key) BETWEEN 1 AND 200);
-- Where the post was published first. Null for posts that were written for this site.
ALTER TABLE posts ADD COLUMN canonical_url TEXT CHECK (canonical_url GLOB 'https://?*' AND length(canonical_url) <= 500);

CREATE UNIQUE INDEX posts_import_keys ON posts (author_id, import_key) WHERE import_key IS NOT NULL;
