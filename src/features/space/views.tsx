import type { PropsWithChildren } from 'hono/jsx'
import { FollowButton } from '#features/follows/views.tsx'
import { authorFeedPath } from '#features/posts/paths.ts'
import { AuthorName } from '#features/posts/views-author.tsx'
import type { SpaceOwner } from '#features/space/space.ts'
import { spaceTexts } from '#features/space/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { Avatar } from '#web/components/avatar.tsx'
import { compact } from '#web/components/stat.tsx'
import { Icon, type IconName } from '#web/components/icon.tsx'
import { Tabs } from '#web/components/tabs.tsx'
import { Time } from '#web/components/time.tsx'

export const SPACE_TABS = {
  articles: 'page',
  following: 'person',
  followers: 'heart',
  favorites: 'bookmark',
  settings: 'settings',
} as const satisfies Record<string, IconName>

export type SpaceTab = keyof typeof SPACE_TABS

interface SpaceViewProps {
  owner: SpaceOwner
  tab: SpaceTab
  isSignedIn: boolean
  language: Language
}

/** A person's page: who they are, and one of five tabs. The owner has one tab more than visitors. */
export function SpaceView({ owner, tab, isSignedIn, language, children }: PropsWithChildren<SpaceViewProps>) {
  const text = spaceTexts[language]
  const names = (Object.keys(SPACE_TABS) as SpaceTab[]).filter((name) => name !== 'settings' || owner.isViewer)
  return (
    <div class="space stack">
      <SpaceHead owner={owner} isSignedIn={isSignedIn} language={language} />
      <Tabs
        label={text.tabsLabel}
        items={names.map((name) => ({
          href: `/space/${owner.person.uid}${name === 'articles' ? '' : `?tab=${name}`}`,
          label: text.tabs[name],
          current: name === tab,
          icon: SPACE_TABS[name],
        }))}
      />
      {children}
    </div>
  )
}

function SpaceHead({ owner, isSignedIn, language }: Omit<SpaceViewProps, 'tab'>) {
  const text = spaceTexts[language]
  const { person, signature } = owner
  return (
    <header class="card space-head">
      <Avatar person={person} size="large" />
      <div class="space-words">
        <h1>
          <AuthorName person={person} />
        </h1>
        <p class="soft">{signature || text.noSignature}</p>
        <ul class="space-figures">
          <li>
            <b>{compact(owner.posts, language)}</b> {text.posts}
          </li>
          <li>
            <b>{compact(owner.following, language)}</b> {text.following}
          </li>
          <li>
            <b data-followers={person.uid}>{compact(owner.followers, language)}</b> {text.followers}
          </li>
          <li>
            {text.since} <Time value={owner.since} language={language} show="date" />
          </li>
        </ul>
      </div>
      <div class="author-actions">
        {owner.isViewer ? (
          <a class="button" href="/settings?tab=profile">
            {text.editProfile}
          </a>
        ) : (
          <FollowButton uid={person.uid} status={owner.follow} isSignedIn={isSignedIn} language={language} />
        )}
        <a class="button" href={authorFeedPath(person.uid)} type="application/atom+xml">
          <Icon name="feed" />
          {text.feed}
        </a>
      </div>
    </header>
  )
}
