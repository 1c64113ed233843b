import type { Database } from '#db/client.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { settingOf } from '#features/core/site/settings.ts'
import { binnedCount } from '#features/pages/studio/binned.ts'
import { countsOf, type StatusCounts } from '#features/pages/studio/counts.ts'
import { postsIn, type StudioList } from '#features/pages/studio/own-posts.ts'
import type { StudioItem } from '#features/pages/studio/posts-list.ts'
import { scheduledCount } from '#features/pages/studio/scheduled.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page, PageRequest } from '#kernel/paging.ts'

/** One page of an author's posts, with the counts and the review switch that the page shows. */
export interface ContentPage {
  posts: Page<StudioItem>
  counts: StatusCounts
  scheduled: number
  deleted: number
  auditIsOn: boolean
}

export async function contentPage(
  db: Database,
  viewer: Viewer,
  list: StudioList | undefined,
  request: PageRequest,
  language: Language,
): Promise<ContentPage> {
  return db.read({
    posts: postsIn(list, viewer, request, language),
    counts: countsOf(viewer),
    scheduled: scheduledCount(viewer),
    deleted: binnedCount(viewer),
    auditIsOn: settingOf('audit.enabled'),
  })
}
