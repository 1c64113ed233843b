import type { Child } from 'hono/jsx'
import type { Statement } from '#db/client.ts'
import type { FolderRow } from '#db/schema/favorites.ts'
import { asFolder, foldersOf } from '#features/favorites/folders.ts'
import { asFollowPage, type Direction, type FollowRow, followRows } from '#features/follows/lists.ts'
import type { Viewer } from '#features/people/viewer.ts'
import { cursorIn, listOf } from '#features/posts/list.ts'
import { asListedPost } from '#features/posts/list-page.ts'
import type { CardRow } from '#features/posts/post.ts'
import type { SpaceOwner } from '#features/space/space.ts'
import type { SpaceTab } from '#features/space/views.tsx'
import { ArticlesTab } from '#features/space/views-articles.tsx'
import { FoldersTab } from '#features/space/views-folders.tsx'
import { PeopleTab } from '#features/space/views-people.tsx'
import { SettingsTab } from '#features/space/views-settings.tsx'
import type { Language } from '#kernel/i18n.ts'
import { type PageRequest, pageOf } from '#kernel/paging.ts'

/** What a tab reads, to go along with the owner in one round trip, and how it shows what came back. */
export interface OpenTab {
  statements: Statement[]
  show(owner: SpaceOwner, rows: unknown[]): Child
}

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
  articles: ({ uid, language, request }) => ({
    statements: [listOf({ sort: 'new', author: uid }, request)],
    show: (owner, rows) => {
      const posts = pageOf(rows as CardRow[], request, cursorIn('new'), (row) => asListedPost(row, language))
      return <ArticlesTab {...{ owner, posts, language }} isFirstPage={request.after === null} />
    },
  }),
  following: (visit) => people(visit, 'following'),
  followers: (visit) => people(visit, 'followers'),
  favorites: ({ uid, viewer, language }) => ({
    statements: [foldersOf(uid, viewer?.uid !== uid)],
    show: (owner, rows) => <FoldersTab {...{ owner, language }} folders={(rows as FolderRow[]).map(asFolder)} />,
  }),
  settings: ({ language }) => ({
    statements: [],
    show: (owner) => <SettingsTab {...{ owner, language }} />,
  }),
}

function people({ uid, viewer, language, request }: Visit, direction: Direction): OpenTab {
  return {
    statements: [followRows(viewer, uid, direction, request)],
    show: (owner, rows) => {
      const people = asFollowPage(rows as FollowRow[], request, language)
      return <PeopleTab {...{ owner, direction, people, viewer, language }} isFirstPage={request.after === null} />
    },
  }
}
