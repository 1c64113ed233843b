import type { Database } from '#db/client.ts'
import { type Readers, readersOf } from '#features/community/views/readers.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import {
  daysOf,
  type Range,
  type Series,
  type Trends,
  totalsBefore,
  trendsOf,
} from '#features/pages/studio/analytics/figures.ts'
import { type TopPost, topPostsOf } from '#features/pages/studio/analytics/top-posts.ts'

/** Everything that the analytics page shows of a range. */
export interface Analytics {
  trends: Trends
  /** The same number of days, right before. */
  before: Record<Series, number>
  topPosts: TopPost[]
  readers: Readers
}

export async function analyticsOf(db: Database, viewer: Viewer, range: Range, now: Date): Promise<Analytics> {
  const [first = ''] = daysOf(range, now)
  return db.read({
    trends: trendsOf(viewer.uid, range, now),
    before: totalsBefore(viewer.uid, range, now),
    topPosts: topPostsOf(viewer.uid, range, now),
    readers: readersOf(viewer.uid, first),
  })
}
