import type { Database } from '#db/client.ts'
import type { Escort } from '#db/escort.ts'
import { AS_IT_COMES, type Identity, wholeIdentity } from '#features/identity/identity.ts'
import { MINUTE, SECOND } from '#kernel/clock.ts'

/** After this time the next read of the database brings along what the site is called now. */
const RENEWED_AFTER = 3 * SECOND
/** Where a request reads nothing, as the login page does, the identity is asked for once it is older than this. */
const KNOWN_FOR = MINUTE

interface Known {
  identity: Identity
  at: number
}

let known: Known | null = null
let changes = 0

/** What the site is called and looks like, without a round trip of its own on any page that reads something. */
export async function siteIdentity(db: Database, now: Date): Promise<Identity> {
  if (known !== null && isYoung(known, now, KNOWN_FOR)) return known.identity
  const learn = learnAt(now)
  try {
    const identity = await db.read(wholeIdentity)
    learn(identity)
    return identity
  } catch {
    // The page that says that the database is down must not need it.
    return known?.identity ?? AS_IT_COMES
  }
}

/** Travels with the first read of a request in this isolate once the identity has reached its age. */
export function identityEscort(now: Date): Escort | null {
  if (known !== null && isYoung(known, now, RENEWED_AFTER)) return null
  const learn = learnAt(now)
  return {
    statements: wholeIdentity.statements,
    onlyWithReads: true,
    arrived: (rows) => learn(wholeIdentity.answer(rows)),
  }
}

/** After a change in this isolate; others learn of it within seconds. */
export function identityChanged(identity: Identity, now: Date): void {
  forgetIdentity()
  known = { identity, at: now.getTime() }
}

/** To be called after the tables were changed by other means. */
export function forgetIdentity(): void {
  known = null
  changes++
}

/** What was read before a change must not be remembered after it. */
function learnAt(now: Date): (identity: Identity) => void {
  const changesBefore = changes
  return (identity) => {
    if (changes === changesBefore) known = { identity, at: now.getTime() }
  }
}

function isYoung({ at }: Known, now: Date, age: number): boolean {
  return Math.abs(now.getTime() - at) < age
}
