import type { Compute } from '#compute/client.ts'
import type { Database } from '#db/client.ts'
import { changeColumns, type IdentityColumns } from '#features/core/identity/change.ts'
import type { Identity } from '#features/core/identity/identity.ts'
import { storeImage } from '#features/core/images/store.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import type { AuditActor } from '#features/core/site/audit-log.ts'
import type { LogoKind } from '#kernel/look/logos.ts'

/** Where the files of a logo are made and stored. */
export interface LogoStorage {
  compute: Compute
  bucket: R2Bucket
}

/** Nothing is stored if the file is rejected. The cron deletes the previous logo a day later. */
export async function setLogo(
  db: Database,
  storage: LogoStorage,
  owner: Viewer & AuditActor,
  { kind, file }: { kind: LogoKind; file: Uint8Array },
  now: Date,
): Promise<Identity> {
  const columns = await storedLogo(db, storage, owner, { kind, file }, now)
  return changeColumns(db, owner, () => columns, [], now)
}

/** Stores the files of a logo. They are unused until the columns are set. */
export async function storedLogo(
  db: Database,
  { compute, bucket }: LogoStorage,
  owner: Viewer,
  { kind, file }: { kind: LogoKind; file: Uint8Array },
  now: Date,
): Promise<IdentityColumns> {
  if (kind === 'square') {
    const { small, large } = await compute.run('logo', file, 'file')
    const logo = await storeImage(db, bucket, owner, 'avatar', small, now)
    const inLarge = await storeImage(db, bucket, owner, 'avatar', large, now)
    return { logo_key: logo.key, logo_large_key: inLarge.key }
  }
  const image = await compute.run('barLogo', file, 'file')
  const { key } = await storeImage(db, bucket, owner, 'avatar', image, now)
  return kind === 'wide' ? { logo_wide_key: key } : { logo_dark_key: key }
}

export const WITHOUT_LOGO: Record<LogoKind, IdentityColumns> = {
  square: { logo_key: null, logo_large_key: null },
  wide: { logo_wide_key: null },
  dark: { logo_dark_key: null },
}

export function removeLogo(
  db: Database,
  owner: AuditActor,
  kind: LogoKind,
  now: Date,
): Promise<Identity> {
  return changeColumns(db, owner, () => WITHOUT_LOGO[kind], [], now)
}
