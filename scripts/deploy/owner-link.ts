import { createHash, randomBytes } from 'node:crypto'
import { OWNER_LINK_LIFETIME } from '#features/accounts/status/claim.ts'
import type { Query } from '../site/query.ts'

/**
 * A link that makes its first user the owner; null if there is an owner. The database stores only the hash of the
 * newest link.
 */
export async function ownerLink(query: Query, address: string, now: Date): Promise<string | null> {
  const [owner] = await query(`SELECT 1 FROM users WHERE role = 'owner' LIMIT 1`)
  if (owner) return null
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('hex')
  await query('DELETE FROM owner_claims')
  await query(
    'INSERT INTO owner_claims (token_hash, expires_at) VALUES (?, ?)',
    hash,
    new Date(now.getTime() + OWNER_LINK_LIFETIME).toISOString(),
  )
  return `${address}/claim?token=${token}`
}
