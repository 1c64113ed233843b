import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { openDb } from '#db/client.ts'
import type { AppEnv } from '#env'
import { SECOND } from '#kernel/clock.ts'
import { seal, unseal } from '#kernel/crypto/signatures.ts'
import { ACCESS_COOKIE, bringsCredentials } from '#web/guards/credentials.ts'
import { secretsOf } from '#web/secrets.ts'
import { isHttps } from '#web/site-origin.ts'

// Members read public pages from the nearest replica:
// docs/decisions/0021-members-near-their-replica.md.

/**
 * No read from a replica is older than this. So an ended session is greeted for at most this time.
 */
export const REPLICA_AGE_MAX = 5 * SECOND
const COOKIE = 'joule_bookmark'
/** Reads see every older write anyway. The margin is for slow requests. */
const COOKIE_SECONDS = 60
/**
 * In the cookie after a write without a bookmark: the next page reads from the primary. Sorts after
 * every bookmark.
 */
const PRIMARY = 'first-primary'

/** The newest state of the primary that an isolate has seen. Bookmarks of D1 sort by time. */
export class SeenPrimary {
  #bookmark = ''
  #at = 0

  /** Call after a round trip to the primary. `at` is a time before it. */
  see(bookmark: string | null, at: Date): void {
    if (bookmark === null) return
    if (bookmark > this.#bookmark) this.#bookmark = bookmark
    this.#at = Math.max(this.#at, at.getTime())
  }

  /** Null if it is too old. */
  recent(now: Date): string | null {
    return Math.abs(now.getTime() - this.#at) <= REPLICA_AGE_MAX ? this.newest : null
  }

  get newest(): string | null {
    return this.#bookmark || null
  }
}

/**
 * The database at the nearest replica, with all writes of this browser. Null if the primary must be
 * read.
 */
export async function nearbyDatabase(c: Context<AppEnv>) {
  const { seenPrimary, meter, now } = c.var
  const recent = seenPrimary.recent(now)
  const own = recent && (await ownBookmark(c))
  if (recent === null || own === PRIMARY) return null
  const session = c.env.DB.withSession(own !== null && own > recent ? own : recent)
  // Whether the primary answered all reads so far, as it does where no replica is nearer.
  let isPrimary = true
  const served = (byPrimary: boolean) => {
    isPrimary &&= byPrimary
    if (byPrimary) seenPrimary.see(session.getBookmark(), now)
  }
  return { db: openDb(session, meter, { served }), isPrimary: () => isPrimary }
}

/**
 * Gives a browser that has written the newest bookmark, so that its next page contains the write.
 */
export async function rememberWrite(c: Context<AppEnv>): Promise<void> {
  // Not `c.var`, which copies all variables.
  const { newest } = c.get('seenPrimary')
  if (newest === null) return
  const meter = c.get('meter')
  const hasCookies =
    c.req.header('authorization') === undefined && (bringsCredentials(c) || opensSession(c.res))
  if (!hasCookies) return
  if (meter.rowsWritten === 0 && (await ownBookmark(c)) !== PRIMARY) return
  // Scripts read it: client/http.ts prevents that a late response replaces a newer bookmark.
  setCookie(
    c,
    COOKIE,
    await seal(secretsOf(c.env), 'bookmark', meter.wroteElsewhere ? PRIMARY : newest),
    {
      path: '/',
      sameSite: 'Lax',
      secure: isHttps(c),
      maxAge: COOKIE_SECONDS,
    },
  )
}

/** Signed, because D1 would make a read wait for a state that does not exist. */
async function ownBookmark(c: Context<AppEnv>): Promise<string | null> {
  const sealed = getCookie(c, COOKIE)
  return sealed === undefined ? null : unseal(secretsOf(c.env), 'bookmark', sealed)
}

function opensSession({ headers }: Response): boolean {
  return headers.getSetCookie().some((line) => line.startsWith(`${ACCESS_COOKIE}=`))
}
