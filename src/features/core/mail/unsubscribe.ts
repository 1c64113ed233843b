import type { Database } from '#db/client.ts'
import { unsubscribe } from '#features/core/mail/notice-prefs.ts'
import { type Secrets, seal, unseal } from '#kernel/crypto/signatures.ts'

/** Signed and not stored: it works for as long as somebody keeps the mail, and can only turn mail off. */
export async function unsubscribePath(secrets: Secrets, uid: number): Promise<string> {
  return `/unsubscribe?token=${await seal(secrets, 'unsubscribe', String(uid))}`
}

export async function isUnsubscribeToken(secrets: Secrets, token: string): Promise<boolean> {
  return (await unseal(secrets, 'unsubscribe', token)) !== null
}

/** False where the link was not made by us. */
export async function unsubscribeBy(db: Database, secrets: Secrets, token: string): Promise<boolean> {
  const uid = await unseal(secrets, 'unsubscribe', token)
  if (uid === null) return false
  await db.batch(unsubscribe(Number(uid)))
  return true
}
