import type { Database } from '#db/client.ts'
import type { Viewer } from '#features/people/viewer.ts'
import { asTrends, dailyOf, type Range, type Series, type Trends, totalsBefore } from '#features/studio/figures.ts'
import { type TopPost, topPostsOf } from '#features/studio/top-posts.ts'

/** Everything that the analytics page shows of a range. */
export interface Analytics {
  trends: Trends
  /** The same number of days, right before. */
  before: Record<Series, number>
  topPosts: TopPost[]
}

export async function analyticsOf(db: Database, viewer: Viewer, range: Range, now: Date): Promise<Analytics> {
  const [days, [before], topPosts] = await db.batch([
    dailyOf(viewer.uid, range, now),
    totalsBefore(viewer.uid, range, now),
    topPostsOf(viewer.uid, range, now),
  ])
  return { trends: asTrends(days, range, now), before: before ?? NOTHING, topPosts }
}

const NOTHING: Record<Series, number> = { energy: 0, comments: 0, likes: 0, favorites: 0 }
