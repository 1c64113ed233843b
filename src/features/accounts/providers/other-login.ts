import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'

/**
 * Whether the user can log in without this identity or this passkey: with a password, another passkey or another connected
 * provider of the site. Checked inside the DELETE, so that concurrent requests cannot remove the last two.
 */
export function hasOtherLogin(
  uid: number,
  { identity = 0, passkey = 0 }: { identity?: number; passkey?: number },
): Statement {
  return sql`(
    EXISTS (SELECT 1 FROM users u WHERE u.uid = ${uid} AND u.password_hash IS NOT NULL)
    OR EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = ${uid} AND k.id <> ${passkey})
    OR EXISTS (
      SELECT 1 FROM user_identities o JOIN identity_providers q ON q.issuer = o.issuer
      WHERE o.user_id = ${uid} AND o.id <> ${identity}))`
}
