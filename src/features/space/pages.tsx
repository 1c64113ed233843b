import { type Context, Hono } from 'hono'
import type { Child } from 'hono/jsx'
import { z } from 'zod'
import type { Statement } from '#db/client.ts'
import type { FolderRow } from '#db/schema/favorites.ts'
import type { AppEnv } from '#env'
import { asFolder, foldersOf } from '#features/favorites/folders.ts'
import { asFollowPage, type FollowRow, followRows } from '#features/follows/lists.ts'
import { cursorIn, listOf } from '#features/posts/list.ts'
import { asListedPost } from '#features/posts/list-page.ts'
import { authorFeedPath } from '#features/posts/paths.ts'
import type { CardRow } from '#features/posts/post.ts'
import { openSpace, type SpaceOwner } from '#features/space/space.ts'
import { spaceTexts } from '#features/space/text.ts'
import { SPACE_TABS, type SpaceTab, SpaceView } from '#features/space/views.tsx'
import { ArticlesTab } from '#features/space/views-articles.tsx'
import { FoldersTab } from '#features/space/views-folders.tsx'
import { PeopleTab } from '#features/space/views-people.tsx'
import { SettingsTab } from '#features/space/views-settings.tsx'
import { PAGE_SIZE, type PageRequest, pageOf } from '#kernel/paging.ts'
import { page } from '#web/page.tsx'
import { pageParam, pageQuery, pageRequest, pathId, query } from '#web/validate.ts'

const SpaceQuery = z.object({ tab: z.string().optional(), cursor: pageQuery.cursor })

export const spacePages = new Hono<AppEnv>().get(
  '/space/:uid',
  pageParam(z.object({ uid: pathId })),
  query(SpaceQuery),
  async (c) => {
    const { uid } = c.req.valid('param')
    const { tab: wanted, cursor } = c.req.valid('query')
    const { db, viewer, language } = c.var
    const tab = tabFor(wanted, viewer?.uid === uid)
    const request = pageRequest({ limit: PAGE_SIZE, cursor })
    const { statements, show } = TABS[tab](c, uid, request)
    const { owner, rows } = await openSpace(db, viewer, uid, statements, language)
    const text = spaceTexts[language]
    const name = owner.person.display_name
    return page(
      c,
      {
        title: text.title(name),
        description: owner.signature || text.description(name),
        canonicalPath: `/space/${uid}`,
        feed: { title: text.title(name), path: authorFeedPath(uid) },
        ...(tab !== 'articles' && { robots: 'noindex' }),
        scripts: ['reading.js'],
      },
      <SpaceView owner={owner} tab={tab} isSignedIn={viewer !== null} language={language}>
        {show(owner, rows[0] ?? [])}
      </SpaceView>,
    )
  },
)

/** An unknown tab falls back to the first, and so does a visitor's settings tab. */
function tabFor(wanted: string | undefined, isOwner: boolean): SpaceTab {
  const known = (Object.keys(SPACE_TABS) as SpaceTab[]).find((name) => name === wanted)
  return known === undefined || (known === 'settings' && !isOwner) ? 'articles' : known
}

/** What a tab reads, and how it shows that. */
interface OpenTab {
  statements: Statement[]
  show(owner: SpaceOwner, rows: unknown[]): Child
}

const TABS: Record<SpaceTab, (c: Context<AppEnv>, uid: number, request: PageRequest) => OpenTab> = {
  articles: ({ var: { language } }, uid, request) => ({
    statements: [listOf({ sort: 'new', author: uid }, request)],
    show: (owner, rows) => {
      const posts = pageOf(rows as CardRow[], request, cursorIn('new'), (row) => asListedPost(row, language))
      return <ArticlesTab owner={owner} posts={posts} language={language} />
    },
  }),
  following: (c, uid, request) => peopleTab(c, uid, request, 'following'),
  followers: (c, uid, request) => peopleTab(c, uid, request, 'followers'),
  favorites: ({ var: { viewer, language } }, uid) => ({
    statements: [foldersOf(uid, viewer?.uid !== uid)],
    show: (owner, rows) => <FoldersTab owner={owner} folders={(rows as FolderRow[]).map(asFolder)} language={language} />,
  }),
  settings: ({ var: { language } }) => ({
    statements: [],
    show: (owner) => <SettingsTab owner={owner} language={language} />,
  }),
}

function peopleTab(c: Context<AppEnv>, uid: number, request: PageRequest, direction: 'following' | 'followers'): OpenTab {
  const { viewer, language } = c.var
  return {
    statements: [followRows(viewer, uid, direction, request)],
    show: (owner, rows) => {
      const people = asFollowPage(rows as FollowRow[], request, language)
      return <PeopleTab {...{ owner, direction, people, viewer, language }} />
    },
  }
}
