-- Posts that no letter and no digest contains: their author chose it when publishing, or unpublished them.
CREATE TABLE posts_without_letter (
  post_id INTEGER PRIMARY KEY REFERENCES posts (id)
);
