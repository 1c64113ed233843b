import type { Database } from '#db/client.ts'
import type { Piggyback } from '#db/piggyback.ts'
import { DEFAULT_IDENTITY, type Identity, wholeIdentity } from '#features/core/identity/identity.ts'
import { CachedValue } from '#kernel/cached-value.ts'
import { MINUTE, SECOND } from '#kernel/clock.ts'

/** After this age, the next database read of a request also reads the identity. */
const REFRESH_AFTER = 3 * SECOND
/** After this age, a request without other reads (such as the login page) reads the identity. */
const EXPIRES_AFTER = MINUTE

const cache = new CachedValue<Identity>()

/** The cached identity. Pages that read the database need no additional round trip for it. */
export async function siteIdentity(db: Database, now: Date): Promise<Identity> {
  const identity = cache.youngerThan(EXPIRES_AFTER, now)
  if (identity !== null) return identity
  const store = cache.startRead(now)
  try {
    const read = await db.read(wholeIdentity)
    store(read)
    return read
  } catch {
    // The error page for a database outage must render without the database.
    return cache.latest ?? DEFAULT_IDENTITY
  }
}

/** Adds the identity to the first read of a request if the cached identity is old. */
export function identityPiggyback(now: Date): Piggyback | null {
  if (cache.youngerThan(REFRESH_AFTER, now) !== null) return null
  const store = cache.startRead(now)
  return {
    statements: wholeIdentity.statements,
    onlyWithReads: true,
    arrived: (rows) => store(wholeIdentity.answer(rows)),
  }
}

/** Call before a change; call the result with the new identity. Other isolates see the change within seconds. */
export function identityChanging(now: Date): (identity: Identity) => void {
  return cache.startChange(now)
}

/** Clears the cache after other code changed the tables. */
export function forgetIdentity(): void {
  cache.invalidate()
}
