import type { Compute } from '#compute/client.ts'
import type { Concern, Database, FirstWrite, Group, Meter, Statement } from '#db/client.ts'
import type { News } from '#features/community/live/topics.ts'
import type { Unread } from '#features/core/notifications/kinds.ts'
import type { Viewer, ViewerId } from '#features/core/people/viewer.ts'
import type { Clock } from '#kernel/clock.ts'
import type { AppError } from '#kernel/errors.ts'
import type { Language, SiteLanguages } from '#kernel/i18n.ts'
import type { Entry } from '#web/cache/edge-cache-entry.ts'
import type { EdgeCache } from '#web/cache/edge-cache-memory.ts'
import type { SeenPrimary } from '#web/seen-primary.ts'

export interface Bindings {
  DB: D1Database
  SEARCH: D1Database
  IMAGES: R2Bucket
  /** Backups made by the cron (`features/operations/backups`). Never served. */
  BACKUPS: R2Bucket
  ASSETS: Fetcher
  /** The compute Worker (src/compute). */
  COMPUTE: Fetcher
  RATE_LIMITER: DurableObjectNamespace<import('#web/limits/rate-limiter.ts').RateLimiter>
  ENERGIZE_COUNTER: DurableObjectNamespace<
    import('#features/community/energize/counter.ts').EnergizeCounter
  >
  VIEW_COUNTER: DurableObjectNamespace<import('#features/community/views/counter.ts').ViewCounter>
  /** `HoldTimer` in hold-timer.ts, which imports these bindings. */
  HOLD_TIMER: DurableObjectNamespace<
    Rpc.DurableObjectBranded & {
      start(now: number, end: number): Promise<void>
      ping(): number
    }
  >
  LIVE_ROOM: DurableObjectNamespace<import('#features/community/live/http/live-room.ts').LiveRoom>
  /** Signs tokens and cookies, unless a newer secret exists (`web/secrets.ts`). */
  JOULE_SECRET?: string
  [later: `JOULE_SECRET_${number}`]: string
  /**
   * Sends mail: Cloudflare Email Service, or SMTP on one's own machine (scripts/site/miniflare.ts).
   * Without it, mail stays in the outbox for the owner to read.
   */
  EMAIL?: SendEmail
  /**
   * Sends the requests of `fetchOutside` on one's own machine (scripts/site/miniflare.ts). Without
   * it, as on Cloudflare, `fetch` sends them.
   */
  OUTSIDE?: Fetcher
  /** The sender of all mail: `Joule <mail@example.com>`. */
  MAIL_FROM?: string
  /**
   * The binding that sends letters, apart from account mail (docs/letters.md). Letters are off
   * without this binding or without `LETTERS_FROM`.
   */
  LETTERS?: SendEmail
  /** The sender of letters. */
  LETTERS_FROM?: string
  /** Public keys (`age1…`) for which the cron encrypts backups (`features/operations/backups`). */
  JOULE_BACKUP_RECIPIENT?: string
  /**
   * Both keys of Cloudflare Turnstile replace the proof of work before registration
   * (`features/accounts/registration`).
   */
  TURNSTILE_SITE_KEY?: string
  TURNSTILE_SECRET?: string
  /**
   * Scheme and host of the site, if not those of the request: `https://community.example.com`
   * (`web/site-origin.ts`).
   */
  JOULE_ORIGIN?: string
  /** Hosts of further push services, separated by spaces (`features/core/push`). */
  JOULE_PUSH_HOSTS?: string
  ENVIRONMENT: 'production' | 'development' | 'test'
  /**
   * Share of successful requests that are logged, from '0' to '1'. Failed requests are always
   * logged.
   */
  LOG_SHARE?: string
  /** The hash of the uploaded bundle, as `npm run build` prints it. */
  JOULE_BUNDLE?: string
  /**
   * For a site on one machine: the number of Durable Objects that share the counters of the rate
   * limits. Without it, each address, user and e-mail address has an object of its own.
   */
  JOULE_LIMITERS?: string
  /** The deadline of a job in milliseconds, for tests. The default is `JOB_MAX`. */
  JOULE_JOB_MAX?: string
  /** '0' disables the general write limit, for local load tests. */
  JOULE_WRITE_LIMIT?: string
}

