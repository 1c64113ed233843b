import type { Context } from 'hono'
import type { AppEnv } from '#env'
import { siteIdentity } from '#features/core/identity/identity.ts'
import {
  type MarkdownSite,
  markdownOfList,
  markdownOfPost,
} from '#features/publishing/markdown/markdown.ts'
import { postPath, visiblePost } from '#features/publishing/posts/post.ts'
import { PAGE_SIZE_MAX } from '#kernel/paging.ts'
import { digestOf } from '#web/cache/edge-cache-entry.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { pageRequest } from '#web/validation/validate.ts'

/**
 * A public post as Markdown. A post that is not public is `not_found` even for its author, so the
 * response is the same for every reader.
 */
export async function respondWithPost(c: Context<AppEnv>, id: number): Promise<Response> {
  const { db, language } = c.var
  const row = await visiblePost(db, null, id)
  const origin = siteOrigin(c)
  // Search engines must show the page and not this file.
  c.header('Link', `<${row.canonical_url ?? origin + postPath(id)}>; rel="canonical"`)
  return respondWithMarkdown(c, await markdownOfPost(c.var.compute, row, { origin, language }))
}

export async function respondWithList(
  c: Context<AppEnv>,
  of: { tag?: string },
  cursor: string | undefined,
): Promise<Response> {
  const request = pageRequest({ limit: PAGE_SIZE_MAX, cursor })
  const list = await markdownOfList(c.var.db, of, request, await markdownSite(c))
  return 'movedTo' in list ? c.redirect(list.movedTo, 301) : respondWithMarkdown(c, list.markdown)
}

export async function markdownSite(c: Context<AppEnv>): Promise<MarkdownSite> {
  const { db, now, language } = c.var
  return { identity: await siteIdentity(db, now), origin: siteOrigin(c), language }
}

/** The ETag is strong, because the body depends on nothing else of the request. */
export async function respondWithMarkdown(
  c: Context<AppEnv>,
  markdown: string,
  type = 'text/markdown',
): Promise<Response> {
  const etag = `"${await digestOf(new TextEncoder().encode(markdown))}"`
  return c.body(markdown, 200, { 'Content-Type': `${type}; charset=utf-8`, ETag: etag })
}
