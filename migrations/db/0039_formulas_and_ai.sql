-- MathML of the formulas in the body, by their TeX: a JSON object, made when the body is saved. Null for most posts, so it may come
-- after the body; only pages that show the body read it.
ALTER TABLE posts ADD COLUMN formulas TEXT;
-- Null: the post was written without AI. 0: with its help. 1: it was made by AI. SQLite stores 0 and 1 in the header of the row, so
-- lists can read this column although it comes after the body.
ALTER TABLE posts ADD COLUMN ai_made INTEGER CHECK (ai_made IN (0, 1));
-- Lists of this reader leave out posts that were made by AI.
ALTER TABLE users ADD COLUMN hides_ai INTEGER NOT NULL DEFAULT 0 CHECK (hides_ai IN (0, 1));

-- The editor asks authors whether they used AI.
INSERT INTO site_settings (key, value) VALUES ('posts.ask_ai', 0);
