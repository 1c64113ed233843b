import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import type { Page } from 'playwright-core'
import type { Statement } from '#db/client.ts'
import { acceptReview, submitReview } from '#features/accounts/profiles/review.ts'
import { openSession } from '#features/accounts/sessions/open.ts'
import { accessToken, refreshToken } from '#features/accounts/sessions/tokens.ts'
import { CHECK_IN_ENERGY, CHECK_IN_EXP, levelOf } from '#features/core/people/level.ts'
import { ledgerEntry } from '#features/economy/energy/ledger.ts'
import { dayOf } from '#kernel/clock.ts'
import { hashPassword, setPasswordCost } from '#kernel/crypto/passwords.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'
import { sessionCsrfToken } from '#web/guards/csrf-token.ts'
import { type Person, theSite } from './browser.ts'

export const PASSWORD = 'a long password'

const ORIGIN = { ip: '127.0.0.1', userAgent: 'the tests' }
// A password hash of the lowest cost makes logins quick; accounts.test.ts sets a password at the
// real cost.
setPasswordCost(4)
let passwordHash: Promise<string> | undefined

interface Facts {
  username?: string
  exp?: number
  /**
   * If it is given, the account has already checked in today. Otherwise the first request checks
   * in.
   */
  energy?: number
}

/**
 * A new account with a session, inserted into the database as a registration would insert it. A
 * real registration hashes a password, which takes a third of a second; accounts.test.ts registers
 * in the browser.
 */
export async function member({ username, exp, energy }: Facts = {}): Promise<Person> {
  const now = new Date()
  passwordHash ??= hashPassword(PASSWORD)
  const [email, hash] = [`${crypto.randomUUID()}@example.com`, await passwordHash]
  const uid = sql`(SELECT uid FROM users WHERE email = ${email})`
  const session = openSession(
    sql`SELECT uid, status FROM users WHERE email = ${email}`,
    ORIGIN,
    now,
  )
  const rows = await batch([
    sql`INSERT INTO users (email, password_hash, created_at) VALUES (${email}, ${hash}, ${now.toISOString()})`,
    ...(username ? firstName(uid, username, now) : []),
    ...(exp === undefined ? [] : [sql`UPDATE users SET exp = ${exp} WHERE email = ${email}`]),
    ...(energy === undefined ? [] : balance(uid, exp ?? 0, energy, now)),
    session.statement,
    sql`SELECT uid FROM users WHERE email = ${email}`,
  ])
  const [user] = rows.at(-1) as { uid: number }[]
  if (!user) throw new Error('the account was not created')
  return { uid: user.uid, ...(await tokensOf(session.sid, user.uid, now)) }
}

/** Also inserts the review and the reward of the name. */
function firstName(uid: Statement, username: string, now: Date): Statement[] {
  const change = { username, signature: null }
  return [submitReview(uid, change, now), ...acceptReview(uid, change, now)]
}

/** Also inserts today's check-in, so that no later request does it. Level 0 has no check-in. */
function balance(uid: Statement, exp: number, energy: number, now: Date): Statement[] {
  const checkIn = [
    sql`INSERT INTO user_check_ins (user_id, day, created_at) VALUES (${uid}, ${dayOf(now)}, ${now.toISOString()})`,
    ledgerEntry({ uid, amount: CHECK_IN_ENERGY, exp: CHECK_IN_EXP, reason: 'checkin' }, now),
    ledgerEntry({ uid, amount: -CHECK_IN_ENERGY, reason: 'admin_adjust' }, now),
  ]
  const given = ledgerEntry({ uid, amount: energy, reason: 'admin_adjust' }, now)
  return [...(levelOf(exp) > 0 ? checkIn : []), ...(energy === 0 ? [] : [given])]
}

/** The secret of the site, which signs its tokens. */
export const secret = () => readFileSync(join(theSite.data, 'secret'), 'utf8')

async function tokensOf(sid: string, uid: number, now: Date): Promise<Omit<Person, 'uid'>> {
  const secrets: Secrets = [secret()]
  const token = await accessToken(secrets, sid, uid, now)
  return {
    accessToken: token,
    cookies: [
      { name: 'joule_at', value: token },
      { name: 'joule_rt', value: await refreshToken(secrets, sid, 1) },
      { name: 'joule_csrf', value: await sessionCsrfToken(secrets, sid) },
    ],
  }
}

const dialect = new SQLiteSyncDialect()

/** Sets the exp of a user directly in the database. */
export async function setExp(uid: number, exp: number): Promise<void> {
  await batch([sql`UPDATE users SET exp = ${exp} WHERE uid = ${uid}`])
}

/** Runs one batch on the database of the running site. Returns the rows of each statement. */
export async function batch(statements: Statement[]): Promise<unknown[][]> {
  const body = JSON.stringify(statements.map((statement) => dialect.sqlToQuery(statement)))
  const response = await fetch(theSite.database, { method: 'POST', body })
  if (!response.ok) throw new Error(await response.text())
  return response.json() as Promise<unknown[][]>
}

/** The test site uses the clock of this machine. */
export const clock = {
  get now() {
    return new Date()
  },
}

export async function emailOf({ uid }: Person): Promise<string> {
  const [[user]] = (await batch([sql`SELECT email FROM users WHERE uid = ${uid}`])) as [
    [{ email: string }],
  ]
  return user.email
}

/** Submits the login form with the address and the password of this user. */
export async function submitLogin(page: Page, person: Person): Promise<void> {
  await page.fill('[name="email"]', await emailOf(person))
  await page.fill('[name="password"]', PASSWORD)
  await page.locator('main form [type="submit"]:visible').first().click()
}
