import { sha256 } from '#kernel/crypto/secrets.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem } from '#kernel/fields.ts'
import { oneAtATime } from '#kernel/one-at-a-time.ts'

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128

export const PASSWORD_COST = 10
let cost = PASSWORD_COST

/** For tests only. The cost is not a setting, so that no site can weaken its hashes. */
export function setPasswordCost(testCost: number): void {
  cost = testCost
}

/**
 * Takes about 0.1 s of CPU time at cost 10, and so does each comparison. They run one at a time, so
 * that twelve logins at once delay a reader by one of them (decision 0011 says why here).
 */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await bcrypt()
  const digest = await digestOf(password)
  return oneAtATime('passwords', () => hash(digest, cost))
}

/**
 * Compares a password with the stored hash. Without a hash (no such account, or an account without
 * a password) it compares with a dummy hash, so that the response time does not reveal whether an
 * account exists.
 */
export async function passwordFits(password: string, storedHash: string | null): Promise<boolean> {
  const { compare } = await bcrypt()
  const digest = await digestOf(password)
  const fits = await oneAtATime('passwords', () => compare(digest, storedHash ?? dummyHash()))
  return fits && storedHash !== null
}

/**
 * A wrong current password of a signed-in viewer is an error of that field, not an authentication
 * failure.
 */
export async function requirePassword(
  password: string,
  user: { password_hash: string | null } | null,
  field = 'password',
): Promise<void> {
  if (!(await passwordFits(password, user?.password_hash ?? null))) throw wrongPassword(field)
}

export function wrongPassword(field: string): AppError {
  return new AppError('validation_failed', {
    isGuess: true,
    fields: { [field]: fieldProblem('wrong_password') },
  })
}

/** Loaded with the first password. */
const bcrypt = () => import('bcrypt-ts')

// bcrypt reads at most 72 bytes and stops at NUL. Hashing first makes every byte of a long password
// count.
async function digestOf(password: string): Promise<string> {
  return btoa(String.fromCharCode(...(await sha256(password))))
}

const dummyHash = () =>
  `$2a$${String(cost).padStart(2, '0')}$7EqJtq98hPqEX7fNZaFWoOhi5fM2FJ5DCi0gWcGkXpGhBTtF7i6mS`
