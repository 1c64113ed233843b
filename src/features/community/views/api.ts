import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { isPublicPost } from '#features/community/views/public-posts.ts'
import { AppError, orUnavailable } from '#kernel/errors.ts'
import { VIEWS_A_MINUTE } from '#kernel/rate-limits.ts'
import { isBot } from '#kernel/user-agent.ts'
import { fromThisSite } from '#web/guards/access.ts'
import { SoftLimit } from '#web/limits/soft-limit.ts'
import { doc, write } from '#web/openapi/doc.ts'
import { type HeaderContext, siteOrigin } from '#web/site-origin.ts'
import { idParam, query } from '#web/validation/validate.ts'

const HOST_MAX = 255

/**
 * `from` is the host of the referring page; `end` means that the reader has reached the end of the
 * text.
 */
const ViewQuery = z.object({
  from: z
    .string()
    .max(HOST_MAX)
    .regex(/^[\w.:[\]-]*$/)
    .optional(),
  end: z.literal('1').optional(),
})

const limit = new SoftLimit(VIEWS_A_MINUTE)

/**
 * The page of a post calls this without cookies. The identity of the reader is not stored
 * (features/community/views/counter.ts).
 */
export const viewsApi = new Hono<AppEnv>().post(
  '/posts/:id/view',
  write('countPostView', { tag: 'posts', repeat: 'idempotent', tokens: true }),
  fromThisSite,
  idParam,
  query(ViewQuery),
  doc('Count a view of a post. Views by bots are not counted', { 204: null }, 'not_found'),
  async (c) => {
    const retryAfterSeconds = limit.take(c.var.ip, c.var.now)
    if (retryAfterSeconds > 0) throw new AppError('rate_limited', { retryAfterSeconds })
    const userAgent = c.req.header('user-agent') ?? ''
    if (isBot(userAgent)) return c.body(null, 204)
    const { id: postId } = c.req.valid('param')
    const { from, end } = c.req.valid('query')
    // This is checked before the object is called, because a call for a post that does not exist
    // would create an object with a file on disk.
    if (!(await isPublicPost(c.var.db, postId, c.var.now))) throw new AppError('not_found')
    const call = {
      postId,
      ip: c.var.ip,
      userAgent,
      from: isPageOf(postId, c) ? elsewhere(from, siteOrigin(c)) : null,
      end: end !== undefined,
      now: c.var.now.getTime(),
    }
    await orUnavailable(async () => c.env.VIEW_COUNTER.getByName(`post:${postId}`).view(call))
    return c.body(null, 204)
  },
)

/** Whether the call comes from the page of the post. Only then the referring host is counted. */
function isPageOf(postId: number, c: HeaderContext): boolean {
  const page = URL.parse(c.req.header('referer') ?? '')
  return page?.origin === siteOrigin(c) && page.pathname === `/posts/${postId}`
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
