import type { Database } from '#db/client.ts'
import type { Escort } from '#db/escort.ts'
import { AS_IT_COMES, type Identity, wholeIdentity } from '#features/core/identity/identity.ts'
import { MINUTE, SECOND } from '#kernel/clock.ts'
import { Known } from '#kernel/known.ts'

/** After this time the next read of the database brings along what the site is called now. */
const RENEWED_AFTER = 3 * SECOND
/** Where a request reads nothing, as the login page does, the identity is asked for once it is older than this. */
const KNOWN_FOR = MINUTE

const known = new Known<Identity>()

/** What the site is called and looks like, without a round trip of its own on any page that reads something. */
export async function siteIdentity(db: Database, now: Date): Promise<Identity> {
  const identity = known.youngerThan(KNOWN_FOR, now)
  if (identity !== null) return identity
  const learn = known.learning(now)
  try {
    const read = await db.read(wholeIdentity)
    learn(read)
    return read
  } catch {
    // The page that says that the database is down must not need it.
    return known.latest ?? AS_IT_COMES
  }
}

/** Travels with the first read of a request in this isolate once the identity has reached its age. */
export function identityEscort(now: Date): Escort | null {
  if (known.youngerThan(RENEWED_AFTER, now) !== null) return null
  const learn = known.learning(now)
  return {
    statements: wholeIdentity.statements,
    onlyWithReads: true,
    arrived: (rows) => learn(wholeIdentity.answer(rows)),
  }
}

/** For a change that begins now, to be called with what it made of it; other isolates learn of it within seconds. */
export function identityChanging(now: Date): (identity: Identity) => void {
  return known.changing(now)
}

/** To be called after the tables were changed by other means. */
export function forgetIdentity(): void {
  known.forget()
}
