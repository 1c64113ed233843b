import type { Database } from '#db/client.ts'
import type { Meter } from '#db/meter.ts'
import type { News } from '#features/community/live/topics.ts'
import type { Unread } from '#features/core/notifications/shapes.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import type { Language } from '#kernel/i18n.ts'
import type { EdgeCache } from '#web/cache/edge-cache.ts'
import type { Entry } from '#web/cache/edge-cache-entry.ts'
import type { Authentication } from '#web/guards/guards.ts'
import type { RequestParts } from '#web/request-context.ts'

export interface Bindings {
  DB: D1Database
  SEARCH: D1Database
  IMAGES: R2Bucket
  /** What the cron backs up, `features/operations/backups`. Never served. */
  BACKUPS: R2Bucket
  ASSETS: Fetcher
  RATE_LIMITER: DurableObjectNamespace<import('#web/limits/rate-limiter.ts').RateLimiter>
  ENERGIZE_COUNTER: DurableObjectNamespace<import('#features/community/energize/counter.ts').EnergizeCounter>
  VIEW_COUNTER: DurableObjectNamespace<import('#features/community/views/counter.ts').ViewCounter>
  LIVE_ROOM: DurableObjectNamespace<import('#features/community/live/http/live-room.ts').LiveRoom>
  /** Signs what the site hands out, unless there is a newer one; `web/secrets.ts` says how one takes the place of another. */
  JOULE_SECRET?: string
  [later: `JOULE_SECRET_${number}`]: string
  /** Cloudflare Email Service. A site without it keeps its mail for the owner to read. */
  EMAIL?: SendEmail
  /** The sender of all mail: `Joule <mail@example.com>`. */
  MAIL_FROM?: string
  ENVIRONMENT: 'production' | 'development' | 'test'
  /** The part of the requests that leave a line in the log, from '0' to '1'; what failed always leaves one. */
  LOG_SHARE?: string
  /** The hash of what was uploaded, as `npm run build` prints it. */
  JOULE_BUNDLE?: string
  /** '0' lifts the general write limit, for load tests of a local run. */
  JOULE_WRITE_LIMIT?: string
}

interface Variables {
  now: Date
  db: Database
  /** The full-text index. */
  search: Database
  edgeCache: EdgeCache
  /** What the edge cache answered with, or stored. */
  given: { key: string; entry: Entry } | undefined
  meter: Meter
  parts: RequestParts
  language: Language
  requestId: string
  /** What this request changes for whoever listens. */
  news: News
  ip: string
  authentication: Authentication
  /** The viewer's unread notices, for the bell: known on pages only. */
  unread: Unread | null
}

export interface AppEnv {
  Bindings: Bindings
  Variables: Variables & { viewer: Viewer | null; sid: string | null }
}

/**
 * What a handler sees behind `signedIn`, `member`, `admin` or `owner`. With a personal access token there is no `sid`; the routes
 * that ask for it, those of the settings, are out of reach of tokens.
 */
export interface MemberEnv {
  Bindings: Bindings
  Variables: Variables & { viewer: Viewer; sid: string }
}
