import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Database, type Group, group, type Statement } from '#db/client.ts'
import type { OwnSession } from '#features/accounts/confirmation/require-confirmed.ts'
import { type DeviceEvent, deviceEventMail } from '#features/accounts/recovery/mails.ts'
import { issueToken, liveToken, TOKEN_LIFETIME } from '#features/accounts/recovery/tokens.ts'
import { endAllSessions } from '#features/accounts/sessions/devices.ts'
import type { Origin } from '#features/accounts/sessions/open.ts'
import type { VerifiedKind } from '#features/core/mail/kinds.ts'
import type { Written } from '#features/core/mail/mail-text.ts'
import { type MailOrigin, mail, mailedTo } from '#features/core/mail/outbox.ts'
import { systemNotice } from '#features/core/notifications/notices.ts'
import { zoneOf } from '#features/core/people/viewer.ts'
import { after } from '#kernel/clock.ts'
import { hashOf, newSecret } from '#kernel/crypto/secrets.ts'
import { AppError } from '#kernel/errors.ts'
import { deviceOf } from '#kernel/user-agent.ts'

/** Events that are mailed with a "this was not me" link. */
export const SECURITY_EVENTS = [
  'new_sign_in',
  'second_factor_on',
  'second_factor_off',
  'passkey_added',
  'passkey_removed',
  'provider_connected',
  'provider_removed',
  'token_created',
  'app_allowed',
  'assistant_connected',
  'password_changed',
  'email_change',
] as const

export type SecurityEvent = (typeof SECURITY_EVENTS)[number]

interface SecurityMail extends MailOrigin {
  kind: VerifiedKind
  about: SecurityEvent
  /** The session that signed in or made the change. */
  sid: string
  /** A condition. If it is false, the event did not happen, and there is no mail. */
  when: Statement
  write(path: string): Written
  onceADay?: readonly string[]
}

/**
 * Mails a security event with a "this was not me" link. A mail that is refused makes no link. The
 * triggers users_take_no_reserved_address and users_change_to_no_reserved_address reserve the
 * address, because the link can restore it.
 */
export async function mailWithNotMe(
  uid: number,
  { about, sid, when, write, ...origin }: SecurityMail,
  now: Date,
): Promise<[Statement, Statement]> {
  const { token, hash } = await newSecret()
  const expires = after(now, TOKEN_LIFETIME.not_me).toISOString()
  const recipient = sql`SELECT uid, email AS address FROM users WHERE uid = ${uid} AND email IS NOT NULL AND ${when}`
  return [
    mail(recipient, { ...origin, tokenHash: hash, ...write(`/not-me?token=${token}`) }, now),
    sql`INSERT INTO user_tokens (token_hash, user_id, kind, email, created_at, expires_at, sid, about)
        SELECT ${hash}, uid, 'not_me', address, ${now.toISOString()}, ${expires}, ${sid}, ${about}
        FROM (${mailedTo(hash)})`,
  ]
}

export const SecurityLinkShape = z
  .object({
    id: z.string(),
    about: z.enum(SECURITY_EVENTS),
    email: z.string().describe('The e-mail address to which the link was sent.'),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    revocable: z
      .boolean()
      .describe(
        'Whether this session may revoke the link. It may if it is older than the event and did not cause it.',
      ),
  })
  .meta({ id: 'SecurityLink' })

export type NotMeLink = z.infer<typeof SecurityLinkShape>

const LINKS_SHOWN = 50

/** The viewer's valid "this was not me" links, newest first. */
export function notMeLinks({ viewer, sid }: OwnSession, now: Date): Group<NotMeLink[]> {
  const rows = sql<Omit<NotMeLink, 'revocable'> & { revocable: 0 | 1 }>`
    SELECT token_hash AS id, about, email, created_at, expires_at, ${isRevocable(sid)} AS revocable FROM user_tokens
    WHERE user_id = ${viewer.uid} AND kind = 'not_me' AND expires_at > ${now.toISOString()}
    ORDER BY created_at DESC LIMIT ${LINKS_SHOWN}`
  return group({ rows }, ({ rows }) =>
    rows.map((row) => ({ ...row, revocable: row.revocable === 1 })),
  )
}

/**
 * Requires a session that may revoke the link. Otherwise a thief could remove the user's way back.
 */
