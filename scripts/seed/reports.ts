import { Meter, openDb } from '#db/client.ts'
import { type ReportKind, report } from '#features/community/reports/report.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { HOUR, MINUTE } from '#kernel/clock.ts'
import { localQuery } from '../site/query.ts'
import { rowsIn } from './people.ts'

/** Open cases for the admins: clear ones, and one that needs a decision. `about` is the beginning of a comment or title, or a name. */
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

/** Reports with the command that members use, so that each case has its copy. A repeated call changes nothing. */
export async function reportDemo(main: D1Database, now: Date): Promise<void> {
  const [db, query] = [openDb(main, new Meter()), localQuery(main)]
  for (const [by, hoursAgo, kind, about, reason, text] of rowsIn(REPORTS).slice(1) as DemoReport[]) {
    const [found] = await query<{ uid: number; id: number; created_at: string }>(
      `SELECT uid, t.id, t.created_at FROM users, (${TARGETS[kind]}) t WHERE email = ?2`,
      about,
      `${by}@joule.local`,
    )
    if (!found) throw new Error(`cannot report ${about}`)
    const at = new Date(Math.max(now.getTime() - Number(hoursAgo) * HOUR, Date.parse(found.created_at) + MINUTE))
    await report(db, { uid: found.uid } as Viewer, { target: { kind, id: found.id }, reason, text }, at)
  }
}

const TARGETS: Record<ReportKind, string> = {
  post: `SELECT id, created_at FROM posts WHERE title LIKE ?1 || '%'`,
  comment: `SELECT id, created_at FROM comments WHERE body LIKE ?1 || '%'`,
  user: 'SELECT uid AS id, created_at FROM users WHERE username = ?1',
}
