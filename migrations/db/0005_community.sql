-- Comments, reactions, follows, favourites, energize, and the figures that authors look at.

-- What an author's posts amount to. A post that was deleted counts no more.
CREATE TABLE author_stats (
  user_id INTEGER PRIMARY KEY REFERENCES users (uid),
  draft INTEGER NOT NULL DEFAULT 0 CHECK (draft >= 0),
  pending INTEGER NOT NULL DEFAULT 0 CHECK (pending >= 0),
  approved INTEGER NOT NULL DEFAULT 0 CHECK (approved >= 0),
  rejected INTEGER NOT NULL DEFAULT 0 CHECK (rejected >= 0),
  locked INTEGER NOT NULL DEFAULT 0 CHECK (locked >= 0),
  likes INTEGER NOT NULL DEFAULT 0 CHECK (likes >= 0),
  comments INTEGER NOT NULL DEFAULT 0 CHECK (comments >= 0),
  favorites INTEGER NOT NULL DEFAULT 0 CHECK (favorites >= 0),
  energy INTEGER NOT NULL DEFAULT 0 CHECK (energy >= 0)
);

INSERT INTO author_stats (user_id, draft, pending, approved, rejected, locked, likes, comments, favorites, energy)
SELECT author_id, SUM(status = 'draft'), SUM(status = 'pending'), SUM(status = 'approved'), SUM(status = 'rejected'),
  SUM(status = 'locked'), SUM(likes_count), SUM(comments_count), SUM(favorites_count), SUM(energy)
FROM posts WHERE deleted_at IS NULL GROUP BY author_id;

CREATE TRIGGER posts_stats_new
AFTER INSERT ON posts
BEGIN
  INSERT INTO author_stats (user_id) VALUES (NEW.author_id) ON CONFLICT DO NOTHING;
  UPDATE author_stats
  SET draft = draft + (NEW.status = 'draft'), pending = pending + (NEW.status = 'pending'),
    approved = approved + (NEW.status = 'approved'), rejected = rejected + (NEW.status = 'rejected'),
    locked = locked + (NEW.status = 'locked')
  WHERE user_id = NEW.author_id;
END;

CREATE TRIGGER posts_stats_status
AFTER UPDATE OF status ON posts
WHEN NEW.status <> OLD.status AND NEW.deleted_at IS NULL
BEGIN
  UPDATE author_stats
  SET draft = draft + (NEW.status = 'draft') - (OLD.status = 'draft'),
    pending = pending + (NEW.status = 'pending') - (OLD.status = 'pending'),
    approved = approved + (NEW.status = 'approved') - (OLD.status = 'approved'),
    rejected = rejected + (NEW.status = 'rejected') - (OLD.status = 'rejected'),
    locked = locked + (NEW.status = 'locked') - (OLD.status = 'locked')
  WHERE user_id = NEW.author_id;
END;

CREATE TRIGGER posts_stats_counters
AFTER UPDATE OF likes_count, comments_count, favorites_count, energy ON posts
WHEN NEW.deleted_at IS NULL AND OLD.deleted_at IS NULL
BEGIN
  UPDATE author_stats
  SET likes = likes + NEW.likes_count - OLD.likes_count, comments = comments + NEW.comments_count - OLD.comments_count,
    favorites = favorites + NEW.favorites_count - OLD.favorites_count, energy = energy + NEW.energy - OLD.energy
  WHERE user_id = NEW.author_id;
END;

CREATE TRIGGER posts_stats_gone
AFTER UPDATE OF deleted_at ON posts
WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL
BEGIN
  UPDATE author_stats
  SET draft = draft - (OLD.status = 'draft'), pending = pending - (OLD.status = 'pending'),
    approved = approved - (OLD.status = 'approved'), rejected = rejected - (OLD.status = 'rejected'),
    locked = locked - (OLD.status = 'locked'), likes = likes - OLD.likes_count,
    comments = comments - OLD.comments_count, favorites = favorites - OLD.favorites_count, energy = energy - OLD.energy
  WHERE user_id = NEW.author_id;
END;

-- What a post got on one Shanghai day. What was taken back leaves the day it came on.
CREATE TABLE post_daily (
  author_id INTEGER NOT NULL REFERENCES users (uid),
  day TEXT NOT NULL,
  post_id INTEGER NOT NULL REFERENCES posts (id),
  energy INTEGER NOT NULL DEFAULT 0 CHECK (energy >= 0),
  comments INTEGER NOT NULL DEFAULT 0 CHECK (comments >= 0),
  likes INTEGER NOT NULL DEFAULT 0 CHECK (likes >= 0),
  favorites INTEGER NOT NULL DEFAULT 0 CHECK (favorites >= 0),
  PRIMARY KEY (author_id, day, post_id)
) WITHOUT ROWID;

