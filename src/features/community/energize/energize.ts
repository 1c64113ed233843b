import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Database, one, type Statement } from '#db/client.ts'
import { nextId } from '#db/ids.ts'
import {
  firstTime,
  type Retry,
  storedResponse,
  storeResponse,
} from '#features/core/site/idempotency.ts'
import { ENERGIZE_EXP_CAP } from '#features/economy/energy/account.ts'
import { ledgerEntries } from '#features/economy/energy/ledger.ts'
import { publicPostOf } from '#features/publishing/posts/post.ts'
import { dayOf } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'

export type Form = keyof typeof ENERGIZE_COST

export const EnergizedShape = z
  .object({
    energy: z.int(),
    spent_on_post: z.int(),
    remaining_on_post: z.int(),
    post_energy: z.int(),
    exp_gained: z.int(),
  })
  .meta({ id: 'Energized' })
export type Energized = z.infer<typeof EnergizedShape>

/**
 * The stored response of a repeated request, or null if the request is new. A post that accepts no
 * energy is refused here, so that its Durable Object is not called.
 */
export async function storedOutcome(
  db: Database,
  postId: number,
  retry: Retry | null,
  now: Date,
): Promise<Energized | null> {
  const { before, post } = await db.read({
    before: storedResponse<Energized>(retry, now),
    post: one(publicPostOf(postId)),
  })
  if (before === null && post === null) throw new AppError('not_found')
  return before
}

/**
 * Charges the viewer, and credits the author and the post, with all logs, in one batch. The
 * database enforces every rule, so the result is correct for every caller and any number of
 * concurrent calls. The triggers post_energize_log_cap, post_energize_log_not_own and
 * post_energize_log_post_is_public refuse. The trigger post_energize_log_count counts. The triggers
 * post_energize_log_is_never_* protect the log. The triggers of the ledger compute the balance.
 */
export async function energize(
  db: Database,
  uid: number,
  postId: number,
  form: Form,
  retry: Retry | null,
  now: Date,
): Promise<Energized> {
  const run = () => pay(db, uid, postId, form, retry, now)
  return firstTime<Energized, Energized>(db, retry, now, run, (first) => first)
}

/** The energy that a user has given to a post. */
export function givenBy(uid: number | SQL, postId: number): SQL {
  return sql`(SELECT COALESCE(SUM(amount), 0) FROM post_energize_log WHERE post_id = ${postId} AND user_id = ${uid})`
}

/** The energy of a post; zero if there is no such post. */
export async function energyOf(db: Database, postId: number): Promise<number> {
  const post = await db.first(
    sql<{ energy: number }>`SELECT energy FROM posts WHERE id = ${postId}`,
  )
  return post?.energy ?? 0
}

async function pay(
  db: Database,
  uid: number,
  postId: number,
  form: Form,
  retry: Retry | null,
  now: Date,
): Promise<Energized> {
  const cost = ENERGIZE_COST[form]
  const [energized] = await db.lastOf([
    logEnergize(uid, postId, cost, now),
    ledgerEntries(
      [
        { uid, amount: -cost, exp: GAINED, reason: 'energize', postId },
        {
          uid: sql`SELECT author_id FROM posts WHERE id = ${postId}`,
          amount: cost,
          reason: 'energized',
          postId,
        },
      ],
      now,
    ),
    sql`
      INSERT INTO daily_exp_summary (user_id, day, exp) SELECT ${uid}, ${dayOf(now)}, ${GAINED} WHERE TRUE
      ON CONFLICT (user_id, day) DO UPDATE SET exp = exp + excluded.exp`,
    ...storeResponse(retry, outcomeAsJson(uid, postId), now),
    outcome(uid, postId),
  ])
  if (!energized) throw new AppError('not_found')
  return energized
}

/** Uses the id that the ledger entry of the giver will get. The daily cap limits the exp. */
function logEnergize(uid: number, postId: number, cost: number, now: Date): Statement {
  return sql`
    INSERT INTO post_energize_log (id, user_id, post_id, amount, exp_gained, created_at)
    SELECT ${nextId('energy_log')}, ${uid}, ${postId}, ${cost}, MIN(${cost * EXP_PER_ENERGY}, ${ENERGIZE_EXP_CAP} - COALESCE(
      (SELECT exp FROM daily_exp_summary WHERE user_id = ${uid} AND day = ${dayOf(now)}), 0)), ${now.toISOString()}`
}

/** The exp that this batch gained: that of the newest row of the log. */
const GAINED: Statement = sql`(SELECT exp_gained FROM post_energize_log ORDER BY id DESC LIMIT 1)`

/** The response: the balance of the giver and the figures of the post after the batch. */
function outcome(uid: number, postId: number): Statement<Energized> {
  return sql`
    SELECT u.energy, given AS spent_on_post, ${ENERGIZE_CAP} - given AS remaining_on_post, p.energy AS post_energy,
      ${GAINED} AS exp_gained
    FROM users u, posts p,
      (SELECT SUM(amount) AS given FROM post_energize_log WHERE post_id = ${postId} AND user_id = ${uid})
    WHERE u.uid = ${uid} AND p.id = ${postId}`
}

function outcomeAsJson(uid: number, postId: number): Statement {
  return sql`(
    SELECT json_object('energy', energy, 'spent_on_post', spent_on_post, 'remaining_on_post', remaining_on_post,
      'post_energy', post_energy, 'exp_gained', exp_gained)
    FROM (${outcome(uid, postId)}))`
}

/** The energy that the viewer pays and the author of the post receives. */
export const ENERGIZE_COST = { light: 1, heavy: 2 } as const

/**
 * The maximum energy that one user can give to one post. The trigger post_energize_log_cap enforces
 * it.
 */
export const ENERGIZE_CAP = 20

/** The exp that the viewer earns per energy given, up to the daily cap. */
export const EXP_PER_ENERGY = 10
