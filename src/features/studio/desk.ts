import type { Database } from '#db/client.ts'
import type { PostStatus } from '#db/schema/posts.ts'
import type { Viewer } from '#features/people/viewer.ts'
import { settingOf } from '#features/site/settings.ts'
import { countsOf, NO_POSTS, type StatusCounts } from '#features/studio/counts.ts'
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
}

const SHOWN = 4

export async function deskOf(db: Database, viewer: Viewer, language: Language): Promise<Desk> {
  const request = { limit: SHOWN, after: null }
  const latest = (status: PostStatus) => ownPostsOf(viewer, status, request)
  const [drafts, rejected, pending, approved, [counts], [audit]] = await db.batch([
    latest('draft'),
    latest('rejected'),
    latest('pending'),
    latest('approved'),
    countsOf(viewer),
    settingOf('audit.enabled'),
  ])
  const itemsOf = (rows: typeof drafts) => asStudioPage(rows, request, language).items
  return {
    counts: counts ?? NO_POSTS,
    unfinished: [...itemsOf(rejected), ...itemsOf(drafts)].slice(0, SHOWN),
    pending: itemsOf(pending),
    published: itemsOf(approved),
    auditIsOn: audit?.value === 1,
  }
}