-- By what a day was worth, weighed like the hot rank.
CREATE INDEX post_daily_top ON post_daily (author_id, day, 2 * likes + 3 * comments + 4 * favorites + 2 * energy);
CREATE INDEX post_daily_of_post ON post_daily (post_id);

-- What all posts of an author got on that day: the sum, so that a chart reads one row a day.
CREATE TABLE author_daily (
  author_id INTEGER NOT NULL REFERENCES users (uid),
  day TEXT NOT NULL,
  energy INTEGER NOT NULL DEFAULT 0 CHECK (energy >= 0),
  comments INTEGER NOT NULL DEFAULT 0 CHECK (comments >= 0),
  likes INTEGER NOT NULL DEFAULT 0 CHECK (likes >= 0),
  favorites INTEGER NOT NULL DEFAULT 0 CHECK (favorites >= 0),
  PRIMARY KEY (author_id, day)
) WITHOUT ROWID;

CREATE TRIGGER post_daily_sum_new
AFTER INSERT ON post_daily
BEGIN
  INSERT INTO author_daily (author_id, day, energy, comments, likes, favorites)
  VALUES (NEW.author_id, NEW.day, NEW.energy, NEW.comments, NEW.likes, NEW.favorites)
  ON CONFLICT (author_id, day) DO UPDATE
  SET energy = energy + NEW.energy, comments = comments + NEW.comments, likes = likes + NEW.likes,
    favorites = favorites + NEW.favorites;
END;

CREATE TRIGGER post_daily_sum
AFTER UPDATE ON post_daily
BEGIN
  UPDATE author_daily
  SET energy = energy + NEW.energy - OLD.energy, comments = comments + NEW.comments - OLD.comments,
    likes = likes + NEW.likes - OLD.likes, favorites = favorites + NEW.favorites - OLD.favorites
  WHERE author_id = NEW.author_id AND day = NEW.day;
END;

CREATE TRIGGER post_daily_sum_gone
AFTER DELETE ON post_daily
BEGIN
  UPDATE author_daily
  SET energy = energy - OLD.energy, comments = comments - OLD.comments, likes = likes - OLD.likes,
    favorites = favorites - OLD.favorites
  WHERE author_id = OLD.author_id AND day = OLD.day;
END;

-- What a deleted post got stops counting, on every day. What is taken back of it later finds no day to leave.
CREATE TRIGGER posts_leave_days
AFTER UPDATE OF deleted_at ON posts
WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL
BEGIN
  DELETE FROM post_daily WHERE post_id = NEW.id;
END;

-- Reactions ------------------------------------------------------------------

CREATE TABLE post_likes (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  post_id INTEGER NOT NULL REFERENCES posts (id),
  created_at TEXT NOT NULL,
  PRIMARY KEY (user_id, post_id)
) WITHOUT ROWID;

CREATE INDEX post_likes_of_post ON post_likes (post_id, created_at);

CREATE TABLE post_dislikes (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  post_id INTEGER NOT NULL REFERENCES posts (id),
  created_at TEXT NOT NULL,
  PRIMARY KEY (user_id, post_id)
) WITHOUT ROWID;

CREATE INDEX post_dislikes_of_post ON post_dislikes (post_id);

CREATE TRIGGER post_likes_exclude_dislikes
BEFORE INSERT ON post_likes
WHEN EXISTS (SELECT 1 FROM post_dislikes WHERE user_id = NEW.user_id AND post_id = NEW.post_id)
BEGIN
  SELECT RAISE(ABORT, 'a like and a dislike exclude each other');
END;

CREATE TRIGGER post_dislikes_exclude_likes
BEFORE INSERT ON post_dislikes
WHEN EXISTS (SELECT 1 FROM post_likes WHERE user_id = NEW.user_id AND post_id = NEW.post_id)
BEGIN
  SELECT RAISE(ABORT, 'a like and a dislike exclude each other');
END;

CREATE TRIGGER post_likes_count_new
AFTER INSERT ON post_likes
BEGIN
  UPDATE posts SET likes_count = likes_count + 1 WHERE id = NEW.post_id;
  INSERT INTO post_daily (author_id, day, post_id, likes)
  SELECT author_id, date(NEW.created_at, '+8 hours'), id, 1 FROM posts WHERE id = NEW.post_id AND deleted_at IS NULL
  ON CONFLICT (author_id, day, post_id) DO UPDATE SET likes = likes + 1;
  -- Nobody is told of their own like, so it is not in the digest.
  INSERT INTO daily_like_summary (post_id, day, author_id, likes)
  SELECT id, date(NEW.created_at, '+8 hours'), author_id, 1 FROM posts
  WHERE id = NEW.post_id AND author_id <> NEW.user_id
  ON CONFLICT (post_id, day) DO UPDATE SET likes = likes + 1;
