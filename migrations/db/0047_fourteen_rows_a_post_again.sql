-- A new post was in six indexes of public posts, two of them for its language; now it is in four. The language stands in front of the
-- order, and the list of all posts merges the three ranges (src/features/posts/list.ts), as that of a tag does.
DROP INDEX posts_zh_new;
DROP INDEX posts_zh_hot;
DROP INDEX posts_en_new;
DROP INDEX posts_en_hot;
DROP INDEX posts_new;
DROP INDEX posts_hot;
CREATE INDEX posts_new ON posts (language, published_at, id) WHERE status = 'approved' AND deleted_at IS NULL;
CREATE INDEX posts_hot ON posts (language, hot, id) WHERE status = 'approved' AND deleted_at IS NULL;
