import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Database, found, type Statement } from '#db/client.ts'
import { nameTheLimit } from '#db/refusals.ts'
import type { AccessTokenRow } from '#db/schema/accounts.ts'
import type { OwnSession } from '#features/accounts/confirmation/require-confirmed.ts'
import { type ChangeOrigin, notifyOfChange } from '#features/accounts/recovery/not-me.ts'
import { type Viewer, viewerColumns } from '#features/core/people/viewer.ts'
import { after, DAY, HOUR } from '#kernel/clock.ts'
import { hashOf, newSecret } from '#kernel/crypto/secrets.ts'
import { line } from '#kernel/fields.ts'

export const SCOPES = ['read', 'write'] as const

export const AccessTokenShape = z
  .object({
    id: z.int(),
    name: z.string(),
    scope: z.enum(SCOPES),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().nullable(),
    last_used_at: z.iso
      .datetime()
      .nullable()
      .describe(
        'The time of the last use, rounded down to the hour. Null if the token was never used.',
      ),
  })
  .meta({ id: 'AccessToken' })

export const NewAccessTokenShape = AccessTokenShape.extend({
  token: z.string().describe('The token itself. Only this response contains it.'),
}).meta({ id: 'NewAccessToken' })

/** Maximum number of tokens of a user. The trigger access_tokens_twenty_at_most enforces it. */
export const ACCESS_TOKENS_MAX = 20
export const ACCESS_TOKEN_NAME_MAX = 50
/** The default lifetime of a token, in days. */
export const ACCESS_TOKEN_DAYS = 90
export const ACCESS_TOKEN_DAYS_MAX = 365
/** The prefix by which people and secret scanners recognise a leaked token. */
const ACCESS_TOKEN_PREFIX = 'joule_'

export const AccessTokenInput = z.object({
  name: line({ min: 1, max: ACCESS_TOKEN_NAME_MAX }),
  scope: z.enum(SCOPES),
  expires_in_days: z
    .int()
    .min(1)
    .max(ACCESS_TOKEN_DAYS_MAX)
    .nullable()
    .default(ACCESS_TOKEN_DAYS)
    .describe('The number of days until the token expires. With null, it never expires.'),
})

export type AccessToken = z.infer<typeof AccessTokenShape>

/**
 * The tokens of the viewer, newest first. A user has at most ACCESS_TOKENS_MAX tokens, so there is
 * one page.
 */
export function accessTokensOf(viewer: Viewer, now: Date): Statement<AccessToken> {
  return sql`
    SELECT ${SHOWN} FROM access_tokens
    WHERE user_id = ${viewer.uid} AND (expires_at IS NULL OR expires_at > ${now.toISOString()})
    ORDER BY id DESC`
}

/**
 * Requires a fresh session (on the route line). Returns the token in plain text; the database
 * stores only its hash. The trigger users_end_access_tokens revokes the tokens after a new
 * password, a ban or a deletion.
 */
export async function createAccessToken(
  db: Database,
  own: OwnSession,
  { name, scope, expires_in_days: days }: z.infer<typeof AccessTokenInput>,
  origin: ChangeOrigin,
  now: Date,
): Promise<AccessToken & { token: string }> {
  const { viewer } = own
  const secret = await newSecret()
  const token = ACCESS_TOKEN_PREFIX + secret.token
  const expires = days === null ? null : after(now, days * DAY).toISOString()
  const made = db.batch([
    // Expired tokens are deleted first, because they must not count towards the limit.
    sql`DELETE FROM access_tokens WHERE user_id = ${viewer.uid} AND expires_at <= ${now.toISOString()}`,
    sql<AccessToken>`
      INSERT INTO access_tokens (token_hash, user_id, name, scope, created_at, expires_at)
      VALUES (${await hashOf(token)}, ${viewer.uid}, ${name}, ${scope}, ${now.toISOString()}, ${expires})
      RETURNING ${SHOWN}`,
    ...(await notifyOfChange(own, { event: 'token_created', name }, origin, now)),
  ])
  const [, [row]] = await made.catch(nameTheLimit('name', 'too_many_tokens', ACCESS_TOKENS_MAX))
  if (!row) throw new Error('no token was made')
  return { ...row, token }
}

export async function revokeAccessToken(db: Database, viewer: Viewer, id: number): Promise<void> {
  await db.read(
    found(sql`DELETE FROM access_tokens WHERE id = ${id} AND user_id = ${viewer.uid} RETURNING id`),
  )
}

const COLUMNS = [
  'id',
  'name',
  'scope',
  'created_at',
  'expires_at',
  'last_used_at',
] satisfies (keyof AccessTokenRow)[]
const SHOWN = sql.raw(COLUMNS.join(', '))

export interface Holder {
  viewer: Viewer
  scope: AccessTokenRow['scope']
  /**
   * Updates `last_used_at`, which has a resolution of one hour. Null if it is up to date, which is
   * the usual case.
   */
  use: Statement | null
}

export function isAccessToken(token: string): boolean {
  return token.startsWith(ACCESS_TOKEN_PREFIX)
}

export async function holderOf(db: Database, token: string, now: Date): Promise<Holder | null> {
  const row = await db.first(sql<Pick<AccessTokenRow, 'id' | 'scope' | 'last_used_at'> & Viewer>`
    SELECT t.id, t.scope, t.last_used_at, ${viewerColumns(now)}
    FROM access_tokens t JOIN users u ON u.uid = t.user_id
    WHERE t.token_hash = ${await hashOf(token)} AND (t.expires_at IS NULL OR t.expires_at > ${now.toISOString()})
      AND u.status <> 'deleted'`)
  if (row === null) return null
  const { id, scope, last_used_at, ...viewer } = row
  const hour = new Date(Math.floor(now.getTime() / HOUR) * HOUR).toISOString()
  const use =
    last_used_at === hour
      ? null
      : sql`UPDATE access_tokens SET last_used_at = ${hour} WHERE id = ${id}`
  return { viewer, scope, use }
}
