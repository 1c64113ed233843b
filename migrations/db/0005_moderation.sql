-- report_copies -------------------------------------------------------------------------------------------------------

-- Reported content as it was at the report, so that an edit or a deletion does not hide it from the admins.
CREATE TABLE report_copies (
  id INTEGER PRIMARY KEY,
  case_id INTEGER NOT NULL REFERENCES report_cases (id),
  -- Same value as in report_cases. The erasure of an account finds its copies by it.
  subject_id INTEGER NOT NULL REFERENCES users (uid),
  -- Hash of the content. All reports of one version share one copy.
  digest TEXT NOT NULL,
  -- Title of a post or name of a user. Empty for comments.
  title TEXT NOT NULL,
  -- Beginning of a post, text of a comment or signature of a user.
  excerpt TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- Null while the case is open. The cron deletes copies some time after the decision.
  decided_at TEXT,
  -- Compressed JSON. The last column, so that lists do not read it.
  content TEXT NOT NULL
);

CREATE UNIQUE INDEX report_copies_one_a_version ON report_copies (case_id, digest);
CREATE INDEX report_copies_of_subject ON report_copies (subject_id);
CREATE INDEX report_copies_decided ON report_copies (decided_at, id) WHERE decided_at IS NOT NULL;

-- report_copy_images --------------------------------------------------------------------------------------------------

-- The stored images of a copy. The clean-up keeps them.
CREATE TABLE report_copy_images (
  copy_id INTEGER NOT NULL REFERENCES report_copies (id),
  image_key TEXT NOT NULL,
  PRIMARY KEY (copy_id, image_key)
) WITHOUT ROWID;

CREATE INDEX report_copy_images_by_key ON report_copy_images (image_key);

CREATE TRIGGER report_copies_take_their_images_along
BEFORE DELETE ON report_copies
BEGIN
  DELETE FROM report_copy_images WHERE copy_id = OLD.id;
END;

-- The copies of an erased user stay only while the case is open.
CREATE TRIGGER report_cases_decide_on_copies
AFTER UPDATE OF decision ON report_cases
WHEN OLD.decision IS NULL AND NEW.decision IS NOT NULL
BEGIN
  DELETE FROM report_copies
  WHERE case_id = NEW.id AND (SELECT status FROM users WHERE uid = NEW.subject_id) = 'deleted';
  UPDATE report_copies SET decided_at = NEW.decided_at WHERE case_id = NEW.id;
END;

-- Only an unlock ends a lock, and not while the post is in the bin. A draft is locked with locked_from 'rejected' and
-- without a reject reason, because locked_from cannot be 'draft'.
CREATE TRIGGER posts_stay_locked
BEFORE UPDATE OF status ON posts
WHEN OLD.status = 'locked' AND NEW.status <> 'locked' AND (OLD.deleted_at IS NOT NULL OR (NEW.status <> OLD.locked_from
  AND NOT (NEW.status = 'draft' AND OLD.locked_from = 'rejected' AND OLD.reject_reason IS NULL)))
BEGIN
  SELECT RAISE(ABORT, 'invalid_transition');
END;
