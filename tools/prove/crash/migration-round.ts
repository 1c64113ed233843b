import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRoot } from '../../../scripts/build/paths.ts'
import type { Random } from '../../../scripts/seed/random.ts'
import { migrate } from '../../../scripts/site/migrate.ts'
import { readSettings } from '../../../scripts/site/settings.ts'
import { openStorage } from '../../../scripts/site/storage.ts'
import { migratedDatabases } from '../../schema/migrated.ts'
import { ServedSite, type SiteOptions } from '../site/served.ts'
import { EMPTY_SITE } from '../writes/settle.ts'
import type { Round } from './round.ts'
import { startRound } from './start-round.ts'

/** Kills the site while it migrates data of an older version. */
export async function migrationRound(folder: string, random: Random): Promise<Round> {
  const version = random.integer(0, NEXT_MIGRATIONS.length - 1)
  const migrations = join(folder, 'migrations')
  const databases = await putMigrations(migrations, NEXT_MIGRATIONS.length)
  const [older, undisturbed, data] = ['older', 'undisturbed', 'killed'].map((name) => join(folder, name))
  if (!older || !undisturbed || !data) throw new Error('no folder')
  await mkdir(older, { recursive: true })
  await leaveOlderSite(older, version)
  await cp(older, undisturbed, { recursive: true })
  await cp(older, data, { recursive: true })
  const options = { env: EMPTY_SITE, databases }
  const expected = await outcomeOf({ ...options, data: undisturbed })
  const inspect = async (site: ServedSite) => {
    const { schema, rows } = await whatIsIn(site)
    return [
      ...(schema === (await schemaOf(migrations)) ? [] : ['the schema is not what the migrations make']),
      ...(rows === expected.rows ? [] : [`the rows are ${rows}, not ${expected.rows}`]),
    ]
  }
  const round = await startRound({ options: { ...options, data }, usual: expected.took, inspect }, random)
  return { ...round, how: `${version} of ${NEXT_MIGRATIONS.length} migrations: ${round.how}` }
}

/** The same upgrade without a kill. */
async function outcomeOf(options: SiteOptions): Promise<{ rows: string; took: number }> {
  const site = new ServedSite(options)
  try {
    const begun = performance.now()
    await site.start()
    const took = performance.now() - begun
    const { rows } = await whatIsIn(site)
    await site.stop()
    return { rows, took }
  } finally {
    await site.end()
  }
}

async function whatIsIn(site: ServedSite): Promise<{ schema: string; rows: string }> {
  const objects = await site.rows<{ name: string; sql: string }>(
    `SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'`,
  )
  const [counted] = await site.rows<{ rows: string }>(OLDER_ROWS)
  return { schema: asText(objects), rows: counted?.rows ?? '' }
}

async function schemaOf(migrations: string): Promise<string> {
  const [main] = await migratedDatabases(migrations)
  return asText(main?.objects ?? [])
}

function asText(objects: { name: string; sql: string }[]): string {
  const made = objects.filter(({ name }) => name !== 'd1_migrations').map(({ sql }) => sql)
  return made.sort().join('\n')
}

const PEOPLE = 40
const POSTS = 400

/** Creates a data folder with users and posts, whose main database lacks some of the next migrations. */
async function leaveOlderSite(data: string, next: number): Promise<void> {
  const { storage, close } = await openStorage({ ...readSettings({ JOULE_DATA: data, PORT: '0' }), logs: false })
  const folder = await mkdtemp(join(tmpdir(), 'joule-older-'))
  try {
    await putMigrations(folder, next)
    await migrate(storage.DB, join(folder, 'db'))
    await migrate(storage.SEARCH, join(folder, 'search'))
    for (const sql of contents()) await storage.DB.prepare(sql).run()
  } finally {
    await close()
    await rm(folder, { recursive: true })
  }
}

function contents(): string[] {
  const numbers = (count: number) =>
    `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${count})`
  const person = (n: string) => `10000 + 1 + ${n} % ${PEOPLE}`
  return [
    `INSERT INTO users (uid, email, password_hash, exp, role, created_at) ${numbers(PEOPLE)}
      SELECT 10000 + n, 'p' || n || '@older.test', 'none', 100, iif(n = 1, 'owner', 'user'), ${AT} FROM n`,
    `INSERT INTO posts (author_id, status, title, summary, body, tags, created_at, updated_at, published_at) ${numbers(POSTS)}
      SELECT ${person('n')}, 'approved', 'Post ' || n, 'In short', '<p>Words</p>', '[["a","A"]]', ${AT}, ${AT}, ${AT} FROM n`,
    `INSERT INTO comments (post_id, author_id, body, created_at) ${numbers(2 * POSTS)}
      SELECT 1 + n % ${POSTS}, ${person('n * 7')}, 'Comment ' || n, ${AT} FROM n`,
    `INSERT INTO post_likes (user_id, post_id, created_at) ${numbers(2 * POSTS)}
      SELECT DISTINCT ${person('n / 9')}, 1 + n % ${POSTS}, ${AT} FROM n`,
    `INSERT INTO user_follows (follower_id, followed_id, created_at) ${numbers(PEOPLE)}
      SELECT 10000 + n, ${person('n')}, ${AT} FROM n`,
  ]
}

const AT = `'2026-10-01T00:00:00.000Z'`

/** The rows of the older site, and those that the next migrations add. */
const OLDER_ROWS = `SELECT (SELECT COUNT(*) || ' ' || SUM(followers_count) FROM users WHERE email LIKE '%@older.test') || ', '
  || (SELECT COUNT(*) || ' ' || SUM(likes_count) || ' ' || SUM(comments_count) || ' ' || SUM(length(title || body)) FROM posts) || ', '
  || (SELECT COUNT(*) || ' ' || SUM(length(body)) FROM comments) || ', ' || (SELECT COUNT(*) FROM post_likes) || ', '
  || (SELECT COUNT(*) FROM next_pairs) || ', ' || (SELECT SUM(next_length) FROM comments) AS rows`

/** Migrations of a future version, so that upgrades can be tested however many real ones there are. */
const NEXT_MIGRATIONS = [
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
  // Missing in every older site. It writes many rows, so that a kill often interrupts it.
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
async function putMigrations(folder: string, next: number) {
  await cp(inRoot('migrations'), folder, { recursive: true })
  for (const [name, sql] of NEXT_MIGRATIONS.slice(0, next)) await writeFile(join(folder, 'db', name), sql)
  return [
    { binding: 'DB', migrations: join(folder, 'db') },
    { binding: 'SEARCH', migrations: join(folder, 'search') },
  ]
}
