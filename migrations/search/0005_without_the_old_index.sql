-- The tables of the index before 0004. They stayed, empty, for the version that read them.
DROP TABLE post_texts;
DROP TABLE post_index;
DROP TABLE hidden_posts;
DROP TABLE hidden_post_index;
DROP TABLE comment_index;
