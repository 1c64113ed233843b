import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Database, found, type Statement } from '#db/client.ts'
import type { IdentityRow, ProviderRow } from '#db/schema/accounts.ts'
import type { OwnSession } from '#features/accounts/confirmation/require-confirmed.ts'
import { type ChangeOrigin, notifyOfChange } from '#features/accounts/recovery/not-me.ts'
import { HAS_SECOND_FACTOR } from '#features/accounts/second-factor/proof.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { SECOND } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'
import { SESSION_FRESH_FOR } from '#kernel/session-age.ts'

/** The accepted difference between the clocks of this site and of a provider. */
export const CLOCK_TOLERANCE = 30 * SECOND

/**
 * The issuer of GitHub, which has no discovery document. Another issuer is a GitHub Enterprise
 * Server.
 */
export const GITHUB = 'https://github.com'

/** A provider with its secret, for requests to it. */
export type Provider = Pick<ProviderRow, 'key' | 'type' | 'name' | 'issuer' | 'client_id'> & {
  clientSecret: string
  mayCreateAccounts: boolean
}

export const ProviderLinkShape = z
  .object({ key: z.string(), name: z.string() })
  .meta({ id: 'LoginProvider' })
/** A provider for pages and buttons. */
export type ProviderLink = z.infer<typeof ProviderLinkShape>

export const OwnProviderShape = ProviderLinkShape.extend({
  label: z
    .string()
    .nullable()
    .describe('Your name at the provider. Null if the provider is not connected.'),
  connected_at: z.iso.datetime().nullable(),
  last_used_at: z.iso.datetime().nullable(),
}).meta({ id: 'OwnLoginProvider' })

/** A provider as a user sees it in the settings. */
export type OwnProvider = z.infer<typeof OwnProviderShape>

/** Every provider of the site, connected or not. */
export function ownProviders(viewer: Viewer): Statement<OwnProvider> {
  return sql`
    SELECT p.key, p.name, i.label, i.created_at AS connected_at, i.last_used_at
    FROM identity_providers p LEFT JOIN user_identities i ON i.issuer = p.issuer AND i.user_id = ${viewer.uid}
    ORDER BY p.created_at, p.key`
}

/**
 * Connects an identity to the account of the viewer. The session was fresh when the viewer was sent
 * to the provider.
 */
export async function connectIdentity(
  db: Database,
  own: OwnSession,
  provider: Provider,
  identity: Identity,
  origin: ChangeOrigin,
  now: Date,
): Promise<void> {
  const { uid } = own.viewer
  const { issuer, subject } = identity
  const connected = await db.lastOf([
    sql`INSERT INTO user_identities (user_id, issuer, subject, label, created_at)
          VALUES (${uid}, ${issuer}, ${subject}, ${labelOf(identity)}, ${now.toISOString()})
          ON CONFLICT DO NOTHING`,
    ...(await notifyOfChange(
      own,
      { event: 'provider_connected', name: provider.name },
      origin,
      now,
    )),
    sql`SELECT 1 FROM user_identities WHERE user_id = ${uid} AND issuer = ${issuer} AND subject = ${subject}`,
  ])
  // Another user has this identity, or the viewer has another identity of this provider.
  if (connected.length === 0) throw new ProviderProblem('identity_taken')
}

/**
 * Requires a fresh session (on the route line). Refuses to remove the last way to log in. The
 * trigger user_identities_end_login_challenges ends logins that wait for a code;
 * users_erased_have_no_identities deletes the identities of erased users.
 */
export async function disconnectProvider(
  db: Database,
  own: OwnSession,
  key: string,
  origin: ChangeOrigin,
  now: Date,
): Promise<void> {
  const { uid } = own.viewer
  const identity = await db.read(
    found(sql<Pick<IdentityRow, 'id'> & { name: string }>`
      SELECT i.id, p.name FROM user_identities i JOIN identity_providers p ON p.issuer = i.issuer
      WHERE i.user_id = ${uid} AND p.key = ${key}`),
  )
  const [removed] = await db.batch([
    sql`DELETE FROM user_identities
        WHERE id = ${identity.id} AND ${hasOtherLogin(uid, { identity: identity.id })} RETURNING id`,
    ...(await notifyOfChange(own, { event: 'provider_removed', name: identity.name }, origin, now)),
  ])
  if (removed.length === 0) throw new AppError('last_sign_in')
}

