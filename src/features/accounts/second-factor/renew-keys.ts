import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { UserTotp } from '#db/schema/second-factor.ts'
import { decrypt, encrypt, newestKeyId } from '#kernel/crypto/encryption.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'

const A_RUN = 500

/** For the cron: what an older secret of the site has encrypted is encrypted with the newest, so that the older can go. */
export async function renewKeys(db: Database, secrets: Secrets): Promise<void> {
  const newest = await newestKeyId(secrets)
  const old = await db.all(sql<Pick<UserTotp, 'user_id' | 'secret' | 'key_id'>>`
    SELECT user_id, secret, key_id FROM user_totp WHERE key_id < ${newest} OR key_id > ${newest} LIMIT ${A_RUN}`)
  for (const { user_id, secret, key_id } of old) {
    const bytes = await decrypt(secrets, { keyId: key_id, text: secret })
    if (bytes === null) continue
    const { keyId, text } = await encrypt(secrets, bytes)
    await db.batch([
      sql`UPDATE user_totp SET secret = ${text}, key_id = ${keyId} WHERE user_id = ${user_id} AND secret = ${secret}`,
    ])
  }
}
