import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { toBase32 } from '#kernel/crypto/base64url.ts'
import { hashOf } from '#kernel/crypto/secrets.ts'

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

/** Accepts capitals, and spaces or nothing instead of hyphens. */
export function hashOfRecoveryCode(typed: string): Promise<string> {
  return hashOf(typed.toLowerCase().replace(/[\s-]/g, ''))
}

/** Inserts nothing if the statement before it changed no row. */
export async function storeRecoveryCodes(uid: number, codes: string[]): Promise<Statement> {
  const hashes = await Promise.all(codes.map(hashOfRecoveryCode))
  return sql`
    INSERT INTO recovery_codes (user_id, code_hash)
    SELECT ${uid}, value FROM json_each(${JSON.stringify(hashes)}) WHERE changes() = 1`
}