/**
 * Checks that the viewer has signed in again with an identity of their own. OpenID Connect
 * providers were asked to authenticate the person again (`max_age=0`), so the time that they report
 * must be recent. GitHub cannot be asked to.
 */
export async function requireOwnIdentity(
  db: Database,
  viewer: Viewer,
  { issuer, subject, authTime }: Identity,
  type: Provider['type'],
  now: Date,
): Promise<{ needsCode: boolean }> {
  const row = await db.first(sql<{ has_second_factor: number }>`
    SELECT ${HAS_SECOND_FACTOR} AS has_second_factor
    FROM users JOIN user_identities i ON i.user_id = users.uid
    WHERE users.uid = ${viewer.uid} AND i.issuer = ${issuer} AND i.subject = ${subject}`)
  if (row === null) throw new ProviderProblem('wrong_identity')
  const age = authTime === null ? Number.POSITIVE_INFINITY : now.getTime() - authTime * SECOND
  const isRecent = age <= SESSION_FRESH_FOR && age >= -CLOCK_TOLERANCE
  if (type === 'oidc' && !isRecent) throw new ProviderProblem('wrong_identity')
  return { needsCode: row.has_second_factor === 1 }
}

/** A person as a provider describes them. */
export interface Identity {
  issuer: string
  subject: string
  email: string | null
  isEmailVerified: boolean
  /** The name of the person at the provider. It may not be a valid username here. */
  username: string | null
  /** Everything that the provider has sent, for the test of the owner. */
  claims: Record<string, unknown>
  /**
   * When the person last entered their credentials at the provider, in seconds. Null if the
   * provider does not say: many do not.
   */
  authTime: number | null
}

/** The name by which the person recognises the identity in the settings. */
export function labelOf({ username, email, subject }: Identity): string {
  return (username ?? email ?? subject).slice(0, LABEL_MAX)
}

const LABEL_MAX = 100

/**
 * An SQL condition: the user can log in without this identity or this passkey, with a password,
 * another passkey or another connected provider of the site. It is checked inside the DELETE, so
 * that concurrent requests cannot remove the last two.
 */
export function hasOtherLogin(
  uid: number,
  { identity = 0, passkey = 0 }: { identity?: number; passkey?: number },
): Statement {
  return sql`(
    EXISTS (SELECT 1 FROM users u WHERE u.uid = ${uid} AND u.password_hash IS NOT NULL)
    OR EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = ${uid} AND k.id <> ${passkey})
    OR EXISTS (
      SELECT 1 FROM user_identities o JOIN identity_providers q ON q.issuer = o.issuer
      WHERE o.user_id = ${uid} AND o.id <> ${identity}))`
}

/**
 * Why a sign-in with a provider failed. `/login?problem=<code>` and the settings page explain each
 * code.
 */
export const PROVIDER_PROBLEMS = [
  'expired',
  'denied',
  'provider_failed',
  'email_taken',
  'sign_up_disabled',
  'registration_closed',
  'invitation_required',
  'identity_taken',
  'wrong_identity',
  'rate_limited',
] as const

export type ProviderProblemCode = (typeof PROVIDER_PROBLEMS)[number]

/**
 * Ends a sign-in with a provider. The cause is logged, because it helps the owner to correct the
 * configuration.
 */
export class ProviderProblem extends Error {
  readonly code: ProviderProblemCode

  constructor(code: ProviderProblemCode, cause?: unknown) {
    super(code, { cause })
    this.name = 'ProviderProblem'
    this.code = code
  }
}