END;

CREATE TRIGGER post_likes_count_gone
AFTER DELETE ON post_likes
BEGIN
  UPDATE posts SET likes_count = likes_count - 1 WHERE id = OLD.post_id;
  UPDATE post_daily SET likes = likes - 1
  WHERE author_id = (SELECT author_id FROM posts WHERE id = OLD.post_id) AND day = date(OLD.created_at, '+8 hours')
    AND post_id = OLD.post_id;
  UPDATE daily_like_summary SET likes = likes - 1
  WHERE post_id = OLD.post_id AND day = date(OLD.created_at, '+8 hours') AND author_id <> OLD.user_id;
END;

CREATE TRIGGER post_dislikes_count_new
AFTER INSERT ON post_dislikes
BEGIN
  UPDATE posts SET dislikes_count = dislikes_count + 1 WHERE id = NEW.post_id;
END;

CREATE TRIGGER post_dislikes_count_gone
AFTER DELETE ON post_dislikes
BEGIN
  UPDATE posts SET dislikes_count = dislikes_count - 1 WHERE id = OLD.post_id;
END;

-- Follows --------------------------------------------------------------------

CREATE TABLE user_follows (
  follower_id INTEGER NOT NULL REFERENCES users (uid),
  followed_id INTEGER NOT NULL REFERENCES users (uid),
  created_at TEXT NOT NULL,
  PRIMARY KEY (follower_id, followed_id)
) WITHOUT ROWID;

CREATE INDEX user_follows_following ON user_follows (follower_id, created_at, followed_id);
CREATE INDEX user_follows_followers ON user_follows (followed_id, created_at, follower_id);

CREATE TRIGGER user_follows_not_oneself
BEFORE INSERT ON user_follows
WHEN NEW.follower_id = NEW.followed_id
BEGIN
  SELECT RAISE(ABORT, 'self_follow');
END;

CREATE TRIGGER user_follows_count_new
AFTER INSERT ON user_follows
BEGIN
  UPDATE users SET following_count = following_count + 1 WHERE uid = NEW.follower_id;
  UPDATE users SET followers_count = followers_count + 1 WHERE uid = NEW.followed_id;
END;

CREATE TRIGGER user_follows_count_gone
AFTER DELETE ON user_follows
BEGIN
  UPDATE users SET following_count = following_count - 1 WHERE uid = OLD.follower_id;
  UPDATE users SET followers_count = followers_count - 1 WHERE uid = OLD.followed_id;
END;

-- Favourites -----------------------------------------------------------------

CREATE TABLE folders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  name TEXT NOT NULL,
  public INTEGER NOT NULL DEFAULT 0 CHECK (public IN (0, 1)),
  is_default INTEGER NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1)),
  items_count INTEGER NOT NULL DEFAULT 0 CHECK (items_count >= 0),
  created_at TEXT NOT NULL
);

CREATE INDEX folders_of_user ON folders (user_id, is_default, id);
CREATE UNIQUE INDEX folders_one_default ON folders (user_id) WHERE is_default = 1;

CREATE TRIGGER folders_hundred_at_most
BEFORE INSERT ON folders
WHEN (SELECT COUNT(*) FROM folders WHERE user_id = NEW.user_id) >= 100
BEGIN
  SELECT RAISE(ABORT, 'validation_failed');
END;

CREATE TRIGGER folders_default_stays
BEFORE DELETE ON folders
WHEN OLD.is_default = 1 AND (SELECT status FROM users WHERE uid = OLD.user_id) <> 'deleted'
BEGIN
  SELECT RAISE(ABORT, 'default_folder');
END;

CREATE TRIGGER folders_empty_first
BEFORE DELETE ON folders
BEGIN
  DELETE FROM folder_items WHERE folder_id = OLD.id;
END;

CREATE TABLE folder_items (
  folder_id INTEGER NOT NULL REFERENCES folders (id),
  post_id INTEGER NOT NULL REFERENCES posts (id),
  user_id INTEGER NOT NULL REFERENCES users (uid),
  created_at TEXT NOT NULL,
  PRIMARY KEY (folder_id, post_id)
) WITHOUT ROWID;

