import type { Database, Statement } from '#db/client.ts'
import type { UserRef } from '#features/core/people/shapes.ts'
import {
  EMPTY_SIDE,
  followedHotAuthors,
  type Reader,
  type Sidebar,
  type SideContent,
  sidebarFor,
  sideContent,
} from '#features/pages/home/side.ts'
import { type ListQuery, listOf, postsPage } from '#features/publishing/lists/list.ts'
import { topicOf } from '#features/publishing/lists/topic.ts'
import { asListedPost, type ListedPost, type ListedRow, listedColumns } from '#features/publishing/posts/post.ts'
import type { DescribedTag } from '#features/publishing/posts/shapes.ts'
import type { Page, PageRequest } from '#kernel/paging.ts'

export interface ListPage {
  posts: Page<ListedPost>
  /** The tag or author that the list is limited to; null if it does not exist. */
  tag: DescribedTag | null
  author: UserRef | null
  side: Sidebar
}

/** The cached side content; if it is null, `store` receives the content to cache. */
export interface SideMemo {
  cached: SideContent | null
  store: (content: SideContent) => void
}

/** Reads a page with a list of posts in one round trip. `listed` replaces the public list, for example by posts of followed authors. */
export async function listPage(
  db: Database,
  reader: Reader,
  query: Omit<ListQuery, 'viewer' | 'language'>,
  request: PageRequest,
  { cached, store }: SideMemo,
  listed?: Statement<ListedRow>,
): Promise<ListPage> {
  const { viewer, language, reads } = reader
  const rows = listed ?? listOf(listedColumns, { ...query, viewer, language: reads ?? undefined }, request)
  const { beside, followed, ...list } = await db.read({
    posts: postsPage(rows, query, request, (row) => asListedPost(row, language)),
    beside: cached ? null : sideContent,
    followed: followedHotAuthors(viewer, cached),
    ...topicOf(query, language),
  })
  if (beside) store(beside)
  return { ...list, side: sidebarFor(cached ?? beside ?? EMPTY_SIDE, followed ?? [], reader) }
}
