import { type Group, group, type Statement } from '#db/client.ts'
import type { UserRef } from '#features/core/people/shapes.ts'
import { type ListQuery, listOf, postsPage } from '#features/publishing/lists/list.ts'
import { topicOf } from '#features/publishing/lists/topic.ts'
import { asListedPost, type ListedPost, type ListedRow, listedColumns } from '#features/publishing/posts/post.ts'
import type { DescribedTag } from '#features/publishing/posts/shapes.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page, PageRequest } from '#kernel/paging.ts'

export interface ListPage {
  posts: Page<ListedPost>
  /** The tag or author that the list is limited to; null if it does not exist. */
  tag: DescribedTag | null
  author: UserRef | null
}

/** `listed` replaces the public list, for example by posts of followed authors. */
export function listPage(
  query: ListQuery,
  request: PageRequest,
  language: Language,
  listed: Statement<ListedRow> = listOf(listedColumns, query, request),
): Group<ListPage> {
  const asked = {
    posts: postsPage(listed, query, request, (row) => asListedPost(row, language)),
    ...topicOf(query, language),
  }
  return group(asked, (page) => page)
}
