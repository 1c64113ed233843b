import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { decrypt, encrypt, newestKeyId } from '#kernel/crypto/encryption.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'

/**
 * The columns with ciphertexts. In each row, the column `key_id` has the id of the site secret that
 * encrypted them.
 */
const ENCRYPTED = [
  { table: 'user_totp', key: 'user_id', columns: ['secret'], purpose: '' },
  { table: 'identity_providers', key: 'key', columns: ['client_secret'], purpose: 'client-secret' },
  { table: 'oauth_keys', key: 'kid', columns: ['private_key'], purpose: 'signing-key' },
  { table: 'webhooks', key: 'id', columns: ['secret', 'old_secret'], purpose: 'webhook-secret' },
] as const

const ROWS_A_RUN = 500

/**
 * For the cron: re-encrypts with the newest site secret everything that an older one has encrypted,
 * so that older site secrets can be removed.
 */
export async function reencrypt(db: Database, secrets: Secrets): Promise<void> {
  const newest = await newestKeyId(secrets)
  for (const { table, key, columns, purpose } of ENCRYPTED) {
    const [from, id] = [sql.identifier(table), sql.identifier(key)]
    const old = await db.all(sql<Record<string, string | null>>`
      SELECT * FROM ${from} WHERE key_id < ${newest} OR key_id > ${newest} LIMIT ${ROWS_A_RUN}`)
    for (const row of old) {
      const again = async (column: string) => {
        const [text, keyId] = [row[column], row.key_id ?? '']
        const bytes = text && (await decrypt(secrets, { keyId, text }, purpose))
        return bytes ? (await encrypt(secrets, bytes, purpose)).text : bytes
      }
      const renewed = await Promise.all(columns.map(again))
      // No secret of the site decrypts this row: its secret was lost. The row stays as it is.
      if (columns.some((column, n) => row[column] && !renewed[n])) continue
      const values = columns.map((column, n) => sql`${sql.identifier(column)} = ${renewed[n]}`)
      const [first] = columns
      await db.batch([
        sql`UPDATE ${from} SET key_id = ${newest}, ${sql.join(values, sql`, `)}
            WHERE ${id} = ${row[key]} AND ${sql.identifier(first)} = ${row[first]}`,
      ])
    }
  }
}
