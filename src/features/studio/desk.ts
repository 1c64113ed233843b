import type { Database } from '#db/client.ts'
import type { PostStatus } from '#db/schema/posts.ts'
import type { Viewer } from '#features/people/viewer.ts'
import { settingOf } from '#features/site/settings.ts'
import { NO_POSTS, type StatusCounts } from '#features/studio/counts.ts'
import { asOverview, asTrends, dailyOf, type Overview, statsOf, type Trends } from '#features/studio/figures.ts'
import { asStudioPage, ownPostsOf, type StudioItem } from '#features/studio/posts-list.ts'
import type { Language } from '#kernel/i18n.ts'

/** What an author finds on coming in: where to go on, what is waiting, how the latest posts do. */
export interface Desk {
  counts: StatusCounts
  /** Drafts, and what an admin sent back: the author's turn. */
  unfinished: StudioItem[]
  pending: StudioItem[]
  published: StudioItem[]
  auditIsOn: boolean
  /** What it all amounts to, and the last thirty days of it. */
  overview: Overview
  trends: Trends
}

const SHOWN = 4

export async function deskOf(db: Database, viewer: Viewer, language: Language, now: Date): Promise<Desk> {
  const request = { limit: SHOWN, after: null }
  const latest = (status: PostStatus) => ownPostsOf(viewer, status, request)
  const [drafts, rejected, pending, approved, [stats], [audit], days] = await db.batch([
    latest('draft'),
    latest('rejected'),
    latest('pending'),
    latest('approved'),
    statsOf(viewer.uid),
    settingOf('audit.enabled'),
    dailyOf(viewer.uid, '30d', now),
  ])
  const itemsOf = (rows: typeof drafts) => asStudioPage(rows, request, language).items
  return {
    counts: stats ?? NO_POSTS,
    unfinished: [...itemsOf(rejected), ...itemsOf(drafts)].slice(0, SHOWN),
    pending: itemsOf(pending),
    published: itemsOf(approved),
    auditIsOn: audit?.value === 1,
    overview: asOverview(stats ?? null, viewer),
    trends: asTrends(days, '30d', now),
  }
}
