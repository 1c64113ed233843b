-- A search can be narrowed to a language and to a time: `marks` of `post_words` also hold the language of the post, and the day and
-- the month of its publication. The index keeps no texts to make them from, so the repair indexes every post anew.
DELETE FROM search_state WHERE key = 'posts';
INSERT INTO search_state (key, value)
SELECT 'posts anew', 9007199254740991 WHERE EXISTS (SELECT 1 FROM public_texts)
ON CONFLICT (key) DO UPDATE SET value = excluded.value;
