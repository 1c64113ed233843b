import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { type Database, openDb } from '#db/client.ts'
import type { AppEnv } from '#env'
import { seal, unseal } from '#kernel/crypto/signatures.ts'
import { ACCESS_COOKIE, bringsCredentials } from '#web/guards/credentials.ts'
import { secretsOf } from '#web/secrets.ts'
import { isHttps } from '#web/site-origin.ts'

// Members read public pages from the nearest replica. The reasons are in
// docs/decisions/0021-members-near-their-replica.md.

const COOKIE = 'joule_bookmark'
/**
 * A read always contains every write that is older than `REPLICA_AGE_MAX`. The rest of this time is
 * a margin for slow requests.
 */
const COOKIE_SECONDS = 60
/**
 * The value of the cookie after a write without a bookmark: the next page reads from the primary.
 * It sorts after every bookmark.
 */
const PRIMARY = 'first-primary'

interface NearbyDatabase {
  db: Database
  /** Whether the primary has run all reads so far. It does where no replica is nearer. */
  isPrimary: () => boolean
}

/**
 * The database at the nearest replica, in a state that contains all writes of this browser. Null if
 * the primary must be read: this isolate has no recent bookmark, or the browser has written without
 * getting a bookmark.
 */
export async function nearbyDatabase(c: Context<AppEnv>): Promise<NearbyDatabase | null> {
  const { seenPrimary, meter, now } = c.var
  const recent = seenPrimary.recent(now)
  const own = recent && (await ownBookmark(c))
  if (recent === null || own === PRIMARY) return null
  const session = c.env.DB.withSession(own !== null && own > recent ? own : recent)
  let isPrimary = true
  const served = (byPrimary: boolean) => {
    isPrimary &&= byPrimary
    if (byPrimary) seenPrimary.see(session.getBookmark(), now)
  }
  return { db: openDb(session, meter, { served }), isPrimary: () => isPrimary }
}

/**
 * Gives a browser that has written something the newest bookmark, so that its next page contains
 * the write.
 */
export async function rememberWrite(c: Context<AppEnv>): Promise<void> {
  // `c.get` is used because `c.var` would copy all variables.
  const { newest } = c.get('seenPrimary')
  if (newest === null) return
  const meter = c.get('meter')
  const hasCookies =
    c.req.header('authorization') === undefined && (bringsCredentials(c) || opensSession(c.res))
  if (!hasCookies) return
  if (meter.rowsWritten === 0 && (await ownBookmark(c)) !== PRIMARY) return
  // Scripts can read this cookie: client/http.ts prevents that a late response replaces a newer
  // bookmark by an older one.
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

/**
 * The bookmark of this browser, or null. It is signed, because D1 would make a read wait for a
 * state that does not exist.
 */
async function ownBookmark(c: Context<AppEnv>): Promise<string | null> {
  const sealed = getCookie(c, COOKIE)
  return sealed === undefined ? null : unseal(secretsOf(c.env), 'bookmark', sealed)
}

function opensSession({ headers }: Response): boolean {
  return headers.getSetCookie().some((line) => line.startsWith(`${ACCESS_COOKIE}=`))
}
