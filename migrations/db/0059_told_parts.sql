-- 1 when all followers have their notice. The row stays for some days, so that a part that leaves its series and returns is not told
-- again.
ALTER TABLE series_news ADD COLUMN told INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1));

CREATE INDEX series_news_waiting ON series_news (post_id) WHERE told = 0;

-- A new part, if it was published on the day before the change of the series. So a series of old posts does not fill the inboxes of its
-- followers. A part that moves to another series is new there. The trigger posts_are_news_of_series handles posts that become public
-- later.
DROP TRIGGER series_posts_are_news;

CREATE TRIGGER series_posts_are_news
AFTER INSERT ON series_posts
WHEN NEW.listed_at IS NOT NULL
BEGIN
  INSERT INTO series_news (post_id, series_id)
  SELECT p.id, s.id FROM posts p JOIN series s ON s.id = NEW.series_id
  WHERE p.id = NEW.post_id AND s.followers_count > 0
    AND p.published_at > strftime('%Y-%m-%dT%H:%M:%fZ', s.updated_at, '-1 day')
  ON CONFLICT (post_id) DO UPDATE SET series_id = excluded.series_id, told_up_to = 0, told = 0
  WHERE series_id <> excluded.series_id;
END;
