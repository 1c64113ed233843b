import { cp, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inRoot } from '../../../scripts/build/paths.ts'
import type { Random } from '../../../scripts/seed/random.ts'
import { invariantsIn, NOTHING, type Round, type RoundContext } from './rounds.ts'
import { ServedSite, type SiteOptions, VICTIMS } from './site.ts'

/** Describes the content of a site, so that two sites can be compared. */
type Contents = (site: ServedSite) => Promise<string>

/** The result of a start without a kill. */
interface Start {
  contents: string
  /** The duration of the start. */
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
 * Kills a start at a random moment, once or several times, then lets it finish. The result must be
 * equal to that of an uninterrupted start.
 */
async function startRound(
  options: SiteOptions,
  expected: Start,
  contentsOf: Contents,
  random: Random,
): Promise<Round> {
  const site = new ServedSite(options)
  const how: string[] = []
  try {
    for (let kills = random.integer(1, 3); kills > 0; kills--) {
      const [victim, after] = [
        random.pick(VICTIMS),
        Math.round(random.between(0, expected.milliseconds)),
      ]
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
    if (contents !== expected.contents)
      wrong.push(`the site contains ${contents}, not ${expected.contents}`)
    await site.stop()
    return { ...NOTHING, how: how.join(', '), wrong }
  } finally {
    await site.end()
  }
}

let demo: Promise<Start & { data: string }> | null = null

/** A demo site beside the folders of the rounds, stopped. All rounds share it. */
function demoSite(folder: string): Promise<Start & { data: string }> {
  const data = join(dirname(folder), 'demo')
  demo ??= uninterrupted({ data, env: {} }, seededRows).then((start) => ({ ...start, data }))
  return demo
}

/** Kills the first start while it creates the demo community. */
export async function seedingRound({ folder, random }: RoundContext): Promise<Round> {
  return startRound(
    { data: join(folder, 'killed'), env: {} },
    await demoSite(folder),
    seededRows,
    random,
  )
}

/**
 * Counts no comments, likes and saved posts, because their number depends on the time of the start.
 * They are written in the same batch as the posts.
 */
async function seededRows(site: ServedSite): Promise<string> {
  const [row] = await site.rows<{ made: string }>(
    `SELECT (SELECT COUNT(*) FROM users) || ' people, ' || (SELECT COUNT(*) FROM posts) || ' posts, '
      || (SELECT COUNT(*) FROM images) || ' images' AS made`,
  )
  const files = await site.call<string[]>('files')
  const [found] = await site.rows<{ texts: number }>(
    'SELECT COUNT(*) AS texts FROM public_texts',
    'SEARCH',
  )
  return `${row?.made}, ${files.length} files, ${found?.texts} texts that are found`
}

/** Kills the site while it migrates the data of a demo site. */
export async function migrationRound({ folder, random }: RoundContext): Promise<Round> {
  const options = { env: {}, databases: await nextMigrations(join(folder, 'migrations')) }
  const { data: older } = await demoSite(folder)
  const [undisturbed, data] = [join(folder, 'undisturbed'), join(folder, 'killed')]
  await cp(older, undisturbed, { recursive: true })
  await cp(older, data, { recursive: true })
  const expected = await uninterrupted({ ...options, data: undisturbed }, migratedRows)
  return startRound({ ...options, data }, expected, migratedRows, random)
}

async function migratedRows(site: ServedSite): Promise<string> {
  const schema = await site.rows<{ sql: string }>(
    `SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' ORDER BY sql`,
  )
  const [counted] = await site.rows<{ rows: string }>(
    `SELECT (SELECT COUNT(*) || ' ' || SUM(likes_count) || ' ' || SUM(length(title || body)) FROM posts) || ', '
      || (SELECT COUNT(*) || ' ' || SUM(next_length) FROM comments) || ', ' || (SELECT COUNT(*) FROM next_pairs) AS rows`,
  )
  return [counted?.rows, ...schema.map(({ sql }) => sql)].join('\n')
}

/**
 * Migrations of a future version, which every site lacks. The last one writes many rows, so that a
 * kill often interrupts it.
 */
const NEXT_MIGRATIONS = {
  '9001_next_column.sql': `
    ALTER TABLE comments ADD COLUMN next_length INTEGER NOT NULL DEFAULT 0;
    UPDATE comments SET next_length = length(body);
    CREATE INDEX comments_next_length ON comments (next_length, id);`,
  '9002_next_table.sql': `
    CREATE TABLE next_pairs (
      one INTEGER NOT NULL REFERENCES comments (id),
      other INTEGER NOT NULL REFERENCES comments (id),
      PRIMARY KEY (one, other)
    ) WITHOUT ROWID;
    INSERT INTO next_pairs (one, other) SELECT one.id, other.id FROM comments AS one, comments AS other;`,
}

/** Copies the migrations into a folder and adds the next ones to the main database. */
async function nextMigrations(folder: string) {
  await cp(inRoot('migrations'), folder, { recursive: true })
  for (const [name, sql] of Object.entries(NEXT_MIGRATIONS))
    await writeFile(join(folder, 'db', name), sql)
  return ['DB', 'SEARCH'].map((binding) => ({
    binding,
    migrations: join(folder, binding.toLowerCase()),
  }))
}
