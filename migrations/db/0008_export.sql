-- What the export of a person's data reads a page at a time, however much others have written.
CREATE INDEX posts_of_author ON posts (author_id, id);
CREATE INDEX profile_reviews_of_user ON profile_reviews (user_id, id);
