-- 1 if the current version of the post shows the image, 0 if only a revision does. Only shown images of public posts are public.
ALTER TABLE post_images ADD COLUMN shown INTEGER NOT NULL DEFAULT 1 CHECK (shown IN (0, 1));

UPDATE post_images SET shown = 0
WHERE NOT EXISTS (
  SELECT 1 FROM posts p
  WHERE p.id = post_images.post_id
    AND (p.cover_url = '/images/' || post_images.image_key OR instr(p.body, '/images/' || post_images.image_key) > 0));