CREATE INDEX folder_items_by_time ON folder_items (folder_id, created_at, post_id);
CREATE INDEX folder_items_of_user ON folder_items (user_id, post_id);
CREATE INDEX folder_items_of_post ON folder_items (post_id);

-- A person who saved a post, in however many folders: favorites_count counts people.
CREATE TABLE favorites (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  post_id INTEGER NOT NULL REFERENCES posts (id),
  folders INTEGER NOT NULL CHECK (folders >= 0),
  created_at TEXT NOT NULL,
  PRIMARY KEY (user_id, post_id)
) WITHOUT ROWID;

CREATE INDEX favorites_of_post ON favorites (post_id);

CREATE TRIGGER folder_items_count_new
AFTER INSERT ON folder_items
BEGIN
  UPDATE folders SET items_count = items_count + 1 WHERE id = NEW.folder_id;
  INSERT INTO favorites (user_id, post_id, folders, created_at) VALUES (NEW.user_id, NEW.post_id, 1, NEW.created_at)
  ON CONFLICT (user_id, post_id) DO UPDATE SET folders = folders + 1;
END;

CREATE TRIGGER folder_items_count_gone
AFTER DELETE ON folder_items
BEGIN
  UPDATE folders SET items_count = items_count - 1 WHERE id = OLD.folder_id;
  UPDATE favorites SET folders = folders - 1 WHERE user_id = OLD.user_id AND post_id = OLD.post_id;
  DELETE FROM favorites WHERE user_id = OLD.user_id AND post_id = OLD.post_id AND folders = 0;
END;

CREATE TRIGGER favorites_count_new
AFTER INSERT ON favorites
BEGIN
  UPDATE posts SET favorites_count = favorites_count + 1 WHERE id = NEW.post_id;
  INSERT INTO post_daily (author_id, day, post_id, favorites)
  SELECT author_id, date(NEW.created_at, '+8 hours'), id, 1 FROM posts WHERE id = NEW.post_id AND deleted_at IS NULL
  ON CONFLICT (author_id, day, post_id) DO UPDATE SET favorites = favorites + 1;
END;

CREATE TRIGGER favorites_count_gone
AFTER DELETE ON favorites
BEGIN
  UPDATE posts SET favorites_count = favorites_count - 1 WHERE id = OLD.post_id;
  UPDATE post_daily SET favorites = favorites - 1
  WHERE author_id = (SELECT author_id FROM posts WHERE id = OLD.post_id) AND day = date(OLD.created_at, '+8 hours')
    AND post_id = OLD.post_id;
END;

CREATE TRIGGER posts_leave_folders
AFTER UPDATE OF deleted_at ON posts
WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL
BEGIN
  DELETE FROM folder_items WHERE post_id = NEW.id;
END;

-- Energize -------------------------------------------------------------------

CREATE TABLE post_energize_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (uid),
  post_id INTEGER NOT NULL REFERENCES posts (id),
  amount INTEGER NOT NULL CHECK (amount IN (1, 2)),
  exp_gained INTEGER NOT NULL CHECK (exp_gained >= 0),
  created_at TEXT NOT NULL
);

CREATE INDEX post_energize_log_of_user ON post_energize_log (user_id, id);
CREATE INDEX post_energize_log_of_post ON post_energize_log (post_id, id);

-- What one person gave one post; the cap is here.
CREATE TABLE post_energize_totals (
  user_id INTEGER NOT NULL REFERENCES users (uid),
  post_id INTEGER NOT NULL REFERENCES posts (id),
  amount INTEGER NOT NULL CHECK (amount BETWEEN 0 AND 20),
  PRIMARY KEY (user_id, post_id)
) WITHOUT ROWID;

CREATE TRIGGER post_energize_log_post_is_public
BEFORE INSERT ON post_energize_log
WHEN NOT EXISTS (SELECT 1 FROM posts WHERE id = NEW.post_id AND status = 'approved' AND deleted_at IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'not_found');
END;

CREATE TRIGGER post_energize_log_not_own
BEFORE INSERT ON post_energize_log
WHEN NEW.user_id = (SELECT author_id FROM posts WHERE id = NEW.post_id)
BEGIN
  SELECT RAISE(ABORT, 'own_post');
END;

CREATE TRIGGER post_energize_log_cap
BEFORE INSERT ON post_energize_log
WHEN NEW.amount + COALESCE(
  (SELECT amount FROM post_energize_totals WHERE user_id = NEW.user_id AND post_id = NEW.post_id), 0) > 20
BEGIN
  SELECT RAISE(ABORT, 'energize_cap');
END;

