import { randomBytes } from 'node:crypto'
import { hashPassword, PASSWORD_MAX, PASSWORD_MIN } from '#kernel/crypto/passwords.ts'
import { Failure } from '../bootstrap/failure.mjs'
import type { Query } from './query.ts'

interface WantedOwner {
  email: string | null
  password: string | null
}

export interface Account {
  email: string
  password: string
  /** A description for the list of accounts. */
  about?: string
}

/**
 * The password is printed only if it was generated here; one chosen by the operator stays out of logs and scrollback.
 */
export interface NewOwner {
  email: string
  password: string | null
}

const DEFAULT_EMAIL = 'owner@joule.local'

/**
 * Makes sure that the site has the given owner, or any owner if none is given. Returns the account if it was created.
 */
export async function ensureOwner(query: Query, wanted: WantedOwner, now: Date): Promise<NewOwner | null> {
  if (wanted.email === null && (await hasOwner(query))) return null
  const email = asStored(wanted.email ?? DEFAULT_EMAIL)
  if (await grantOwner(query, email)) return null
  const password = acceptable(wanted.password ?? randomBytes(12).toString('base64url'))
  await query(CREATE_OWNER, email, await hashPassword(password), now.toISOString())
  return { email, password: wanted.password === null ? password : null }
}

/** Makes the account an owner; false if the address has no account. */
export async function grantOwner(query: Query, email: string): Promise<boolean> {
  const account = await accountOf(query, email)
  if (account === undefined) return false
  if (account.can_act === 0) throw new Failure(`${email} is banned or due for deletion and cannot be an owner`)
  await query(GRANT_OWNER, asStored(email))
  return true
}

export async function accountOf(query: Query, email: string): Promise<{ uid: number; can_act: number } | undefined> {
  const [account] = await query<{ uid: number; can_act: number }>(FIND_ACCOUNT, asStored(email))
  return account
}

const FIND_ACCOUNT = `SELECT uid, status = 'active' AND purge_at IS NULL AS can_act FROM users WHERE email = ?`
const GRANT_OWNER = `UPDATE users SET role = 'owner' WHERE email = ? AND role <> 'owner'`
const CREATE_OWNER = `INSERT INTO users (email, password_hash, role, created_at) VALUES (?, ?, 'owner', ?)`

async function hasOwner(query: Query): Promise<boolean> {
  const owners = await query(`SELECT 1 FROM users WHERE role = 'owner' LIMIT 1`)
  return owners.length > 0
}

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
