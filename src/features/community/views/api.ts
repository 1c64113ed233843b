import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { type ReaderNews, TENTHS } from '#features/community/views/buffer.ts'
import { isPublicPost } from '#features/community/views/public-posts.ts'
import { type VisitCall, visitObjectOf } from '#features/community/views/visits.ts'
import { AppError, orUnavailable } from '#kernel/errors.ts'
import { VIEWS_A_MINUTE } from '#kernel/rate-limits.ts'
import { isBot } from '#kernel/user-agent.ts'
import { fromThisSite } from '#web/guards/access.ts'
import { SoftLimit } from '#web/limits/soft-limit.ts'
import { doc, write } from '#web/openapi/doc.ts'
import { type HeaderContext, siteOrigin } from '#web/site-origin.ts'
import { idParam, query } from '#web/validation/validate.ts'

const HOST_MAX = 255

const hostInput = z
  .string()
  .max(HOST_MAX)
  .regex(/^[\w.:[\]-]*$/)
  .optional()

/**
 * `from` is the host of the referring page, and empty if there is none; `end` means that the reader
 * has reached the end of the text; `depth` is the furthest tenth of the text, from 0.
 */
const ViewQuery = z.object({
  from: hostInput,
  end: z.literal('1').optional(),
  depth: z.coerce
    .number()
    .int()
    .min(0)
    .max(TENTHS - 1)
    .optional(),
})

const VisitQuery = z.object({ from: hostInput })

const limit = new SoftLimit(VIEWS_A_MINUTE)

/**
 * Pages call these without cookies. The identity of the reader is not stored
 * (features/community/views/counter.ts).
 */
export const viewsApi = new Hono<AppEnv>()
  .post(
    '/posts/:id/view',
    write('countPostView', { tag: 'posts', repeat: 'idempotent', tokens: true }),
    fromThisSite,
    idParam,
    query(ViewQuery),
    doc('Count a view of a post. Views by bots are not counted', { 204: null }, 'not_found'),
    async (c) => {
      const reader = readerOf(c)
      if (reader === null) return c.body(null, 204)
      const { id: postId } = c.req.valid('param')
      const { from, end, depth } = c.req.valid('query')
      // This is checked before the object is called, because a call for a post that does not exist
      // would create an object with a file on disk.
      if (!(await isPublicPost(c.var.db, postId, c.var.now))) throw new AppError('not_found')
      const isReported = pageOf(c)?.pathname === `/posts/${postId}`
      const host = isReported ? elsewhere(from, siteOrigin(c)) : null
      const view = { ...reader, postId, from: host, news: newsOf(end !== undefined, depth) }
      await orUnavailable(async () => {
        await c.env.VIEW_COUNTER.getByName(`post:${postId}`).view(view)
        if (isReported && isEntry(from, siteOrigin(c))) await countVisit(c, reader, host)
      })
      return c.body(null, 204)
    },
  )
  .post(
    '/visits',
    write('countVisit', { tag: 'posts', repeat: 'idempotent' }),
    fromThisSite,
    query(VisitQuery),
    doc(
      'Count a visit of the site, once a day for each reader. Pages of the site call this. Visits by bots are not counted',
      { 204: null },
    ),
    async (c) => {
      const reader = readerOf(c)
      const { from } = c.req.valid('query')
      const origin = siteOrigin(c)
      if (reader !== null && pageOf(c) !== null && isEntry(from, origin))
        await orUnavailable(() => countVisit(c, reader, elsewhere(from, origin)))
      return c.body(null, 204)
    },
  )

type Reader = Omit<VisitCall, 'from'>

/** The reader of the request. Null for a bot. Refuses an address that calls too often. */
function readerOf(c: Context<AppEnv>): Reader | null {
  const { ip, now } = c.var
  const retryAfterSeconds = limit.take(ip, now)
  if (retryAfterSeconds > 0) throw new AppError('rate_limited', { retryAfterSeconds })
  const userAgent = c.req.header('user-agent') ?? ''
  return isBot(userAgent) ? null : { ip, userAgent, now: now.getTime() }
}

async function countVisit(
  { env }: Pick<Context<AppEnv>, 'env'>,
  reader: Reader,
  from: string | null,
): Promise<void> {
  await env.VIEW_COUNTER.getByName(visitObjectOf(reader.ip)).visit({ ...reader, from })
}

function newsOf(isEnd: boolean, depth: number | undefined): ReaderNews {
  if (isEnd) return { kind: 'end' }
  return depth === undefined ? { kind: 'open' } : { kind: 'depth', depth }
}

/** The page of this site that made the call. */
function pageOf(c: HeaderContext): URL | null {
  const page = URL.parse(c.req.header('referer') ?? '')
  return page?.origin === siteOrigin(c) ? page : null
}

/** Whether the reader came from outside this site. Without `from`, it is not known. */
function isEntry(from: string | undefined, origin: string): boolean {
  return from !== undefined && withoutWww(from) !== withoutWww(new URL(origin).host)
}

/**
 * The host of another public site, without `www.`. Null if the reader came from this site or from a
 * private network. Null also if there can be no such host, so that a client cannot put other words
 * into the list of referring sites.
 */
function elsewhere(given: string | undefined, origin: string): string | null {
  const host = withoutWww(given ?? '')
  const isPublic =
    host.length <= HOST_NAME_MAX && PUBLIC_HOST.test(host) && !PRIVATE_HOST.test(host)
  return isPublic && host !== withoutWww(new URL(origin).hostname) ? host : null
}

const withoutWww = (host: string) => host.toLowerCase().replace(/^www\./, '')

/** The limit of DNS. */
const HOST_NAME_MAX = 253
/** Labels of at most 63 characters and a top-level domain of letters: no address and no port. */
const PUBLIC_HOST =
  /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.){1,10}(?:[a-z]{2,63}|xn--[a-z\d-]{2,59})$/
const PRIVATE_HOST =
  /\.(?:localhost|local|internal|intranet|lan|home|corp|private|arpa|invalid|test|onion)$/
