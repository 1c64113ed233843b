import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inRoot } from '../../../scripts/build/paths.ts'
import type { Random } from '../../../scripts/seed/random.ts'
import { migrate } from '../../../scripts/site/migrate.ts'
import { readSettings } from '../../../scripts/site/settings.ts'
import { openStorage } from '../../../scripts/site/storage.ts'
import { EMPTY_SITE } from '../writes/world.ts'
import { ServedSite, type SiteOptions, VICTIMS } from './site.ts'
import { invariantsIn, NOTHING, type Round } from './verify.ts'

/** A description of the rows of a site. */
type Contents = (site: ServedSite) => Promise<string>

interface Start {
  contents: string
  milliseconds: number
}

async function uninterrupted(options: SiteOptions, contentsOf: Contents): Promise<Start> {
  const site = new ServedSite(options)
  try {
    const begun = performance.now()
    await site.start()
    const milliseconds = performance.now() - begun
    const contents = await contentsOf(site)
    await site.stop()
    return { contents, milliseconds }
  } finally {
    await site.end()
  }
}

const LONGEST_START = 60_000

/**
 * Kills a start at a random moment, once or several times, then lets it finish: the result must be that of an
 * uninterrupted start.
 */
async function startRound(options: SiteOptions, expected: Start, contentsOf: Contents, random: Random): Promise<Round> {
  const site = new ServedSite(options)
  const how: string[] = []
  try {
    for (let kills = random.integer(1, 3); kills > 0; kills--) {
      const [victim, after] = [random.pick(VICTIMS), Math.round(random.between(0, expected.milliseconds))]
      const starting = site.start().catch(() => {})
      await Promise.race([pause(after), starting])
      await (await site.aim(victim))()
      how.push(`${victim} after ${after} ms`)
      // If only the runtime was killed, the start fails or continues with a new runtime.
      if (victim === 'runtime') await Promise.race([starting, pause(LONGEST_START)])
      await site.end()
    }
    await site.start()
    await site.isWell()
    const wrong = await invariantsIn(site)
    const contents = await contentsOf(site)
    if (contents !== expected.contents) wrong.push(`the site contains ${contents}, not ${expected.contents}`)
    await site.stop()
    return { ...NOTHING, how: how.join(', '), wrong }
  } finally {
    await site.end()
  }
}

let usualSeeding: Promise<Start> | null = null

/** Kills the first start while it creates the demo community. */
export async function seedingRound(folder: string, random: Random): Promise<Round> {
  usualSeeding ??= uninterrupted({ data: join(folder, 'undisturbed'), env: {} }, seededRows)
  return startRound({ data: join(folder, 'killed'), env: {} }, await usualSeeding, seededRows, random)
}

/**
 * Without comments, likes and saved posts: their number depends on the time of the start. They are written in the same
 * batch. Includes the image files and the posts that search finds.
 */
async function seededRows(site: ServedSite): Promise<string> {
  const [row] = await site.rows<{ made: string }>(
    `SELECT (SELECT COUNT(*) FROM users) || ' people, ' || (SELECT COUNT(*) FROM posts) || ' posts, '
      || (SELECT COUNT(*) FROM images) || ' images' AS made`,
  )
  const files = await site.call<string[]>('files')
  const [found] = await site.rows<{ texts: number }>('SELECT COUNT(*) AS texts FROM public_texts', 'SEARCH')
  return `${row?.made}, ${files.length} files, ${found?.texts} texts that are found`
}

/** Kills the site while it migrates data of an older version. */
export async function migrationRound(folder: string, random: Random): Promise<Round> {
  const version = random.integer(0, NEXT_MIGRATIONS.length - 1)
  const databases = await putMigrations(join(folder, 'migrations'), NEXT_MIGRATIONS.length)
  const [older, undisturbed, data] = [join(folder, 'older'), join(folder, 'undisturbed'), join(folder, 'killed')]
  await mkdir(older, { recursive: true })
  await leaveOlderSite(older, version)
  await cp(older, undisturbed, { recursive: true })
  await cp(older, data, { recursive: true })
  const options = { env: EMPTY_SITE, databases }
  const expected = await uninterrupted({ ...options, data: undisturbed }, migratedRows)
  const round = await startRound({ ...options, data }, expected, migratedRows, random)
  return { ...round, how: `${version} of ${NEXT_MIGRATIONS.length} migrations: ${round.how}` }
}

async function migratedRows(site: ServedSite): Promise<string> {
  const schema = await site.rows<{ sql: string }>(
    `SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' ORDER BY sql`,
  )
  const [counted] = await site.rows<{ rows: string }>(OLDER_ROWS)
  return [counted?.rows, ...schema.map(({ sql }) => sql)].join('\n')
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
