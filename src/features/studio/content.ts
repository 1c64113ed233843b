import type { Database } from '#db/client.ts'
import type { PostStatus } from '#db/schema/posts.ts'
import type { Viewer } from '#features/people/viewer.ts'
import { settingOf } from '#features/site/settings.ts'
import { countsOf, type StatusCounts } from '#features/studio/counts.ts'
import { type StudioItem, studioPosts } from '#features/studio/posts-list.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page, PageRequest } from '#kernel/paging.ts'

/** One page of an author's posts, with the counts and the review switch that the page shows. */
export interface ContentPage {
  posts: Page<StudioItem>
  counts: StatusCounts
  auditIsOn: boolean
}

export async function contentPage(
  db: Database,
  viewer: Viewer,
  status: PostStatus | undefined,
  request: PageRequest,
  language: Language,
): Promise<ContentPage> {
  return db.read({
    posts: studioPosts(viewer, status, request, language),
    counts: countsOf(viewer),
    auditIsOn: settingOf('audit.enabled'),
  })
}
