import type { Database, Group } from '#db/client.ts'
import { POST_STATUSES, type PostStatus } from '#db/schema/posts.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { binnedPosts } from '#features/pages/studio/binned.ts'
import { type StudioItem, studioPosts } from '#features/pages/studio/posts-list.ts'
import { scheduledPosts } from '#features/pages/studio/scheduled.ts'
import type { StudioCard } from '#features/publishing/posts/shapes.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page, PageRequest } from '#kernel/paging.ts'

/** The lists of the studio: one for each state, one for the drafts that wait for their time, and the bin. */
export const STUDIO_LISTS = [...POST_STATUSES, 'scheduled', 'deleted'] as const
export type StudioList = PostStatus | 'scheduled' | 'deleted'

/** One list of the viewer's posts, or all of them. */
export function postsIn(
  list: StudioList | undefined,
  viewer: Viewer,
  request: PageRequest,
  language: Language,
): Group<Page<StudioItem>> {
  if (list === 'deleted') return binnedPosts(viewer, request, language)
  if (list === 'scheduled') return scheduledPosts(viewer, request, language)
  return studioPosts(viewer, list, request, language)
}

export async function ownPosts(
  db: Database,
  viewer: Viewer,
  list: StudioList | undefined,
  request: PageRequest,
  language: Language,
): Promise<Page<StudioCard>> {
  const { items, next_cursor } = await db.read(postsIn(list, viewer, request, language))
  return { items: items.map(asStudioCard), next_cursor }
}

function asStudioCard({ card, publishAt, deletedAt }: StudioItem): StudioCard {
  return { ...card, publish_at: publishAt, deleted_at: deletedAt }
}
