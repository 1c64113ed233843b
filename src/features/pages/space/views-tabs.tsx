import type { Child } from 'hono/jsx'
import { type Group, group } from '#db/client.ts'
import { type Folder, folderPath, foldersOf } from '#features/community/favorites/folders.ts'
import {
  FolderActions,
  FolderFacts,
  folderTexts,
  NewFolderButton,
  NewFolderDialog,
} from '#features/community/favorites/views-folder.tsx'
import {
  type Direction,
  type FollowedUser,
  followsPage,
} from '#features/community/follows/lists.ts'
import { type FollowedTopics, followedTopics } from '#features/community/follows/topics.ts'
import { FollowButton, TopicButton } from '#features/community/follows/views.tsx'
import { blockTexts } from '#features/core/blocks/text.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import { AuthorName, Avatar } from '#features/core/shell/user.tsx'
import { settingsTexts, type TabName } from '#features/pages/settings/text.ts'
import { type SpaceText, spaceTexts } from '#features/pages/space/text.ts'
import { type SpaceOwner, type SpaceTab, tabPath } from '#features/pages/space/views.tsx'
import { listOf, postsPage } from '#features/publishing/lists/list.ts'
import { PostList } from '#features/publishing/lists/views-card.tsx'
import {
  asListedPost,
  type ListedPost,
  listedColumns,
  seriesPath,
  tagPath,
} from '#features/publishing/posts/post.ts'
import { shownName } from '#kernel/default-folder.ts'
import { directionOf, foreignLanguage } from '#kernel/html/plain.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page, PageRequest } from '#kernel/paging.ts'
import { EmptyState, Icon, type IconName, LinkButton, Notice } from '#web/components/elements.tsx'
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

export const openTab: Record<SpaceTab, (visit: Visit) => OpenTab> = {
  articles: ({ uid, viewer, language, request }) => {
    const query = { sort: 'new', author: uid, viewer } as const
    const posts = postsPage(listOf(listedColumns, query, request), query, request, (row) =>
      asListedPost(row, language),
    )
    return group({ posts }, ({ posts }) => (owner) => (
      <ArticlesTab {...{ owner, posts, language }} isFirstPage={request.after === null} />
    ))
  },
  following: (visit) => people(visit, 'following'),
  followers: (visit) => people(visit, 'followers'),
  favorites: ({ uid, viewer, language }) => {
    const folders = foldersOf(uid, { onlyPublic: viewer?.uid !== uid })
    return group({ folders }, ({ folders }) => (owner) => (
      <FoldersTab {...{ owner, folders, language }} />
    ))
  },
  settings: ({ language }) => group({}, () => (owner) => <SettingsTab {...{ owner, language }} />),
}

function people({ uid, viewer, language, request }: Visit, direction: Direction): OpenTab {
  const isFirstPage = request.after === null
  const people = followsPage(viewer, uid, direction, request, language)
  const isOwn = viewer?.uid === uid && direction === 'following' && isFirstPage
  const topics = isOwn ? group(followedTopics(uid), (topics) => topics) : null
  return group({ people, topics }, ({ people, topics }) => (owner) => (
    <>
      {topics && topics.tags.length + topics.series.length > 0 && (
        <Topics topics={topics} language={language} />
      )}
      <PeopleTab {...{ owner, direction, people, viewer, language, isFirstPage }} />
    </>
  ))
}