export async function revokeNotMeLink(db: Database, own: OwnSession, id: string): Promise<void> {
  const link = sql`token_hash = ${id} AND user_id = ${own.viewer.uid} AND kind = 'not_me'`
  const [ended, left] = await db.batch([
    sql`DELETE FROM user_tokens WHERE ${link} AND ${isRevocable(own.sid)} RETURNING user_id`,
    sql`SELECT 1 FROM user_tokens WHERE ${link}`,
  ])
  if (ended.length === 0) throw new AppError(left.length === 0 ? 'not_found' : 'forbidden')
}

/**
 * Whether this session may revoke a link: it must be older than the event and must not have caused
 * it, because a thief signs in before they change anything.
 */
function isRevocable(sid: string): Statement {
  return sql`EXISTS (
    SELECT 1 FROM sessions s
    WHERE s.sid = ${sid} AND s.created_at < user_tokens.created_at AND s.sid IS NOT user_tokens.sid)`
}

export interface ReportedEvent {
  about: SecurityEvent
  created_at: string
  user_agent: string | null
  ip: string | null
}

/** The event that the link is about, or null if the link is invalid. Does not use up the link. */
export async function eventOfLink(
  db: Database,
  token: string,
  now: Date,
): Promise<ReportedEvent | null> {
  const live = liveToken(await hashOf(token), ['not_me'], now)
  return db.first(sql<ReportedEvent>`
    SELECT t.about, t.created_at, s.user_agent, s.ip
    FROM (${live}) t LEFT JOIN sign_ins s ON s.user_id = t.user_id AND s.sid = t.sid`)
}

/**
 * "This was not me": ends all sessions and access tokens, and every login method and change of
 * address made since the event. A consent that was widened since then ends as a whole. Also removes
 * the password, because the attacker may know it. Returns a token to set a new one.
 */
export async function notMe(db: Database, token: string, now: Date): Promise<string> {
  const hash = await hashOf(token)
  const live = liveToken(hash, ['not_me'], now)
  const [holder, since, address] = ['user_id', 'created_at', 'email'].map(
    (column) => sql`(SELECT ${sql.raw(column)} FROM (${live}))`,
  ) as [Statement, Statement, Statement]
  const next = await newSecret()
  const results = await db.batch([
    endAllSessions(holder),
    sql`DELETE FROM access_tokens WHERE user_id = ${holder}`,
    sql`DELETE FROM oauth_grants WHERE user_id = ${holder}`,
    sql`DELETE FROM oauth_consents WHERE user_id = ${holder} AND coalesce(changed_at, created_at) >= ${since}`,
    sql`DELETE FROM passkeys WHERE user_id = ${holder} AND created_at >= ${since}`,
    sql`DELETE FROM user_identities WHERE user_id = ${holder} AND created_at >= ${since}`,
    sql`DELETE FROM user_totp WHERE user_id = ${holder} AND coalesce(confirmed_at, created_at) >= ${since}`,
    // Links that were mailed since the event may be in the mailbox of the attacker.
    sql`DELETE FROM user_tokens
        WHERE user_id = ${holder} AND token_hash <> ${hash} AND (kind <> 'not_me' OR created_at >= ${since})`,
    // The trigger users_end_login_challenges ends logins that wait for a code.
    sql`UPDATE users SET password_hash = NULL, email = ${address} WHERE uid = ${holder}`,
    ...issueToken(
      sql`SELECT user_id AS uid, email AS address FROM (${live})`,
      { kind: 'reset', hash: next.hash },
      now,
    ),
    sql`DELETE FROM user_tokens WHERE token_hash = ${hash} AND EXISTS (${live}) RETURNING user_id`,
  ])
  if (results.at(-1)?.length === 0) throw new AppError('session_expired')
  return next.token
}

/** The device and the network of a request that changes a login method. */
export interface ChangeOrigin extends Origin, MailOrigin {
  country: string | null
}

/**
 * Notifies the user of a change of a login method, on the site and by mail, because a thief with a
 * session or the password can make such a change. These statements must directly follow the
 * statement of the change. They do nothing if that statement changed no row.
 */
export async function notifyOfChange(
  { viewer, sid }: OwnSession,
  about: Exclude<DeviceEvent, { event: 'new_sign_in' }>,
  origin: ChangeOrigin,
  now: Date,
): Promise<Statement[]> {
  const { site, language, ip, country, userAgent } = origin
  const seen = { device: { ...deviceOf(userAgent), ip, country }, zone: zoneOf(viewer), language }
  const write = (path: string) => deviceEventMail(about, path, seen, now)
  const when = sql`changes() > 0`
  return [
    systemNotice({ to: viewer.uid, about, when }, now),
    ...(await mailWithNotMe(
      viewer.uid,
      { kind: 'security', about: about.event, sid, when, site, language, write },
      now,
    )),
  ]
}
