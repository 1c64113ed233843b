import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { withRetry } from '#db/outage.ts'
import type { AppEnv, MemberEnv } from '#env'
import {
  ENERGIZE_COST,
  EnergizedShape,
  storedOutcome,
} from '#features/community/energize/energize.ts'
import { postFiguresChanged } from '#features/publishing/posts/http/post-changed.ts'
import { AppError, orUnavailable } from '#kernel/errors.ts'
import { member } from '#web/guards/access.ts'
import { doc, write } from '#web/openapi/doc.ts'
import { retryOf } from '#web/validation/idempotency.ts'
import { json } from '#web/validation/validate.ts'

const EnergizeInput = z.object({ post_id: z.int().min(1), form: z.enum(['light', 'heavy']) })

const energizeDoc = doc(
  `Give energy to a post. \`light\` costs ${ENERGIZE_COST.light} energy, \`heavy\` costs ${ENERGIZE_COST.heavy}. The author gains the same amount`,
  { 200: EnergizedShape },
  'energy_negative',
  'energize_cap',
  'own_post',
  'not_found',
  'forbidden',
  'idempotency_conflict',
)

/** The two paths are one endpoint. */
export const energizeApi = new Hono<AppEnv>()
  .post(
    '/energy/energize',
    write('energizePost', { tag: 'energy', repeat: 'idempotent', tokens: true }),
    member,
    energizeDoc,
    json(EnergizeInput),
    async (c) => c.json(await energizeThroughCounter(c, c.req.valid('json'))),
  )
  .post(
    '/energize',
    write('energizePostByAlias', { tag: 'energize', repeat: 'idempotent', tokens: true }),
    member,
    energizeDoc,
    json(EnergizeInput),
    async (c) => c.json(await energizeThroughCounter(c, c.req.valid('json'))),
  )

async function energizeThroughCounter(
  c: Context<MemberEnv>,
  input: z.output<typeof EnergizeInput>,
) {
  const { post_id: postId, form } = input
  const retry = await retryOf(c, input, '/api/energy/energize')
  const before = await storedOutcome(c.var.db, postId, retry, c.var.now)
  if (before !== null) return before
  const call = { uid: c.var.viewer.uid, postId, form, retry, now: c.var.now.getTime() }
  const send = async () => c.env.ENERGIZE_COUNTER.getByName(`post:${postId}`).energize(call)
  // Without an idempotency key a retry could charge twice, so only requests with a key are retried.
  const reply = await orUnavailable(() => (retry === null ? send() : withRetry(send)))
  c.var.meter.add(reply.cost)
  if ('refused' in reply) throw new AppError(reply.refused)
  const { energized } = reply
  postFiguresChanged(c, postId)
  // The exp may have reached a new level.
  c.var.news.users.add(c.var.viewer.uid)
  return energized
}
