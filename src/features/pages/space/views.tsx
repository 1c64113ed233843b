import { sql } from 'drizzle-orm'
import type { PropsWithChildren } from 'hono/jsx'
import { type Database, found, type Group, group, type Statement } from '#db/client.ts'
import type { User } from '#db/schema/core.ts'
import {
  asStatus,
  type FollowColumns,
  type FollowStatus,
  followColumns,
} from '#features/community/follows/follows.ts'
import { followersFigure, followingFigure } from '#features/community/follows/hooks.ts'
import { mayList } from '#features/community/follows/lists.ts'
import { FollowButton } from '#features/community/follows/views.tsx'
import { ReportButton, ReportLink } from '#features/community/reports/views.tsx'
import { type Between, blockedBy, mayInteract } from '#features/core/blocks/block.ts'
import { BlockedNotice, BlockItem, BlockLink } from '#features/core/blocks/views.tsx'
import { asUserRef, type PublicColumns, type UserRef } from '#features/core/people/user-ref.ts'
import type { Viewer, ViewerId } from '#features/core/people/viewer.ts'
import { LettersForm } from '#features/core/shell/letters-form.tsx'
import { userPath } from '#features/core/shell/navigation.ts'
import { Avatar, LevelBadge } from '#features/core/shell/user.tsx'
import { spaceTexts } from '#features/pages/space/text.ts'
import { authorFeedPath } from '#features/publishing/posts/post.ts'
import { directionOf } from '#kernel/html/plain.ts'
import type { Language } from '#kernel/i18n.ts'
import { asset } from '#web/assets.ts'
import { compact } from '#web/components/compact.ts'
import { Icon, type IconName, LinkButton } from '#web/components/elements.tsx'
import { menu, shortCount } from '#web/components/hooks.ts'
import { Tabs } from '#web/components/lists.tsx'
import { LabelledTime } from '#web/components/time.tsx'

