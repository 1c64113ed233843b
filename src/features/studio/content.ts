import type { Database } from '#db/client.ts'
import type { PostStatus } from '#db/schema/posts.ts'
import type { Viewer } from '#features/people/viewer.ts'
import { settingOf } from '#features/site/settings.ts'
import { countsOf, NO_POSTS, type StatusCounts } from '#features/studio/counts.ts'
import { asStudioPage, ownPostsOf, type StudioItem } from '#features/studio/posts-list.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page, PageRequest } from '#kernel/paging.ts'

/** One page of an author's content, with what is to be known around it. */
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
  const [rows, [counts], [audit]] = await db.batch([
    ownPostsOf(viewer, status, request),
    countsOf(viewer),
    settingOf('audit.enabled'),
  ])
  return { posts: asStudioPage(rows, request, language), counts: counts ?? NO_POSTS, auditIsOn: audit?.value === 1 }
}
