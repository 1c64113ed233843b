import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inRoot } from '../../../scripts/build/paths.ts'

/** Migrations of a future version, so that upgrades can be tested however many real ones there are. */
export const NEXT_MIGRATIONS = [
  [
    '9001_next_column.sql',
    `ALTER TABLE comments ADD COLUMN next_length INTEGER NOT NULL DEFAULT 0;
UPDATE comments SET next_length = length(body);
CREATE INDEX comments_next_length ON comments (next_length, id);`,
  ],
  [
    '9002_next_trigger.sql',
    `DROP TRIGGER user_follows_not_oneself;
CREATE TRIGGER user_follows_not_oneself
BEFORE INSERT ON user_follows
WHEN NEW.followed_id = NEW.follower_id
BEGIN
  SELECT RAISE(ABORT, 'self_follow');
END;`,
  ],
  // Every older site lacks this one. It writes many rows, so that a kill often interrupts it.
  [
    '9003_next_table.sql',
    `CREATE TABLE next_pairs (
  one INTEGER NOT NULL REFERENCES posts (id),
  other INTEGER NOT NULL REFERENCES posts (id),
  PRIMARY KEY (one, other)
) WITHOUT ROWID;
INSERT INTO next_pairs (one, other) SELECT one.id, other.id FROM posts AS one, posts AS other;`,
  ],
] as const

/** Copies the migrations into a folder and adds the first few of the next ones to the main database. */
export async function putMigrations(folder: string, next: number) {
  await cp(inRoot('migrations'), folder, { recursive: true })
  for (const [name, sql] of NEXT_MIGRATIONS.slice(0, next)) await writeFile(join(folder, 'db', name), sql)
  return [
    { binding: 'DB', migrations: join(folder, 'db') },
    { binding: 'SEARCH', migrations: join(folder, 'search') },
  ]
}
