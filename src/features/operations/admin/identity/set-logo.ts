import type { Database } from '#db/client.ts'
import { changeIdentity } from '#features/core/identity/change.ts'
import type { Identity } from '#features/core/identity/identity.ts'
import { prepareLogo } from '#features/core/images/logo.ts'
import { storeImage } from '#features/core/images/store.ts'
import type { AuditActor } from '#features/core/site/audit-log.ts'

/** A rejected file stores nothing. The cron deletes the previous logo a day later. */
export async function setLogo(
  db: Database,
  bucket: R2Bucket,
  owner: AuditActor,
  file: Uint8Array,
  now: Date,
): Promise<Identity> {
  const { small, large } = await prepareLogo(file)
  const logo = await storeImage(db, bucket, owner.uid, 'avatar', small, now)
  const inLarge = await storeImage(db, bucket, owner.uid, 'avatar', large, now)
  return changeIdentity(db, owner, { logo_key: logo.key, logo_large_key: inLarge.key }, now)
}

export function removeLogo(db: Database, owner: AuditActor, now: Date): Promise<Identity> {
  return changeIdentity(db, owner, { logo_key: null, logo_large_key: null }, now)
}
