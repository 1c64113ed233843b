-- A new part, if it was published on the day before the change of the series. So a series of old posts does not fill the inboxes of its
-- followers. The trigger posts_are_news_of_series handles posts that become public later.
CREATE TRIGGER series_posts_are_news
AFTER INSERT ON series_posts
WHEN NEW.listed_at IS NOT NULL
BEGIN
  INSERT INTO series_news (post_id, series_id)
  SELECT p.id, s.id FROM posts p JOIN series s ON s.id = NEW.series_id
  WHERE p.id = NEW.post_id AND s.followers_count > 0
    AND p.published_at > strftime('%Y-%m-%dT%H:%M:%fZ', s.updated_at, '-1 day')
  ON CONFLICT DO NOTHING;
END;
