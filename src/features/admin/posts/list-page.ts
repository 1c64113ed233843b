import type { Database } from '#db/client.ts'
import { asWaiting, totalRows, type Waiting } from '#features/admin/frame/waiting.ts'
import { type AdminPostCard, allPostsOf, asAdminPostPage, type PostsQuery } from '#features/admin/posts/list.ts'
import { findAllPosts } from '#features/admin/posts/search.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page, PageRequest } from '#kernel/paging.ts'

/** One page of all posts, or of those that a search finds, with what waits. */
export async function allPostsPage(
  db: Database,
  search: Database,
  { q, ...by }: PostsQuery & { q?: string | undefined },
  request: PageRequest,
  language: Language,
): Promise<{ posts: Page<AdminPostCard>; waiting: Waiting }> {
  if (q !== undefined) {
    const [totals, posts] = await Promise.all([db.all(totalRows), findAllPosts(db, search, q, by, request, language)])
    return { posts, waiting: asWaiting(totals) }
  }
  const [totals, rows] = await db.batch([totalRows, allPostsOf(by, request)])
  return { posts: asAdminPostPage(rows, by, request, language), waiting: asWaiting(totals) }
}
