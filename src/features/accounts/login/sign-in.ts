import { sql } from 'drizzle-orm'
import { type Database, type Group, group, type Statement } from '#db/client.ts'
import type { SignIn } from '#db/schema/accounts.ts'
import type { User } from '#db/schema/core.ts'
import { deviceEventMail } from '#features/accounts/recovery/mails.ts'
import { type ChangeOrigin, mailWithNotMe } from '#features/accounts/recovery/not-me.ts'
import {
  liveSession,
  openSession,
  type SignedIn,
  signedIn,
} from '#features/accounts/sessions/open.ts'
import { knownLanguages } from '#features/core/identity/identity.ts'
import { systemNotice } from '#features/core/notifications/notices.ts'
import { type Viewer, zoneOf } from '#features/core/people/viewer.ts'
import { hashOf } from '#kernel/crypto/secrets.ts'
import { ALL_LANGUAGES, type Language, offeredLanguage } from '#kernel/i18n.ts'
import type { RateLimits } from '#kernel/rate-limits.ts'
import { type Device, deviceOf } from '#kernel/user-agent.ts'

/**
 * Maximum number of stored sign-ins of a user. The trigger sign_ins_oldest_goes deletes older ones.
 */
export const SIGN_INS_MAX = 50

/** The device and the network of a sign-in, from the request. */
export interface SignInOrigin extends ChangeOrigin {
  /** The hash of the device cookie. */
  deviceHash: string
  limits: { ofAddress: RateLimits; ofUser: (uid: number) => RateLimits }
}

/**
 * The user who signs in. `language` is that of their last sign-in, because this sign-in may be that
 * of an attacker.
 */
export interface SigningIn extends Pick<User, 'uid' | 'time_zone' | 'browser_time_zone'> {
  language: Language | null
}

/** The columns of `SigningIn`. */
export const SIGNING_IN = sql`
  users.uid, users.time_zone, users.browser_time_zone,
  (SELECT language FROM sign_ins WHERE user_id = users.uid ORDER BY id DESC LIMIT 1) AS language`

/**
 * Opens a session for an authenticated user. The statements of `proof` use up the credential (a
 * code or a challenge). If the last one changes no row, no session is opened.
 */
export async function signIn(
  db: Database,
  user: SigningIn,
  origin: SignInOrigin,
  now: Date,
  proof: readonly Statement[] = [],
): Promise<SignedIn> {
  await countSignIn(user.uid, origin)
  return openWithProof(db, user, origin, now, proof)
}

/** The same without the limits of `signIn`. */
export async function openWithProof(
  db: Database,
  user: SigningIn,
  origin: SignInOrigin,
  now: Date,
  proof: readonly Statement[],
): Promise<SignedIn> {
  const holds = proof.length === 0 ? sql`TRUE` : sql`changes() = 1`
  const session = openSession(
    sql`SELECT uid, status FROM users WHERE uid = ${user.uid} AND ${holds}`,
    origin,
    now,
  )
  const [row] = await db.lastOf([
    ...proof,
    session.statement,
    ...(await notifyOfDevice(user, session.sid, origin, now)),
    recordSignIn(session.sid, origin, now),
    liveSession(session.sid, now),
  ])
  return signedIn(row)
}

/** Limits successful sign-ins, because each one writes rows and may cause a mail. */
export async function countSignIn(uid: number, { limits }: SignInOrigin): Promise<void> {
  await limits.ofAddress.take('login-of-address')
  await limits.ofUser(uid).take('login-of-user')
}

/**
 * Notifies the user of a sign-in from an unknown device: on the site, and by mail at most once per
 * device and day. In the batch, these statements must come after the session and before
 * `recordSignIn`.
 */
async function notifyOfDevice(
  { uid, language: known, ...zones }: SigningIn,
  sid: string,
  origin: SignInOrigin,
  now: Date,
): Promise<Statement[]> {
  const language =
    known === null ? origin.language : offeredLanguage(knownLanguages() ?? ALL_LANGUAGES, known)
  const isNew = isUnknown(uid, sid, origin)
  const device = { ...deviceOf(origin.userAgent), ip: origin.ip, country: origin.country }
  const { site, ip, userAgent, deviceHash } = origin
  const about = { event: 'new_sign_in', ...device } as const
  const write = (path: string) =>
    deviceEventMail(about, path, { device, zone: zoneOf(zones), language }, now)
  // The stored sign-ins are not enough for this limit: SIGN_INS_MAX other sign-ins can push the
  // device out within a day.
  const onceADay = [deviceHash, await hashOf(`${uid} ${ip} ${userAgent}`)]
  return [
    systemNotice({ to: uid, about, when: isNew }, now),
    ...(await mailWithNotMe(
      uid,
      { kind: 'sign_in', about: 'new_sign_in', sid, when: isNew, site, language, write, onceADay },
      now,
    )),
  ]
}

/**
 * Records a sign-in. Registration uses it too, for the first known device. It inserts nothing if
 * the session was not opened.
 */
export function recordSignIn(sid: string, origin: SignInOrigin, now: Date): Statement {
  const { deviceHash, ip, country, userAgent, language } = origin
  return sql`
    INSERT INTO sign_ins (user_id, sid, device_hash, ip, country, user_agent, language, created_at)
    SELECT user_id, sid, ${deviceHash}, ${ip}, ${country}, ${userAgent}, ${language}, ${now.toISOString()}
    FROM sessions WHERE sid = ${sid}`
}

/**
 * A device is known by its cookie, or by its IP address and browser. The first sign-in of a user
 * counts as known.
 */
function isUnknown(
  uid: number,
  sid: string,
  { deviceHash, ip, userAgent }: SignInOrigin,
): Statement {
  return sql`EXISTS (SELECT 1 FROM sessions WHERE sid = ${sid})
    AND EXISTS (SELECT 1 FROM sign_ins WHERE user_id = ${uid})
    AND NOT EXISTS (
      SELECT 1 FROM sign_ins WHERE user_id = ${uid}
        AND (device_hash = ${deviceHash} OR (ip = ${ip} AND user_agent = ${userAgent})))`
}

const SIGN_INS_SHOWN = 10

export type PastSignIn = Device & Pick<SignIn, 'ip' | 'country' | 'created_at'>

/** The stored sign-ins of the viewer, newest first. */
export function pastSignIns(viewer: Viewer): Group<PastSignIn[]> {
  const rows = sql<Pick<SignIn, 'user_agent' | 'ip' | 'country' | 'created_at'>>`
    SELECT user_agent, ip, country, created_at FROM sign_ins WHERE user_id = ${viewer.uid}
    ORDER BY id DESC LIMIT ${SIGN_INS_SHOWN}`
  return group({ rows }, ({ rows }) =>
    rows.map(({ user_agent, ...facts }) => ({ ...deviceOf(user_agent), ...facts })),
  )
}
