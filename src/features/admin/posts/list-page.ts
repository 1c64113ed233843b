import type { Database } from '#db/client.ts'
import { type Waiting, whatWaits } from '#features/admin/frame/waiting.ts'
import { type AdminPostCard, adminPosts, type PostsQuery } from '#features/admin/posts/list.ts'
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
    const [waiting, posts] = await Promise.all([db.read(whatWaits), findAllPosts(db, search, q, by, request, language)])
    return { posts, waiting }
  }
  return db.read({ waiting: whatWaits, posts: adminPosts(by, request, language) })
}
