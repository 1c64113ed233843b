import type { Context } from 'hono'
import type { AppEnv } from '#env'
import { iconsOf } from '#features/core/identity/icons.ts'
import { type Identity, siteIdentity } from '#features/core/identity/identity.ts'
import { userPath } from '#features/core/shell/navigation.ts'
import type { FeedPost } from '#features/publishing/lists/feed.ts'
import { postPath } from '#features/publishing/posts/post.ts'
import { atomFeed, type Entry, type Feed } from '#kernel/formats/atom.ts'
import { withLinkedImages } from '#kernel/html/images.ts'
import { siteOrigin } from '#web/site-origin.ts'

type AboutFeed = Pick<Feed, 'title' | 'subtitle' | 'selfPath' | 'pagePath' | 'author'>

export async function respondWithFeed(
  c: Context<AppEnv>,
  about: AboutFeed,
  posts: FeedPost[],
): Promise<Response> {
  const origin = siteOrigin(c)
  const identity = await siteIdentity(c.var.db, c.var.now)
  const iconPath = identity.logo_key === null ? '/img/icon-192.png' : iconsOf(identity).large
  const entries = posts.map((post) => asEntry(post, identity))
  const feed = atomFeed({ ...about, origin, iconPath, language: c.var.language, entries })
  return respondWithXml(c, feed, 'application/atom+xml')
}

export function respondWithXml(
  c: Context<AppEnv>,
  xml: string,
  type = 'application/xml',
): Response {
  return c.body(xml, 200, { 'Content-Type': `${type}; charset=utf-8` })
}

function asEntry(post: FeedPost, { external_images }: Identity): Entry {
  const { id, title, author, published_at, edited_at, tags, summary, body, ai } = post
  return {
    path: postPath(id),
    title,
    author: { name: author.display_name, path: userPath(author.uid) },
    published: published_at,
    updated: edited_at ?? published_at,
    tags: ai === 'none' ? tags : [...tags, `ai:${ai}`],
    summary,
    content: external_images ? body : body && withLinkedImages(body),
  }
}