export const SPACE_TABS = {
  articles: 'page',
  following: 'follow',
  followers: 'person',
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

/** The space of a user, with profile and tabs. Only the owner has the settings tab. */
export function SpaceView({
  owner,
  tab,
  isSignedIn,
  language,
  children,
}: PropsWithChildren<SpaceViewProps>) {
  const text = spaceTexts[language]
  const names = (Object.keys(SPACE_TABS) as SpaceTab[]).filter(
    (name) => name !== 'settings' || owner.isViewer,
  )
  return (
    <div class={`space space-${tab}`}>
      <link rel="stylesheet" href={asset('space.css')} />
      <SpaceHead owner={owner} isSignedIn={isSignedIn} language={language} />
      {!owner.isViewer && !owner.isGone && (
        <LettersForm
          kind="author"
          of={String(owner.user.uid)}
          name={owner.user.display_name}
          isSignedIn={isSignedIn}
          language={language}
        />
      )}
      {owner.between.iBlock && <BlockedNotice user={owner.user} language={language} />}
      <Tabs
        label={text.tabsLabel}
        items={names.map((name) => ({
          href: tabPath(owner, name),
          label: text.tabs[name],
          current: name === tab,
          icon: SPACE_TABS[name],
        }))}
      />
      {children}
    </div>
  )
}

/** The first tab has the URL of the space. */
export function tabPath({ user }: Pick<SpaceOwner, 'user'>, tab: SpaceTab): string {
  return tab === 'articles' ? userPath(user.uid) : `${userPath(user.uid)}?tab=${tab}`
}

function SpaceHead({ owner, isSignedIn, language }: Omit<SpaceViewProps, 'tab'>) {
  const text = spaceTexts[language]
  const { user, signature, fediverse } = owner
  return (
    <header class="card space-head beside">
      <Avatar user={user} size="large" />
      <div class="space-words">
        <h1 class="row">
          <span dir={directionOf(user.display_name)}>{user.display_name}</span>
          {!owner.isGone && <LevelBadge level={user.level} />}
        </h1>
        <p class={signature ? undefined : 'faint'}>
          {owner.isGone ? text.gone : signature || text.noSignature}
        </p>
        {fediverse && (
          <p>
            <a href={fediverseUrl(fediverse)} rel="me nofollow ugc noopener">
              {fediverse}
            </a>
          </p>
        )}
        <Figures owner={owner} language={language} />
        <p class="dotted row faint small">
          <span>UID {user.uid}</span>
          {!owner.isGone && (
            <LabelledTime label={text.since} value={owner.since} language={language} show="date" />
          )}
        </p>
      </div>
      {!owner.isGone && <SpaceActions owner={owner} isSignedIn={isSignedIn} language={language} />}
    </header>
  )
}

/** Sites of the fediverse show `@ada@mastodon.example` at this address. */
function fediverseUrl(address: string): string {
  const [, user, host] = address.split('@')
  return `https://${host}/@${user}`
}

function Figures({ owner, language }: Pick<SpaceViewProps, 'owner' | 'language'>) {
  const text = spaceTexts[language]
  const figures = { articles: owner.posts, following: owner.following, followers: owner.followers }
  return (
    <ul class="space-figures row small" aria-label={text.figures}>
      {(['articles', 'following', 'followers'] as const).map((tab) => (
        <li>
          <a class="space-figure soft" href={tabPath(owner, tab)}>
            <b {...hooksOf(tab, owner)}>{compact(figures[tab], language)}</b> {text.tabs[tab]}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The hooks of the counts that the follow buttons of the page update. */
function hooksOf(tab: SpaceTab, { user, isViewer, following }: SpaceOwner) {
  if (tab === 'followers') return followersFigure(user)
  return tab === 'following' && isViewer
    ? { ...followingFigure(), ...shortCount({ count: following }) }
    : {}
}

function SpaceActions({ owner, isSignedIn, language }: Omit<SpaceViewProps, 'tab'>) {
  const text = spaceTexts[language]
  const { uid } = owner.user
  return (
    <div class="space-actions row">
      {owner.isViewer ? (
        <LinkButton
          href="/settings?tab=profile"
          kind="small edit-profile"
          icon="pen"
          label={text.editProfile}
        />
      ) : (
        mayInteract('follow', owner.between) && (
          <FollowButton
            uid={uid}
            status={owner.follow}
            isSignedIn={isSignedIn}
            language={language}
          />
        )
      )}
      <a
        class="button small"
        href={authorFeedPath(uid)}
        type="application/atom+xml"
        aria-label={text.feed}
      >
        <Icon name="feed" />
        <span class="wide-only">{text.feed}</span>
      </a>
      {!owner.isViewer && <SpaceMenu owner={owner} isSignedIn={isSignedIn} language={language} />}
    </div>
  )
}

/** Block and report. Works without JavaScript, except blocking. */
function SpaceMenu({
  owner: { user, between },
  isSignedIn,
  language,
}: Omit<SpaceViewProps, 'tab'>) {
  const { more } = spaceTexts[language]
  const next = userPath(user.uid)
  return (
    <details class="menu" {...menu()}>
      <summary class="button small icon" aria-label={more} title={more}>
        <Icon name="more" />
      </summary>
      <div class="menu-panel">
        {isSignedIn ? (
          <>
            <BlockItem user={user} isBlocked={between.iBlock} language={language} />
            <ReportButton kind="user" id={user.uid} author={user} isMenuItem language={language} />
          </>
        ) : (
          <>
            <BlockLink next={next} name={user.display_name} language={language} />
            <ReportLink kind="user" next={next} isMenuItem language={language} />
          </>
        )}
      </div>
    </details>
  )
}

/** Structured data of a space: https://schema.org/ProfilePage. */
export function profilePage(
  { user, signature, since, posts, followers }: SpaceOwner,
  origin: string,
) {
  const url = `${origin}/space/${user.uid}`
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url,
    dateCreated: since,
    mainEntity: {
      '@type': 'Person',
      '@id': url,
      identifier: String(user.uid),
      name: user.display_name,
      url,
      ...(signature && { description: signature }),
      ...(user.avatar_url !== null && { image: origin + user.avatar_url }),
      interactionStatistic: counter('FollowAction', followers),
      agentInteractionStatistic: counter('WriteAction', posts),
    },
  }
}

function counter(action: string, count: number) {
  return {
    '@type': 'InteractionCounter',
    interactionType: `https://schema.org/${action}`,
    userInteractionCount: count,
  }
}

/** The profile that a space shows above every tab. */
export interface SpaceOwner {
  user: UserRef
  signature: string
  /** The address in the fediverse; null unless the account is active. */
  fediverse: string | null
  since: string
  /** The number of public posts. */
  posts: number
  followers: number
  following: number
  followersPublic: boolean
  /** The viewer may see the lists of followers and followed users. */
  listsOpen: boolean
  isViewer: boolean
  /** The account is erased. Its posts stay. */
  isGone: boolean
  follow: FollowStatus
  /** Blocks between the viewer and the owner, in both directions. */
  between: Between
}

type OwnerRow = PublicColumns &
  FollowColumns &
  Pick<
    User,
    | 'signature'
    | 'fediverse'
    | 'created_at'
    | 'followers_count'
    | 'following_count'
    | 'followers_public'
  > & {
    posts: number
  }

export function spaceOwner(
  viewer: Viewer | null,
  uid: number,
  language: Language,
): Group<SpaceOwner> {
  return group({ row: found(ownerOf(viewer?.uid ?? 0, uid)) }, ({ row }) =>
    asOwner(row, viewer, language),
  )
}

function ownerOf(viewerUid: number, uid: number): Statement<OwnerRow> {
  return sql`
    SELECT u.uid, u.username, u.avatar_key, u.exp, u.status, u.signature, u.fediverse, u.created_at, u.followers_count,
      u.following_count, u.followers_public, COALESCE(s.approved, 0) AS posts,
      ${followColumns(viewerUid, sql`u.uid`)}
    FROM users u LEFT JOIN author_stats s ON s.user_id = u.uid
    WHERE u.uid = ${uid}`
}

function asOwner(row: OwnerRow, viewer: Viewer | null, language: Language): SpaceOwner {
  return {
    user: asUserRef(row, language),
    signature: row.signature,
    fediverse: row.status === 'active' ? row.fediverse : null,
    since: row.created_at,
    posts: row.posts,
    followers: row.followers_count,
    following: row.following_count,
    followersPublic: row.followers_public === 1,
    listsOpen: mayList(viewer, row),
    isViewer: viewer?.uid === row.uid,
    isGone: row.status === 'deleted',
    follow: asStatus(row),
    between: { iBlock: blockedBy(viewer).includes(row.uid), blocksMe: row.blocks_me === 1 },
  }
}

/** Makes the viewer's lists of followers and followed users public or private. */
export async function setFollowersPublic(
  db: Database,
  viewer: ViewerId,
  isPublic: boolean,
): Promise<boolean> {
  await db.batch([
    sql`UPDATE users SET followers_public = ${isPublic ? 1 : 0} WHERE uid = ${viewer.uid}`,
  ])
  return isPublic
}
