import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { firstName } from '#features/accounts/profiles/review.ts'
import { UsernameInput, usernameLook } from '#features/accounts/profiles/usernames.ts'
import { usernameKey } from '#features/core/people/username-key.ts'
import { hashPassword, PASSWORD_MAX, PASSWORD_MIN } from '#kernel/crypto/passwords.ts'
import { AppError, errorMessage } from '#kernel/errors.ts'
import { problemIn } from '#kernel/fields.ts'
import { Failure } from '../bootstrap/failure.mjs'
import type { Query } from './query.ts'

export interface Account {
  email: string
  password: string
  /** A description for the list of accounts. */
  about?: string
}

/**
 * `password` is null if the operator chose it. Only a generated password is printed, so that a
 * chosen one stays out of logs and scrollback.
 */
export interface NewOwner {
  email: string
  password: string | null
}

const DEFAULT_EMAIL = 'owner@joule.local'

/**
 * Makes sure that the site has the given owner, or any owner if none is given. Returns the account
 * if it was created, else null.
 */
export async function ensureOwner(
  query: Query,
  wanted: { email: string | null; password: string | null },
  now: Date,
): Promise<NewOwner | null> {
  const owners = await query(`SELECT 1 FROM users WHERE role = 'owner' LIMIT 1`)
  if (wanted.email === null && owners.length > 0) return null
  const email = asStored(wanted.email ?? DEFAULT_EMAIL)
  if (await grantOwner(query, email)) return null
  const password = acceptable(wanted.password ?? randomBytes(12).toString('base64url'))
  await query(CREATE_OWNER, email, await hashPassword(password), now.toISOString())
  return { email, password: wanted.password === null ? password : null }
}

/**
 * Makes the account an owner. False if no account has the address. Refuses an account that cannot
 * act.
 */
export async function grantOwner(query: Query, email: string): Promise<boolean> {
  const account = await accountOf(query, email)
  if (account === undefined) return false
  if (account.can_act === 0)
    throw new Failure(`${email} is banned or due for deletion and cannot be an owner`)
  await query(GRANT_OWNER, asStored(email))
  return true
}

export async function accountOf(
  query: Query,
  email: string,
): Promise<{ uid: number; can_act: number } | undefined> {
  const [account] = await query<{ uid: number; can_act: number }>(FIND_ACCOUNT, asStored(email))
  return account
}

const FIND_ACCOUNT = `SELECT uid, status = 'active' AND purge_at IS NULL AS can_act FROM users WHERE email = ?`
const GRANT_OWNER = `UPDATE users SET role = 'owner' WHERE email = ? AND role <> 'owner'`
const CREATE_OWNER = `INSERT INTO users (email, password_hash, role, created_at) VALUES (?, ?, 'owner', ?)`

function asStored(email: string): string {
  const stored = email.trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+$/.test(stored)) throw new Failure(`"${email}" is not an e-mail address`)
  return stored
}

function acceptable(password: string): string {
  const length = [...password].length
  if (length >= PASSWORD_MIN && length <= PASSWORD_MAX) return password
  throw new Failure(`JOULE_OWNER_PASSWORD must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`)
}

/**
 * The uid of the owner with this address, or of the first owner if `address` is null. Null if the
 * owner has a username or has requested one.
 */
export async function unnamedOwner(db: Database, address: string | null): Promise<number | null> {
  const email = address?.trim().toLowerCase() ?? null
  const owner = await db.first(sql<{ uid: number; hasName: number }>`
    SELECT uid, username IS NOT NULL OR EXISTS (
      SELECT 1 FROM profile_reviews WHERE user_id = uid AND status = 'pending') AS hasName
    FROM users WHERE role = 'owner' AND (${email} IS NULL OR email = ${email}) ORDER BY uid LIMIT 1`)
  return owner === null || owner.hasName === 1 ? null : owner.uid
}

/** Sets the owner's first username. Its reward lifts the owner to Lv1, which may publish. */
export function nameOwner(db: Database, uid: number, typed: string, now: Date): Promise<void> {
  return withUsername(
    typed,
    async (name) => void (await db.batch(await firstName(db, uid, name, now))),
  )
}

/**
 * Refuses a name that `nameOwner` would refuse on a new site. `taken` are the names that the demo
 * content will use.
 */
export function checkOwnerName(
  db: Database,
  typed: string,
  taken: readonly string[],
  now: Date,
): Promise<void> {
  return withUsername(typed, async (name) => {
    await firstName(db, 0, name, now)
    const isSame = (other: string) =>
      usernameKey(other) === usernameKey(name) || usernameLook(other) === usernameLook(name)
    if (taken.some(isSame)) throw new AppError('username_taken')
  })
}

async function withUsername(typed: string, work: (name: string) => Promise<void>): Promise<void> {
  const refusal = (reason: string) =>
    new Failure(`JOULE_OWNER_NAME "${typed}" cannot be used: ${reason}`)
  const { data: name, error } = UsernameInput.safeParse(typed)
  if (error) throw refusal(error.issues.map((issue) => problemIn(issue, 'en')).join(' '))
  await work(name).catch((error) => {
    if (!(error instanceof AppError)) throw error
    const problem = error.details.fields?.username ?? errorMessage(error.code, 'en')
    throw refusal(typeof problem === 'string' ? problem : problem('en'))
  })
}
