import { Meter, openDb } from '#db/client.ts'
import type { ReportKind } from '#features/community/reports/content.ts'
import { report } from '#features/community/reports/report.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { HOUR, MINUTE } from '#kernel/clock.ts'
import { localQuery } from '../site/query.ts'

interface DemoReport {
  by: string
  hoursAgo: number
  kind: ReportKind
  /** The beginning of the comment or of the title, or the username. */
  about: string
  reason: 'spam' | 'abuse' | 'other'
  text: string
}

const SPAM = 'Amazing sauces!!'
const RUDE = 'Who still uses paper?'

/** Open cases for the admins: clear ones, and one that needs a decision. */
const REPORTS: DemoReport[] = [
  { by: 'lea', hoursAgo: 31, kind: 'comment', about: SPAM, reason: 'spam', text: 'Coupon spam.' },
  { by: 'lin', hoursAgo: 27, kind: 'comment', about: SPAM, reason: 'spam', text: '广告，和正文没有关系。' },
  {
    by: 'tomas',
    hoursAgo: 22,
    kind: 'comment',
    about: SPAM,
    reason: 'spam',
    text: 'Not my cousin this time, I promise.',
  },
  {
    by: 'lea',
    hoursAgo: 21,
    kind: 'user',
    about: 'BestDealsDaily',
    reason: 'spam',
    text: 'The whole profile is an advert.',
  },
  {
    by: 'priya',
    hoursAgo: 12,
    kind: 'comment',
    about: RUDE,
    reason: 'abuse',
    text: 'Rude, and not for the first time.',
  },
  {
    by: 'song',
    hoursAgo: 6,
    kind: 'post',
    about: '三平米阳台',
    reason: 'other',
    text: '最后一张图好像在别处见过，请作者注明出处。',
  },
]

/** Reports with the command that members use, so that each case has its copy. A repeated call changes nothing. */
export async function reportDemo(main: D1Database, now: Date): Promise<void> {
  const [db, query] = [openDb(main, new Meter()), localQuery(main)]
  for (const { by, hoursAgo, kind, about, reason, text } of REPORTS) {
    const [found] = await query<{ uid: number; id: number; created_at: string }>(
      `SELECT uid, t.id, t.created_at FROM users, (${TARGETS[kind]}) t WHERE email = ?2`,
      about,
      `${by}@joule.local`,
    )
    if (!found) throw new Error(`cannot report ${about}`)
    const at = new Date(Math.max(now.getTime() - hoursAgo * HOUR, Date.parse(found.created_at) + MINUTE))
    await report(db, { uid: found.uid } as Viewer, { target: { kind, id: found.id }, reason, text }, at)
  }
}

const TARGETS: Record<ReportKind, string> = {
  post: `SELECT id, created_at FROM posts WHERE title LIKE ?1 || '%'`,
  comment: `SELECT id, created_at FROM comments WHERE body LIKE ?1 || '%'`,
  user: 'SELECT uid AS id, created_at FROM users WHERE username = ?1',
}
