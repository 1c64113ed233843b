import type { Database } from '#db/client.ts'
import type { PostStatus } from '#db/schema/posts.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type Overview, overviewOf, type Trends, trendsOf } from '#features/pages/studio/analytics/figures.ts'
import { postsIn, type StatusCounts, type StudioItem } from '#features/pages/studio/posts-list.ts'
import { type AuthorRules, authorRules } from '#features/publishing/content-rules/needs-review.ts'
import type { Language } from '#kernel/i18n.ts'

/** The studio overview: posts to continue, posts in review, and figures of the latest posts. */
export interface StudioHome {
  counts: StatusCounts
  /** Drafts and rejected posts, on which the author can continue. */
  unfinished: StudioItem[]
  pending: StudioItem[]
  published: StudioItem[]
  rules: AuthorRules
  /** The author's totals, and the figures of the last 30 days. */
  overview: Overview
  trends: Trends
}

const SHOWN = 4

export async function studioHome(db: Database, viewer: Viewer, language: Language, now: Date): Promise<StudioHome> {
  const request = { limit: SHOWN, after: null }
  const latest = (status: PostStatus) => postsIn(status, viewer, request, language, now)
  const { drafts, rejected, pending, published, overview, ...rest } = await db.read({
    drafts: latest('draft'),
    rejected: latest('rejected'),
    pending: latest('pending'),
    published: latest('approved'),
    overview: overviewOf(viewer),
    rules: authorRules(viewer, now),
    trends: trendsOf(viewer.uid, '30d', now),
  })
  return {
    ...rest,
    overview,
    counts: overview.posts,
    unfinished: [...rejected.items, ...drafts.items].slice(0, SHOWN),
    pending: pending.items,
    published: published.items,
  }
}
