import { usernameKey } from '#features/profiles/username.ts'
import { hashPassword } from '#kernel/passwords.ts'
import type { Account } from '../site/owner.ts'
import type { Query } from '../site/query.ts'

/** Everybody on the demo site has the same password: it guards nothing. */
const PASSWORD = 'joule-demo'

const PEOPLE = [
  { email: 'admin@joule.local', username: '站务', role: 'admin', exp: 4600 },
  { email: 'lin@joule.local', username: '林小满', role: 'user', exp: 1600 },
  { email: 'ada@joule.local', username: 'Ada', role: 'user', exp: 220 },
]

export async function seedPeople(query: Query, now: Date): Promise<void> {
  const hash = await hashPassword(PASSWORD)
  for (const { email, username, role, exp } of PEOPLE) {
    await query(CREATE, email, hash, username, usernameKey(username), role, exp, now.toISOString())
  }
}

const CREATE = `INSERT INTO users (email, password_hash, username, username_key, role, exp, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`

/** The demo accounts this site has, to be shown to whoever starts it. */
export async function demoAccounts(query: Query): Promise<Account[]> {
  const emails = JSON.stringify(PEOPLE.map(({ email }) => email))
  const found = await query<{ email: string }>(FIND, emails)
  return found.map(({ email }) => ({ email, password: PASSWORD }))
}

const FIND = 'SELECT email FROM users WHERE email IN (SELECT value FROM json_each(?)) ORDER BY uid'
