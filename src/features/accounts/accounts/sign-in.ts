import { sql } from 'drizzle-orm'
import { type Database, type Group, group, last, type Statement } from '#db/client.ts'
import type { SignIn } from '#db/schema/accounts.ts'
import { issueToken, TOKEN_LIFETIME } from '#features/accounts/accounts/tokens.ts'
import type { ChangeOrigin } from '#features/accounts/second-factor/letters.ts'
import { liveSession, openSession } from '#features/accounts/sessions/open.ts'
import { type SignedIn, signedIn } from '#features/accounts/sessions/signed-in.ts'
import { type DeviceSeen, deviceLines, type Letter, SITE_NAME } from '#features/core/mail/letter.ts'
import { mail } from '#features/core/mail/outbox.ts'
import { systemNotice } from '#features/core/notifications/notices.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { DAY } from '#kernel/clock.ts'
import { newSecret } from '#kernel/crypto/secrets.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { type Device, deviceOf } from '#kernel/user-agent.ts'

/** How many a user has at most: the trigger sign_ins_oldest_goes. */
export const SIGN_INS_MAX = 50

/** Where a user signs in from, as far as the request tells. */
export interface SignInOrigin extends ChangeOrigin {
  /** Of the cookie that a browser keeps. */
  deviceHash: string
}

/** The user, with the language they used last: whoever signs in may be somebody else. */
export interface SigningIn {
  uid: number
  language: Language | null
}

export const LAST_LANGUAGE = sql`(SELECT language FROM sign_ins WHERE user_id = users.uid ORDER BY id DESC LIMIT 1)`

/**
 * Opens a session for a user who has proven who they are. `proof` uses up what they proved it with: where its last statement
 * finds nothing left to use, there is no session.
 */
export async function signIn(
  db: Database,
  user: SigningIn,
  origin: SignInOrigin,
  now: Date,
  proof: readonly Statement[] = [],
): Promise<SignedIn> {
  const holds = proof.length === 0 ? sql`TRUE` : sql`changes() = 1`
  const session = openSession(sql`SELECT uid, status FROM users WHERE uid = ${user.uid} AND ${holds}`, origin, now)
  const [row] = last(
    await db.batch([
      ...proof,
      session.statement,
      ...(await tellOfDevice(user, session.sid, origin, now)),
      noteSignIn(session.sid, origin, now),
      liveSession(session.sid, now),
    ]),
  )
  return signedIn(row)
}

/** A device that is not known is told to its user, in the site and by mail. Stands behind the session, before its note. */
export async function tellOfDevice(
  { uid, language: known }: SigningIn,
  sid: string,
  origin: SignInOrigin,
  now: Date,
): Promise<Statement[]> {
  const { token, hash } = await newSecret()
  const language = known ?? origin.language
  const isNew = isUnknown(uid, sid, origin)
  const told = sql`SELECT uid, email AS address FROM users WHERE uid = ${uid} AND ${isNew}`
  const device = { ...deviceOf(origin.userAgent), ip: origin.ip, country: origin.country }
  const { site } = origin
  const letter = signInLetter(token, device, now, language)
  return [
    systemNotice({ to: uid, about: { event: 'new_sign_in', ...device }, when: isNew }, now),
    ...issueToken(told, { kind: 'sign_in', hash, sid }, now),
    mail(told, { site, language, kind: 'sign_in', tokenHash: hash, ...letter }, now),
  ]
}

/** For a registration too: its device is the first that is known. Without the session there is nothing to note. */
export function noteSignIn(sid: string, origin: SignInOrigin, now: Date): Statement {
  const { deviceHash, ip, country, userAgent, language } = origin
  return sql`
    INSERT INTO sign_ins (user_id, sid, device_hash, ip, country, user_agent, language, created_at)
    SELECT user_id, sid, ${deviceHash}, ${ip}, ${country}, ${userAgent}, ${language}, ${now.toISOString()}
    FROM sessions WHERE sid = ${sid}`
}

/** Known is a device by its cookie, or by its address and browser. Where nothing is known there is nothing to compare with. */
function isUnknown(uid: number, sid: string, { deviceHash, ip, userAgent }: SignInOrigin): Statement {
  return sql`EXISTS (SELECT 1 FROM sessions WHERE sid = ${sid})
    AND EXISTS (SELECT 1 FROM sign_ins WHERE user_id = ${uid})
    AND NOT EXISTS (
      SELECT 1 FROM sign_ins WHERE user_id = ${uid}
        AND (device_hash = ${deviceHash} OR (ip = ${ip} AND user_agent = ${userAgent})))`
}

const SIGN_INS_SHOWN = 10

export interface PastSignIn extends Device {
  ip: string
  country: string | null
  created_at: string
}

/** The newest first. */
export function pastSignIns(viewer: Viewer): Group<PastSignIn[]> {
  const rows = sql<Pick<SignIn, 'user_agent' | 'ip' | 'country' | 'created_at'>>`
    SELECT user_agent, ip, country, created_at FROM sign_ins WHERE user_id = ${viewer.uid}
    ORDER BY id DESC LIMIT ${SIGN_INS_SHOWN}`
  return group({ rows }, ({ rows }) => rows.map(({ user_agent, ...facts }) => ({ ...deviceOf(user_agent), ...facts })))
}

function signInLetter(token: string, device: DeviceSeen, now: Date, language: Language) {
  const say = sentences[language]
  const letter: Letter = {
    lines: [say.line, deviceLines(device, now, language)],
    action: { label: say.label, path: `/not-me?token=${token}` },
    notes: [say.note(TOKEN_LIFETIME.sign_in / DAY)],
  }
  return { subject: say.subject, letter }
}

const sentences = bilingual({
  'zh-CN': {
    subject: `你的 ${SITE_NAME} 账号在新设备上登录`,
    line: `刚才有人在一台新设备上登录了你的 ${SITE_NAME} 账号：`,
    label: '这不是我',
    note: (days: number) =>
      `如果是你本人，不用理会这封邮件。如果不是，点击上面的按钮：那台设备会立即退出登录，然后请你设置新密码。链接 ${days} 天内有效。`,
  },
  en: {
    subject: `A new device signed in to your ${SITE_NAME} account`,
    line: `Somebody has just signed in to your ${SITE_NAME} account, on a device we do not know:`,
    label: 'This was not me',
    note: (days: number) =>
      `If it was you, there is nothing to do. If not, press the button: that device is logged out at once, and you choose a new password. The link works for ${days} days.`,
  },
})
