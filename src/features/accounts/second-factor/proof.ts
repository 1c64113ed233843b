import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { UserTotp } from '#db/schema/accounts.ts'
import { toBase32 } from '#kernel/crypto/base64url.ts'
import { decrypt } from '#kernel/crypto/encryption.ts'
import { hashOf } from '#kernel/crypto/secrets.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'
import { stepOf } from '#kernel/crypto/totp.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem } from '#kernel/fields.ts'

/**
 * The data that is needed to check a code: the TOTP secret of the user, and whether the code is one
 * of their recovery codes.
 */
export type Factor = Pick<UserTotp, 'user_id' | 'secret' | 'key_id' | 'last_step'> & {
  is_recovery_code: number
}

/** The columns of a `Factor`. The query must have `user_totp` as `t`. */
export async function factorColumns(code: string): Promise<Statement> {
  return sql`t.user_id, t.secret, t.key_id, t.last_step, EXISTS (
    SELECT 1 FROM recovery_codes WHERE user_id = t.user_id AND code_hash = ${await hashOfRecoveryCode(code)}
  ) AS is_recovery_code`
}

/**
 * Returns the statement that uses up the code, and throws if the code is wrong. After the
 * statement, `changes()` is 0 if a concurrent request has used the same code.
 */
export async function useOfCode(
  secrets: Secrets,
  factor: Factor,
  code: string,
  now: Date,
): Promise<Statement> {
  const { user_id, key_id, secret, last_step } = factor
  if (factor.is_recovery_code) {
    return sql`DELETE FROM recovery_codes WHERE user_id = ${user_id} AND code_hash = ${await hashOfRecoveryCode(code)}`
  }
  const key = await decrypt(secrets, { keyId: key_id, text: secret })
  const step = key && (await stepOf(code.replace(/\s/g, ''), key, last_step, now))
  if (step === null) throw wrongCode()
  return sql`UPDATE user_totp SET last_step = ${step} WHERE user_id = ${user_id} AND last_step < ${step}`
}

/** A column for a query of `users`: whether a login requires a code. */
export const HAS_SECOND_FACTOR = sql`
  EXISTS (SELECT 1 FROM user_totp WHERE user_id = users.uid AND confirmed_at IS NOT NULL)`

export function missingField(field: 'password' | 'code'): AppError {
  return new AppError('validation_failed', { fields: { [field]: fieldProblem('required') } })
}

export function wrongCode(): AppError {
  return new AppError('validation_failed', {
    isGuess: true,
    fields: { code: fieldProblem('wrong_code') },
  })
}

export const RECOVERY_CODES = 10
const CODE_BYTES = 10

/** Each code has 80 random bits, in four groups that are easy to write down. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    toBase32(crypto.getRandomValues(new Uint8Array(CODE_BYTES)))
      .toLowerCase()
      .replace(/(.{4})(?=.)/g, '$1-'),
  )
}

/**
 * The hash of a typed code. Capitals are accepted, and spaces or nothing in place of the hyphens.
 */
function hashOfRecoveryCode(typed: string): Promise<string> {
  return hashOf(typed.toLowerCase().replace(/[\s-]/g, ''))
}

/** Stores the hashes of the codes. It inserts nothing if the statement before it changed no row. */
export async function storeRecoveryCodes(uid: number, codes: string[]): Promise<Statement> {
  const hashes = await Promise.all(codes.map(hashOfRecoveryCode))
  return sql`
    INSERT INTO recovery_codes (user_id, code_hash)
    SELECT ${uid}, value FROM json_each(${JSON.stringify(hashes)}) WHERE changes() = 1`
}
