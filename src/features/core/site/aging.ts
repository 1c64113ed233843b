import { type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { AGES } from '#db/schema/ages.ts'
import { comments } from '#db/schema/community.ts'
import { clearing, isUncleared } from '#db/schema/facts.ts'
import { recall, remember } from '#features/core/site/state.ts'
import { addDays, dayOf } from '#kernel/clock.ts'

interface Rule {
  /** The rows of the rule, in the order of `id`. */
  rows: SQL
  id: SQL
  /** The number of ids that a step covers. */
  ids: number
  /**
   * The statements for the ids above `from`, up to `to`. A step may stop at an earlier id, after it
   * has changed something.
   */
  step(range: { from: number; to: number }, ages: Ages, db: Database): Step | Promise<Step>
}

type Step = { statements: Statement[]; to?: number }

interface Ages {
  /** The time before which a row has reached the age. */
  before: (age: keyof typeof AGES) => string
  now: Date
}

const STEPS_PER_RUN = 20
const DAYS_PER_STEP = 2_000

const RULES: Rule[] = [
  {
    rows: sql`notifications`,
    id: sql`id`,
    ids: 2_000,
    step: ({ from, to }, { before }) => ({
      statements: [
        sql`
          DELETE FROM notifications WHERE id > ${from} AND id <= ${to}
            AND created_at < iif(read = 1, ${before('readNotices')}, ${before('unreadNotices')})`,
      ],
    }),
  },
  {
    // The last one of the older revisions of each month stays.
    rows: sql`post_revisions`,
    id: sql`post_id`,
    ids: 200,
    step: ({ from, to }, { before }) => ({
      statements: [
        sql`
          DELETE FROM post_revisions
          WHERE post_id > ${from} AND post_id <= ${to} AND saved_at < ${before('revisions')} AND EXISTS (
            SELECT 1 FROM post_revisions n
            WHERE n.post_id = post_revisions.post_id AND n.version > post_revisions.version
              AND substr(n.saved_at, 1, 7) = substr(post_revisions.saved_at, 1, 7))`,
      ],
    }),
  },
  { rows: sql`post_days`, id: sql`post_id`, ids: 200, step: daysToMonths },
  {
    rows: sql`post_readers`,
    id: sql`post_id`,
    ids: 200,
    step: ({ from, to }, { before }) => ({
      statements: [
        sql`
          DELETE FROM post_readers
          WHERE post_id > ${from} AND post_id <= ${to} AND day < ${before('readerFigures').slice(0, 10)}`,
      ],
    }),
  },
  {
    rows: sql`(SELECT rowid AS id FROM site_readers)`,
    id: sql`id`,
    ids: 1_000,
    step: ({ from, to }, { before }) => ({
      statements: [
        sql`
          DELETE FROM site_readers
          WHERE rowid > ${from} AND rowid <= ${to} AND day < ${before('readerFigures').slice(0, 10)}`,
      ],
    }),
  },
  {
    // The newest sign-in stays, because the next one is compared with it.
    rows: sql`sign_ins`,
    id: sql`id`,
    ids: 2_000,
    step: ({ from, to }, { before }) => ({
      statements: [
        sql`
          DELETE FROM sign_ins WHERE id > ${from} AND id <= ${to} AND created_at < ${before('signIns')} AND EXISTS (
            SELECT 1 FROM sign_ins n WHERE n.user_id = sign_ins.user_id AND n.id > sign_ins.id)`,
      ],
    }),
  },
  {
    // The trigger audit_log_is_never_changed allows changes of entries up to aged.audit_log.
    rows: sql`audit_log`,
    id: sql`id`,
    ids: 2_000,
    step: ({ from, to }, { before }) => ({
      statements: [
        remember('aged.audit_log', String(to)),
        sql`
          UPDATE audit_log SET ip = ''
          WHERE id > ${from} AND id <= ${to} AND created_at < ${before('auditAddresses')} AND ip <> ''`,
        sql`
          UPDATE audit_log SET before = ${withoutTexts(sql`before`)}, after = ${withoutTexts(sql`after`)}
          WHERE id > ${from} AND id <= ${to} AND created_at < ${before('auditTexts')}
            AND (before IS NOT ${withoutTexts(sql`before`)} OR after IS NOT ${withoutTexts(sql`after`)})`,
        sql`DELETE FROM site_state WHERE key = 'aged.audit_log'`,
      ],
    }),
  },
  {
    // A comment that "Ban and hide" has deleted keeps its text, because the action can be undone.
    // The row stays: replies and notices refer to it.
    rows: sql`comments`,
    id: sql`id`,
    ids: 500,
    step: ({ from, to }, { before }) => {
      const emptied = sql`
        SELECT id FROM comments c
        WHERE id > ${from} AND id <= ${to} AND deleted_at < ${before('deletedComments')} AND NOT EXISTS (
          SELECT 1 FROM user_hidings h CROSS JOIN hidden_items i ON i.hiding_id = h.id
          WHERE h.user_id = c.author_id AND h.state <> 'restored' AND i.kind = 'comment' AND i.item_id = c.id)`
      return {
        statements: [
          sql`DELETE FROM comment_mentions WHERE comment_id IN (${emptied})`,
          sql`DELETE FROM comment_likes WHERE comment_id IN (${emptied})`,
          sql`
            UPDATE comments SET ${clearing(comments, 'content')}
            WHERE id IN (${emptied}) AND ${isUncleared(comments, 'content')}`,
        ],
      }
    },
  },
  {
    // The figures of the letter stay. A step covers few letters, because each has many recipients.
    rows: sql`letters WHERE EXISTS (SELECT 1 FROM letter_sends WHERE letter_id = letters.id)`,
    id: sql`id`,
    ids: 10,
    step: ({ from, to }, { before }) => ({
      statements: [
        sql`
          DELETE FROM letter_sends WHERE letter_id > ${from} AND letter_id <= ${to} AND letter_id IN (
            SELECT id FROM letters WHERE ended_at < ${before('letterSends')})`,
      ],
    }),
  },
  ...['user', 'post'].map(
    (kind): Rule => ({
      rows: sql`live_topics WHERE kind = ${kind}`,
      id: sql`id`,
      ids: 2_000,
      step: ({ from, to }, { before }) => ({
        statements: [
          sql`
            DELETE FROM live_topics
            WHERE kind = ${kind} AND id > ${from} AND id <= ${to} AND day < ${before('liveTopics').slice(0, 10)}`,
        ],
      }),
    }),
  ),
]

const withoutTexts = (json: SQL) =>
  sql`json_remove(${json}, '$.username', '$.signature', '$.title', '$.body')`

interface Progress {
  /** The day on which the last pass through all rules began. */
  day: string
  /** The position in the pass. After the last rule, the pass is complete. */
  rule: number
  after: number
}

/**
 * For the cron: applies all rules once a day, in a bounded number of batches per run. Each batch
 * stores the position.
 */
export async function applyAges(db: Database, now: Date): Promise<void> {
  const today = dayOf(now)
  const stored = await recall(db, 'aging')
  let { day, rule, after }: Progress = stored
    ? JSON.parse(stored)
    : { day: '', rule: RULES.length, after: 0 }
  if (rule >= RULES.length && day !== today) [day, rule, after] = [today, 0, 0]
  else if (rule >= RULES.length) return
  const before = (age: keyof typeof AGES) => `${addDays(today, -AGES[age])}T00:00:00.000Z`
  for (let steps = 0; steps < STEPS_PER_RUN && rule < RULES.length; steps++) {
    const { rows, id, ids, step } = RULES[rule] as Rule
    const next = sql`SELECT DISTINCT ${id} AS id FROM (SELECT * FROM ${rows}) WHERE ${id} > ${after} ORDER BY ${id} LIMIT ${ids}`
    const found = await db.first(sql<{ last: number | null; count: number }>`
      SELECT MAX(id) AS last, COUNT(*) AS count FROM (${next})`)
    const to = found?.last ?? after
    const done =
      to === after ? { statements: [] } : await step({ from: after, to }, { before, now }, db)
    const reached = done.to ?? to
    const isEnd = (found?.count ?? 0) < ids && reached === to
    ;[rule, after] = isEnd ? [rule + 1, 0] : [rule, reached]
    await db.batch([
      ...done.statements,
      remember('aging', JSON.stringify({ day, rule, after } satisfies Progress)),
    ])
  }
}

const FIGURES = ['energy', 'comments', 'likes', 'favorites', 'views', 'ends'] as const
const ADDED = [...FIGURES, ...FIGURES.map((name) => `summed_${name}`), 'likes_of_others', 'told']

/**
 * Replaces the rows of the days of a month by one row with its first day. The triggers
 * post_days_sum and post_days_sum_gone move the sums of the author, too.
 */
async function daysToMonths(
  { from, to }: { from: number; to: number },
  { before }: Ages,
  db: Database,
): Promise<Step> {
  const limit = `${before('postDays').slice(0, 7)}-01`
  const days = await db.all(sql<{ post_id: number; day: string; month: string }>`
    SELECT post_id, day, substr(day, 1, 8) || '01' AS month FROM post_days d
    WHERE post_id > ${from} AND post_id <= ${to} AND day < ${limit} AND substr(day, 9) <> '01' AND fresh = 0 AND NOT EXISTS (
      SELECT 1 FROM post_days m WHERE m.post_id = d.post_id AND m.day = substr(d.day, 1, 8) || '01' AND m.fresh = 1)
    ORDER BY post_id, day LIMIT ${DAYS_PER_STEP}`)
  const last = days.at(-1)
  if (last === undefined) return { statements: [] }
  const list = sql`json_each(${JSON.stringify(days)})`
  const isListed = sql`fresh = 0 AND (post_id, day) IN (SELECT value ->> 'post_id', value ->> 'day' FROM ${list})`
  const isMonth = sql`(post_id, day) IN (SELECT value ->> 'post_id', value ->> 'month' FROM ${list})`
  const each = (text: (name: string) => string) => sql.raw(ADDED.map(text).join(', '))
  return {
    statements: [
      sql`
        INSERT INTO post_days (post_id, day, author_id, fresh)
        SELECT DISTINCT post_id, substr(day, 1, 8) || '01', author_id, 0 FROM post_days WHERE ${isListed}
        ON CONFLICT DO NOTHING`,
      sql`
        UPDATE post_days SET ${each((name) => `${name} = post_days.${name} + s.${name}`)}
        FROM (
          SELECT post_id AS id, substr(day, 1, 8) || '01' AS month, ${each((name) => `SUM(${name}) AS ${name}`)}
          FROM post_days WHERE ${isListed} GROUP BY 1, 2) s
        WHERE post_id = s.id AND day = s.month`,
      sql`DELETE FROM post_days WHERE ${isListed}`,
      // The figures of these months did not change, so there is nothing to sum up.
      sql`
        UPDATE post_days SET fresh = 0
        WHERE ${isMonth} AND fresh = 1 AND likes_of_others <= told
          AND ${sql.raw(FIGURES.map((name) => `${name} = summed_${name}`).join(' AND '))}`,
      sql`
        DELETE FROM author_daily
        WHERE day < ${limit} AND ${sql.raw(FIGURES.map((name) => `${name} = 0`).join(' AND '))} AND author_id IN (
          SELECT author_id FROM post_days WHERE ${isMonth})`,
    ],
    // If there may be more days, the next step begins with the last post again.
    ...(days.length === DAYS_PER_STEP && { to: last.post_id - 1 }),
  }
}
