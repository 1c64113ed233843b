import type { Child } from 'hono/jsx'
import { type Group, group } from '#db/client.ts'
import { foldersOf } from '#features/community/favorites/folders.ts'
import { type Direction, followsPage } from '#features/community/follows/lists.ts'
import { blockTexts } from '#features/core/blocks/text.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import { settingsTexts } from '#features/pages/settings/text.ts'
import type { TabName } from '#features/pages/settings/views.tsx'
import type { SpaceOwner } from '#features/pages/space/space.ts'
import { spaceTexts } from '#features/pages/space/text.ts'
import { type SpaceTab, tabPath } from '#features/pages/space/views.tsx'
import { FoldersTab } from '#features/pages/space/views-folders.tsx'
import { PeopleTab } from '#features/pages/space/views-people.tsx'
import { listOf, postsPage } from '#features/publishing/lists/list.ts'
import { PostList } from '#features/publishing/lists/views-card.tsx'
import { asListedPost, type ListedPost, listedColumns } from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page, PageRequest } from '#kernel/paging.ts'
import { EmptyState, Icon, LinkButton } from '#web/components/elements.tsx'
import { Toggle } from '#web/components/form.tsx'
import { Pager } from '#web/components/lists.tsx'

/** The queries of a tab, run in the same round trip as the owner, and the view of their results. */
type OpenTab = Group<(owner: SpaceOwner) => Child>

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
    const query = { sort: 'new', author: uid, viewer } as const
    const posts = postsPage(listOf(listedColumns, query, request), query, request, (row) => asListedPost(row, language))
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

/** For the owner only: privacy of the lists, and a link to all settings. */
function SettingsTab({ owner, language }: { owner: SpaceOwner; language: Language }) {
  const text = spaceTexts[language]
  const tabs = Object.entries(settingsTexts[language].tabs) as [TabName, string][]
  return (
    <div class="stack">
      <section class="card" aria-labelledby="privacy-heading">
        <h2 id="privacy-heading">{text.privacy}</h2>
        <Toggle
          id="followers-public"
          label={text.privacyLabel}
          hint={text.privacyHint}
          checked={owner.followersPublic}
          api="PUT /api/space/privacy"
          name="followers_public"
          toasts={{ on: text.privacyOn, off: text.privacyOff }}
        />
      </section>
      <section class="card" aria-labelledby="more-heading">
        <h2 id="more-heading">{text.moreSettings}</h2>
        <ul class="settings-links">
          {tabs.map(([name, label]) => (
            <li>
              <a class="settings-link" href={`/settings?tab=${name}`}>
                {label}
                <Icon name="chevron" />
              </a>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

interface ArticlesProps {
  owner: SpaceOwner
  posts: Page<ListedPost>
  isFirstPage: boolean
  language: Language
}

function ArticlesTab({ owner, posts, isFirstPage, language }: ArticlesProps) {
  const text = spaceTexts[language]
  if (posts.items.length > 0) {
    return (
      <>
        <PostList posts={posts.items} language={language} isStart={isFirstPage} />
        <Pager path={tabPath(owner, 'articles')} cursor={posts.next_cursor} label={shellTexts[language].loadMore} />
      </>
    )
  }
  if (owner.between.iBlock) {
    const { noArticles, noArticlesHint } = blockTexts[language]
    return <EmptyState icon="eyeShut" title={noArticles} hint={noArticlesHint} />
  }
  if (!isFirstPage) return <p class="faint">{text.noMore}</p>
  const write = <LinkButton href="/studio/write" kind="primary" label={text.write} />
  return (
    <EmptyState
      icon="page"
      title={text.noArticles}
      {...(owner.isViewer && { actions: write })}
      hint={owner.isViewer ? text.noArticlesOwn : owner.isGone ? '' : text.noArticlesOther}
    />
  )
}
