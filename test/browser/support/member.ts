import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SQLInputValue } from 'node:sqlite'
import { sql } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { inject } from 'vitest'
import type { Statement } from '#db/client.ts'
import { acceptReview, submitReview } from '#features/profiles/review.ts'
import { sessionCsrfToken } from '#features/sessions/csrf-token.ts'
import { openSession } from '#features/sessions/open.ts'
import { accessToken, refreshToken } from '#features/sessions/tokens.ts'
import { hashPassword } from '#kernel/passwords.ts'
import { database, setExp } from './database.ts'
import type { Person } from './people.ts'

export const PASSWORD = 'a long password'

const ORIGIN = { ip: '127.0.0.1', userAgent: 'the tests' }
const dialect = new SQLiteSyncDialect()
let passwordHash: Promise<string> | undefined

interface Facts {
  username?: string
  exp?: number
}

/**
 * A new account with a session, put into the database as registering would: that takes a third of a second for the password
 * of each, and accounts.test.ts does it in the browser.
 */
export async function member({ username, exp }: Facts = {}): Promise<Person> {
  const now = new Date()
  passwordHash ??= hashPassword(PASSWORD)
  const [email, hash] = [`${crypto.randomUUID()}@example.com`, await passwordHash]
  const account = sql`INSERT INTO users (email, password_hash, created_at) VALUES (${email}, ${hash}, ${now.toISOString()})`
  const uid = Number(run(account).lastInsertRowid)
  if (username) takeName(uid, username, now)
  if (exp !== undefined) setExp(uid, exp)
  return { uid, ...(await session(uid, now)) }
}

/** As the first name always is: with its review and its reward. */
function takeName(uid: number, username: string, now: Date): void {
  const change = { username, signature: null }
  for (const statement of [submitReview(uid, change, now), ...acceptReview(uid, change, now)]) run(statement)
}

async function session(uid: number, now: Date): Promise<Omit<Person, 'uid'>> {
  const { sid, statement } = openSession(sql`SELECT uid, status FROM users WHERE uid = ${uid}`, ORIGIN, now)
  run(statement)
  const secret = readFileSync(join(inject('siteData'), 'secret'), 'utf8')
  const token = await accessToken(secret, sid, now)
  return {
    accessToken: token,
    cookies: [
      { name: 'joule_at', value: token },
      { name: 'joule_rt', value: await refreshToken(secret, sid, 1) },
      { name: 'joule_csrf', value: await sessionCsrfToken(secret, sid) },
    ],
  }
}

function run(statement: Statement) {
  const query = dialect.sqlToQuery(statement)
  return database()
    .prepare(query.sql)
    .run(...(query.params as SQLInputValue[]))
}
