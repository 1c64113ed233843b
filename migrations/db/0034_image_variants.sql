-- Bytes of the variants of an image, which the bucket stores beside the file (src/features/core/images/variant-files.ts). Null: not made
-- yet. 0: there is none, and the file itself is served.
ALTER TABLE images ADD COLUMN small_bytes INTEGER CHECK (small_bytes >= 0);
ALTER TABLE images ADD COLUMN medium_bytes INTEGER CHECK (medium_bytes >= 0);

DROP TRIGGER images_stats_new;
DROP TRIGGER images_stats_gone;

CREATE TRIGGER images_stats_new
AFTER INSERT ON images
BEGIN
  INSERT INTO author_stats (user_id, images, image_bytes)
  VALUES (NEW.user_id, 1, NEW.bytes + COALESCE(NEW.small_bytes, 0) + COALESCE(NEW.medium_bytes, 0))
  ON CONFLICT (user_id) DO UPDATE SET images = images + 1, image_bytes = image_bytes + excluded.image_bytes;
END;

CREATE TRIGGER images_stats_variants
AFTER UPDATE OF small_bytes, medium_bytes ON images
BEGIN
  UPDATE author_stats
  SET image_bytes = image_bytes + COALESCE(NEW.small_bytes, 0) + COALESCE(NEW.medium_bytes, 0)
    - COALESCE(OLD.small_bytes, 0) - COALESCE(OLD.medium_bytes, 0)
  WHERE user_id = OLD.user_id;
END;

CREATE TRIGGER images_stats_gone
AFTER DELETE ON images
BEGIN
  UPDATE author_stats
  SET images = images - 1,
    image_bytes = image_bytes - OLD.bytes - COALESCE(OLD.small_bytes, 0) - COALESCE(OLD.medium_bytes, 0)
  WHERE user_id = OLD.user_id;
END;
