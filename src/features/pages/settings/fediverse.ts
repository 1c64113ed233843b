import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '#db/client.ts'
import { requireVoice } from '#features/core/people/silence.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { contentProblem, withHostCheck } from '#features/publishing/content-rules/blocked-hosts.ts'
import { authorRules } from '#features/publishing/content-rules/needs-review.ts'
import { AppError } from '#kernel/errors.ts'
import { problem, text } from '#kernel/fields.ts'
import { hostOf } from '#kernel/html/links.ts'

export const FEDIVERSE_MAX = 200

export const FediverseShape = z
  .object({
    address: z.string().nullable().describe('`@user@host`: credits the author when a post is shared on Mastodon'),
  })
  .meta({ id: 'FediverseAddress' })

/** `@user@host`; the first `@` may be missing. An empty text removes the address. */
export const FediverseInput = z.object({
  address: text({ max: FEDIVERSE_MAX }).transform((value, context) => {
    if (value === '') return null
    const [, user, name = ''] = /^@?([a-z\d_][\w.-]{0,63})@([^\s@/:?#[\]\\]+)$/i.exec(value) ?? []
    const host = hostOf(`https://${name}`)
    const address = `@${user}@${host}`
    // A domain name: not a number, so no IP address.
    if (user !== undefined && host?.match(/\.[a-z][^.]*$/) && address.length <= FEDIVERSE_MAX) return address
    context.addIssue(problem('not_a_fediverse_address'))
    return z.NEVER
  }),
})

export async function setFediverse(db: Database, viewer: Viewer, address: string | null, now: Date): Promise<void> {
  requireVoice(viewer, now)
  if (address !== null && (await db.read(authorRules(viewer, now))).linksMax !== null)
    throw new AppError('validation_failed', { fields: { address: contentProblem((say) => say.noProfileLink) } })
  const hosts = address === null ? [] : [address.slice(address.lastIndexOf('@') + 1)]
  const update = sql`UPDATE users SET fediverse = ${address} WHERE uid = ${viewer.uid}`
  await withHostCheck(db, hosts, (check) => db.batch([...check, update]), 'address')
}
