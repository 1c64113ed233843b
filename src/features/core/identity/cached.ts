import type { Database } from '#db/client.ts'
import { DEFAULT_IDENTITY, type Identity, wholeIdentity } from '#features/core/identity/identity.ts'
import { CachedValue } from '#kernel/cached-value.ts'
import { MINUTE, SECOND } from '#kernel/clock.ts'

/** After this age, the identity is read again in the background. */
const REFRESH_AFTER = 3 * SECOND
/** After this age, a request waits for the read. */
const EXPIRES_AFTER = MINUTE

const cache = new CachedValue<Identity>()

export async function siteIdentity(db: Database, now: Date): Promise<Identity> {
  const identity = cache.youngerThan(EXPIRES_AFTER, now)
  if (identity !== null) return identity
  try {
    return await readIdentity(db, now)
  } catch {
    // The error page for a database outage must render without the database.
    return cache.latest ?? DEFAULT_IDENTITY
  }
}

export function isIdentityOld(now: Date): boolean {
  return cache.youngerThan(REFRESH_AFTER, now) === null
}

/** Reads the identity and caches it. */
export async function readIdentity(db: Database, now: Date): Promise<Identity> {
  const store = cache.startRead(now)
  const identity = await db.read(wholeIdentity)
  store(identity)
  return identity
}

/** Call before a change; call the result with the new identity. Other isolates see the change within seconds. */
export function identityChanging(now: Date): (identity: Identity) => void {
  return cache.startChange(now)
}

/** Clears the cache after other code changed the tables. */
export function forgetIdentity(): void {
  cache.invalidate()
}
