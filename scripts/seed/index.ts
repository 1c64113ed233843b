import { Meter, openDb } from '#db/client.ts'
import { sumUp } from '#features/publishing/lists/hot-rank.ts'
import { hashPassword } from '#kernel/crypto/passwords.ts'
import { reindexHere } from '../commands/reindex.ts'
import { localQuery } from '../site/query.ts'
import type { SiteStorage } from '../site/storage.ts'
import { historyOf } from './history/index.ts'
import { PASSWORD, PEOPLE } from './people.ts'
import { storePictures } from './pictures.ts'
import { reportDemo } from './reports.ts'
import { picturesShown, World } from './world.ts'

/**
 * Fills a new site with demo content: first images, under fixed names; then all rows in one batch; then reports, totals
 * and the search index. After an interruption it can be repeated with the same result.
 */
export async function seedDemo({ DB, SEARCH, IMAGES }: SiteStorage, now: Date): Promise<void> {
  if (!(await isThere(DB))) {
    const world = await worldFor(DB, now)
    const [pictures, passwordHash] = await Promise.all([
      storePictures(IMAGES, picturesShown(world.posts).keys()),
      hashPassword(PASSWORD),
    ])
    await DB.batch(historyOf(DB, world, pictures, passwordHash))
  }
  await reportDemo(DB, now)
  await sumUp(openDb(DB, new Meter()))
  await reindexHere({ DB, SEARCH })
}

/** The content is written in one batch, so one post proves that it is there. */
async function isThere(db: D1Database): Promise<boolean> {
  const posts = await localQuery(db)(
    `SELECT 1 FROM posts JOIN users ON uid = author_id WHERE email IN ${DEMO} LIMIT 1`,
    emails(),
  )
  return posts.length > 0
}

const DEMO = '(SELECT value FROM json_each(?))'
const emails = () => JSON.stringify(PEOPLE.map(({ email }) => email))

async function worldFor(db: D1Database, now: Date): Promise<World> {
  const query = localQuery(db)
  const counted = await query<{ name: string; seq: number }>('SELECT name, seq FROM sqlite_sequence')
  const known = await query<{ email: string; uid: number }>(
    `SELECT email, uid FROM users WHERE email IN ${DEMO}`,
    emails(),
  )
  const next = (table: string) => (counted.find(({ name }) => name === table)?.seq ?? 0) + 1
  const ids = {
    uid: next('users'),
    post: next('posts'),
    comment: next('comments'),
    folder: next('folders'),
    entry: next('energy_log'),
  }
  return new World(now, ids, new Map(known.map(({ email, uid }) => [email, uid])))
}