/**
 * What features add to every request. app.tsx passes it in, because `web` does not import features.
 */
export interface RequestParts {
  /** The languages that the owner offers. A promise only until the isolate has read them. */
  siteLanguages: (env: Bindings, now: Date) => SiteLanguages | Promise<SiteLanguages>
  /** Collects changes that open pages must show. */
  news: () => News
  addConcern: (news: News, concern: Concern) => void
  /** Sends the collected changes after a command. */
  tell: (env: Bindings, news: News, clock: Clock) => Promise<void>
}

/** Set by `identify` of features/accounts/sessions, because `web` imports no features. */
export interface Authentication {
  /** Whether this site issued the access token. Its session may have ended. */
  isIssued(accessToken: string): Promise<boolean>
  /** Checks the viewer in on the first request of the day. */
  checkIn(viewer: Viewer): Promise<Viewer>
  /**
   * The user of the request, as far as it is known without a call of the database: the viewer if it
   * is loaded, else the user of the access token. `sid` is its session, which may have ended; null
   * for a viewer.
   */
  claimed(): Promise<{ uid: number; sid: string | null } | null>
  /** Loads the viewer, if the request has not loaded them yet. */
  load(): Promise<void>
  /**
   * Loads the viewer and reads their own data in one round trip: `readAsViewer` of
   * features/accounts/sessions. Null for an anonymous reader.
   */
  readOwn<Own>(own: (uid: Statement, live: Statement) => Group<Own>): Promise<Own | null>
  /** Whether a session is alive and is not the session of the request. */
  isOfOtherSession(sid: string): Promise<boolean>
  /** Adds the check of the session, and the check-in of the day, to the next batch that writes. */
  checkInFirstWrite(sid: string, viewer: ViewerId): Pick<FirstWrite, 'hasCommitted'>
  /** The error that says how the viewer can confirm their identity. */
  confirmationRequired(): Promise<AppError>
}

/** What the session of a request says, apart from its user. */
export interface RequestSession {
  /** When its user last logged in or confirmed their identity. */
  confirmedAt: string
  /** The number of unread notices, for the bell. Null except on pages. */
  unread: Unread | null
}

interface Variables {
  clock: Clock
  /** When the request started. */
  now: Date
  db: Database
  /** The full-text index. */
  search: Database
  compute: Compute
  edgeCache: EdgeCache
  /** The entry that the edge cache returned or stored for this request. */
  cacheEntry: { key: string; entry: Entry } | undefined
  meter: Meter
  seenPrimary: SeenPrimary
  parts: RequestParts
  siteLanguages: SiteLanguages
  language: Language
  requestId: string
  /** Changes of this request that open pages must be notified of. */
  news: News
  ip: string
  authentication: Authentication
  /** Undefined until the viewer is loaded. Null without a session, also with an access token. */
  session: RequestSession | null | undefined
}

export interface AppEnv {
  Bindings: Bindings
  Variables: Variables & { viewer: Viewer | null; viewerId: ViewerId | null; sid: string | null }
}

/**
 * Context variables behind `signedIn`, `member`, `admin` or `owner`. A request with a personal
 * access token has no `sid`; the routes that read it (settings) refuse such tokens. `More` are the
 * variables of another middleware.
 */
export interface MemberEnv<More = unknown> {
  Bindings: Bindings
  Variables: Variables & { viewer: Viewer; viewerId: ViewerId; sid: string } & More
}

/** Context variables behind `byUid`: the session was not read, so the handler has no viewer. */
export interface ByUidEnv {
  Bindings: Bindings
  Variables: Variables & { viewer: null; viewerId: ViewerId; sid: string | null }
}
