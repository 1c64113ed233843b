import { Meter, openDb } from '#db/client.ts'
import { type ReportKind, report } from '#features/community/reports/report.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { sumUp } from '#features/publishing/lists/hot-rank.ts'
import { HOUR, MINUTE } from '#kernel/clock.ts'
import { hashPassword } from '#kernel/crypto/passwords.ts'
import { reindexHere } from '../commands/reindex.ts'
import { localQuery } from '../site/query.ts'
import type { SiteStorage } from '../site/storage.ts'
import { historyOf } from './history/index.ts'
import { PASSWORD, PEOPLE, rowsIn } from './people.ts'
import { storePictures } from './posts.ts'
import { picturesShown, World } from './world.ts'

/**
 * Fills a new site with demo content: stores the images under fixed names, writes all rows in one
 * batch, then writes reports, totals and the search index. After an interruption it can be repeated
 * with the same result.
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

/** The demo community with the uids that this database gives next. */
async function worldFor(db: D1Database, now: Date): Promise<World> {
  const query = localQuery(db)
  const [users] = await query<{ seq: number }>(
    "SELECT seq FROM sqlite_sequence WHERE name = 'users'",
  )
  const known = await query<{ email: string; uid: number }>(
    `SELECT email, uid FROM users WHERE email IN ${DEMO}`,
    emails(),
  )
  return new World(now, (users?.seq ?? 0) + 1, new Map(known.map(({ email, uid }) => [email, uid])))
}

/**
 * Open cases for the admins: some clear ones, and one that needs a decision. `about` is the
 * beginning of a comment or of a title, or a username.
 */
const REPORTS = `
by|hoursAgo|kind|about|reason|text
lea|31|comment|Amazing sauces!!|spam|Coupon spam.
lin|27|comment|Amazing sauces!!|spam|广告，和正文没有关系。
tomas|22|comment|Amazing sauces!!|spam|Not my cousin this time, I promise.
lea|21|user|BestDealsDaily|spam|The whole profile is an advert.
priya|12|comment|Who still uses paper?|abuse|Rude, and not for the first time.
song|6|post|三平米阳台|other|最后一张图好像在别处见过，请作者注明出处。
`

type DemoReport = [string, string, ReportKind, string, 'spam' | 'abuse' | 'other', string]

/**
 * Uses the command that members use, so that each case has its copy of the content. A repeated call
 * changes nothing.
 */
async function reportDemo(main: D1Database, now: Date): Promise<void> {
  const [db, query] = [openDb(main, new Meter()), localQuery(main)]
  for (const [by, hoursAgo, kind, about, reason, text] of rowsIn(REPORTS).slice(
    1,
  ) as DemoReport[]) {
    const [found] = await query<{ uid: number; id: number; created_at: string }>(
      `SELECT uid, t.id, t.created_at FROM users, (${TARGETS[kind]}) t WHERE email = ?2`,
      about,
      `${by}@joule.local`,
    )
    if (!found) throw new Error(`cannot report ${about}`)
    const at = new Date(
      Math.max(now.getTime() - Number(hoursAgo) * HOUR, Date.parse(found.created_at) + MINUTE),
    )
    await report(
      db,
      { uid: found.uid } as Viewer,
      { target: { kind, id: found.id }, reason, text },
      at,
    )
  }
}

const TARGETS: Record<ReportKind, string> = {
  post: `SELECT id, created_at FROM posts WHERE title LIKE ?1 || '%'`,
  comment: `SELECT id, created_at FROM comments WHERE body LIKE ?1 || '%'`,
  user: 'SELECT uid AS id, created_at FROM users WHERE username = ?1',
}
