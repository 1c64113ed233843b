import type { Child } from 'hono/jsx'
import { type Group, group } from '#db/client.ts'
import { foldersOf } from '#features/community/favorites/folders.ts'
import { type Direction, followsPage } from '#features/community/follows/lists.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import type { SpaceOwner } from '#features/pages/space/space.ts'
import type { SpaceTab } from '#features/pages/space/views.tsx'
import { ArticlesTab } from '#features/pages/space/views-articles.tsx'
import { FoldersTab } from '#features/pages/space/views-folders.tsx'
import { PeopleTab } from '#features/pages/space/views-people.tsx'
import { SettingsTab } from '#features/pages/space/views-settings.tsx'
import { listOf, postsPage } from '#features/publishing/lists/list.ts'
import { asListedPost, listedColumns } from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'
import type { PageRequest } from '#kernel/paging.ts'

/** What a tab reads, in the same round trip as the owner, and the view of what was read. */
export type OpenTab = Group<(owner: SpaceOwner) => Child>

interface Visit {
  uid: number
  viewer: Viewer | null
  language: Language
  request: PageRequest
}

export function openTab(tab: SpaceTab, visit: Visit): OpenTab {
  return TABS[tab](visit)
}

const TABS: Record<SpaceTab, (visit: Visit) => OpenTab> = {
  articles: ({ uid, viewer, language, request }) => {
    const listed = listOf(listedColumns, { sort: 'new', author: uid, viewer }, request)
    const posts = postsPage(listed, 'new', request, (row) => asListedPost(row, language))
    return group({ posts }, ({ posts }) => (owner) => (
      <ArticlesTab {...{ owner, posts, language }} isFirstPage={request.after === null} />
    ))
  },
  following: (visit) => people(visit, 'following'),
  followers: (visit) => people(visit, 'followers'),
  favorites: ({ uid, viewer, language }) => {
    const folders = foldersOf(uid, { onlyPublic: viewer?.uid !== uid })
    return group({ folders }, ({ folders }) => (owner) => <FoldersTab {...{ owner, folders, language }} />)
  },
  settings: ({ language }) => group({}, () => (owner) => <SettingsTab {...{ owner, language }} />),
}

function people({ uid, viewer, language, request }: Visit, direction: Direction): OpenTab {
  const people = followsPage(viewer, uid, direction, request, language)
  return group({ people }, ({ people }) => (owner) => (
    <PeopleTab {...{ owner, direction, people, viewer, language }} isFirstPage={request.after === null} />
  ))
}