/** The tags and series that the owner follows. Only the owner sees them. */
function Topics({
  topics: { tags, series },
  language,
}: {
  topics: FollowedTopics
  language: Language
}) {
  const text = spaceTexts[language]
  const items = [
    ...tags.map(({ name }) => ({ path: tagPath(name), name: `#${name}` })),
    ...series.map(({ id, title }) => ({ path: seriesPath(id), name: title })),
  ]
  return (
    <section class="card" aria-labelledby="topics-heading">
      <h2 id="topics-heading">{text.topics}</h2>
      <ul class="topics">
        {items.map(({ path, name }) => (
          <li class="line loose apart">
            <a href={path} lang={foreignLanguage(name, language)}>
              {name}
            </a>
            <TopicButton {...{ path, name, language }} isFollowing isSignedIn />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** For the owner only: the privacy of the lists, and a link to all settings. */
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
        <ul class="hairlines">
          {tabs.map(([name, label]) => (
            <li>
              <a class="settings-link line apart" href={`/settings?tab=${name}`}>
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
        <Pager
          path={tabPath(owner, 'articles')}
          cursor={posts.next_cursor}
          label={shellTexts[language].loadMore}
        />
      </>
    )
  }
  if (owner.between.iBlock) {
    const { noArticles, noArticlesHint } = blockTexts[language]
    return <EmptyState icon="eyeShut" title={noArticles} hint={noArticlesHint} />
  }
  if (!isFirstPage) return <p class="faint">{text.noMore}</p>
  return (
    <Nothing
      {...{
        owner,
        icon: 'page',
        title: text.noArticles,
        own: text.noArticlesOwn,
        other: text.noArticlesOther,
      }}
      action={<LinkButton href="/studio/write" kind="primary" label={text.write} />}
    />
  )
}

interface NothingProps {
  owner: SpaceOwner
  icon: IconName
  title: string
  own: string
  other: string
  action: Child
}

function Nothing({ owner, icon, title, own, other, action }: NothingProps) {
  if (owner.isViewer) return <EmptyState icon={icon} title={title} hint={own} actions={action} />
  return <EmptyState icon={icon} title={title} hint={owner.isGone ? '' : other} />
}

interface PeopleProps {
  owner: SpaceOwner
  direction: Direction
  people: Page<FollowedUser>
  isFirstPage: boolean
  viewer: Viewer | null
  language: Language
}

/** The followers or the followed users. Visitors see only a note if the list is private. */
function PeopleTab({ owner, direction, people, isFirstPage, viewer, language }: PeopleProps) {
  const text = spaceTexts[language]
  if (!owner.listsOpen) {
    return (
      <EmptyState
        icon="lock"
        title={text.private}
        hint={text.privateBody(owner.user.display_name)}
      />
    )
  }
  return (
    <>
      {!owner.followersPublic && <PrivateNotice owner={owner} text={text} />}
      {people.items.length > 0 ? (
        <ul class="card people hairlines" id="people" aria-label={text.peopleLabel[direction]}>
          {people.items.map((user) => (
            <UserItem user={user} viewer={viewer} language={language} />
          ))}
        </ul>
      ) : (
        <NoPeople owner={owner} direction={direction} isFirstPage={isFirstPage} text={text} />
      )}
      <Pager
        path={tabPath(owner, direction)}
        cursor={people.next_cursor}
        label={shellTexts[language].loadMore}
      />
    </>
  )
}

function PrivateNotice({ owner, text }: { owner: SpaceOwner; text: SpaceText }) {
  return (
    <Notice>
      {owner.isViewer ? text.privateOwn : text.privateAsAdmin}{' '}
      {owner.isViewer && <a href={tabPath(owner, 'settings')}>{text.changePrivacy}</a>}
    </Notice>
  )
}

function UserItem({
  user,
  viewer,
  language,
}: {
  user: FollowedUser
  viewer: Viewer | null
  language: Language
}) {
  const { uid, display_name, signature, i_follow, follows_me } = user
  const status = { i_follow, follows_me, mutual: i_follow && follows_me }
  return (
    <li>
      <Avatar user={user} />
      <p class="byline">
        <AuthorName user={user} />
      </p>
      {signature && (
        <p class="soft small two-lines breaks" dir={directionOf(signature)}>
          {signature}
        </p>
      )}
      {viewer?.uid !== uid && (
        <FollowButton
          {...{ uid, status, language }}
          isSignedIn={viewer !== null}
          name={display_name}
        />
      )}
    </li>
  )
}

type NoPeopleProps = Omit<PeopleProps, 'people' | 'viewer' | 'language'> & { text: SpaceText }

function NoPeople({ owner, direction, isFirstPage, text }: NoPeopleProps) {
  if (!isFirstPage) return <p class="faint">{text.noMore}</p>
  const [title, own] =
    direction === 'followers'
      ? [text.noFollowers, text.noFollowersOwn]
      : [text.noFollowing, text.noFollowingOwn]
  const discover = <LinkButton href="/posts" label={text.discover} />
  return (
    <Nothing
      {...{ owner, icon: 'person', title, own, other: text.noPeopleOther }}
      action={discover}
    />
  )
}

interface FoldersProps {
  owner: SpaceOwner
  folders: Folder[]
  language: Language
}

/** Visitors see the public folders. The owner sees and manages all folders. */
function FoldersTab({ owner, folders, language }: FoldersProps) {
  const text = spaceTexts[language]
  return (
    <>
      {folders.length === 0 ? (
        <Nothing
          {...{ owner, icon: 'bookmark', own: text.noFoldersOwnBody, other: text.noFoldersOther }}
          title={owner.isViewer ? text.noFoldersOwn : text.noFolders}
          action={<NewFolderButton language={language} />}
        />
      ) : (
        <Folders owner={owner} folders={folders} language={language} />
      )}
      {owner.isViewer && <NewFolderDialog language={language} />}
    </>
  )
}

function Folders({ owner, folders, language }: FoldersProps) {
  const text = spaceTexts[language]
  return (
    <>
      {owner.isViewer && (
        <div class="tab-lead row apart">
          <p class="soft">{text.foldersLead}</p>
          <NewFolderButton language={language} />
        </div>
      )}
      <ul class="folders">
        {folders
          .map((stored) => ({ ...stored, name: shownName(stored, language) }))
          .map((folder) => (
            <li class="card link-card folder stack tight">
              <h2 class="beside">
                <Icon name={folder.public || !owner.isViewer ? 'bookmark' : 'lock'} />
                {/* The link covers the whole card; the buttons are above it. */}
                <a class="card-link" href={folderPath(folder.id)}>
                  {folder.name}
                </a>
              </h2>
              <FolderFacts
                folder={folder}
                showsPrivacy={owner.isViewer}
                text={folderTexts[language]}
              />
              {owner.isViewer && <FolderActions folder={folder} language={language} />}
            </li>
          ))}
      </ul>
    </>
  )
}
