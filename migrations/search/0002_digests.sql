-- The version of the post and a hash of everything that the entry is made of. If only the version of a post changes, its words are not
-- indexed again. Null in entries of an older version.
ALTER TABLE public_texts ADD COLUMN digest TEXT;
ALTER TABLE hidden_entries ADD COLUMN digest TEXT;