CREATE TRIGGER post_energize_log_count
AFTER INSERT ON post_energize_log
BEGIN
  INSERT INTO post_energize_totals (user_id, post_id, amount) VALUES (NEW.user_id, NEW.post_id, NEW.amount)
  ON CONFLICT (user_id, post_id) DO UPDATE SET amount = amount + NEW.amount;
  UPDATE posts SET energy = energy + NEW.amount WHERE id = NEW.post_id;
  INSERT INTO post_daily (author_id, day, post_id, energy)
  SELECT author_id, date(NEW.created_at, '+8 hours'), id, NEW.amount FROM posts WHERE id = NEW.post_id AND deleted_at IS NULL
  ON CONFLICT (author_id, day, post_id) DO UPDATE SET energy = energy + NEW.amount;
END;

CREATE TRIGGER post_energize_log_is_never_changed
BEFORE UPDATE ON post_energize_log
BEGIN
  SELECT RAISE(ABORT, 'the energize log is append-only');
END;

CREATE TRIGGER post_energize_log_is_never_deleted
BEFORE DELETE ON post_energize_log
BEGIN
  SELECT RAISE(ABORT, 'the energize log is append-only');
END;

-- Comments -------------------------------------------------------------------

CREATE TABLE comments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  post_id INTEGER NOT NULL REFERENCES posts (id),
  -- Null for a root; a reply names its root, and the comment it answers.
  root_id INTEGER REFERENCES comments (id),
  reply_to_id INTEGER REFERENCES comments (id),
  author_id INTEGER NOT NULL REFERENCES users (uid),
  body TEXT NOT NULL,
  image_id INTEGER REFERENCES images (id),
  replies_count INTEGER NOT NULL DEFAULT 0 CHECK (replies_count >= 0),
  created_at TEXT NOT NULL,
  deleted_at TEXT,
  deleted_by INTEGER REFERENCES users (uid),
  CHECK ((root_id IS NULL) = (reply_to_id IS NULL))
);

-- A root stays as a placeholder while it has replies.
CREATE INDEX comments_roots ON comments (post_id, created_at, id)
  WHERE root_id IS NULL AND (deleted_at IS NULL OR replies_count > 0);
CREATE INDEX comments_replies ON comments (root_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX comments_of_author ON comments (author_id, id);
CREATE INDEX comments_by_image ON comments (image_id) WHERE image_id IS NOT NULL;

CREATE TRIGGER comments_on_public_posts
BEFORE INSERT ON comments
WHEN NOT EXISTS (SELECT 1 FROM posts WHERE id = NEW.post_id AND status = 'approved' AND deleted_at IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'not_found');
END;

CREATE TRIGGER comments_answer_what_is_there
BEFORE INSERT ON comments
WHEN NEW.root_id IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM comments root, comments answered
  WHERE root.id = NEW.root_id AND root.root_id IS NULL AND root.post_id = NEW.post_id AND root.deleted_at IS NULL
    AND answered.id = NEW.reply_to_id AND answered.deleted_at IS NULL
    AND (answered.id = root.id OR answered.root_id = root.id)
)
BEGIN
  SELECT RAISE(ABORT, 'not_found');
END;

CREATE TRIGGER comments_count_new
AFTER INSERT ON comments
BEGIN
  UPDATE posts SET comments_count = comments_count + 1 WHERE id = NEW.post_id;
  UPDATE comments SET replies_count = replies_count + 1 WHERE id = NEW.root_id;
  INSERT INTO post_daily (author_id, day, post_id, comments)
  SELECT author_id, date(NEW.created_at, '+8 hours'), id, 1 FROM posts WHERE id = NEW.post_id AND deleted_at IS NULL
  ON CONFLICT (author_id, day, post_id) DO UPDATE SET comments = comments + 1;
END;

CREATE TRIGGER comments_count_gone
AFTER UPDATE OF deleted_at ON comments
WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL
BEGIN
  UPDATE posts SET comments_count = comments_count - 1 WHERE id = NEW.post_id;
  UPDATE comments SET replies_count = replies_count - 1 WHERE id = NEW.root_id;
  UPDATE post_daily SET comments = comments - 1
  WHERE author_id = (SELECT author_id FROM posts WHERE id = NEW.post_id) AND day = date(NEW.created_at, '+8 hours')
    AND post_id = NEW.post_id;
END;

CREATE TABLE comment_mentions (
  comment_id INTEGER NOT NULL REFERENCES comments (id),
  user_id INTEGER NOT NULL REFERENCES users (uid),
  -- The name as it stands in the text: a rename does not break the link.
  name TEXT NOT NULL,
  PRIMARY KEY (comment_id, user_id)
) WITHOUT ROWID;
