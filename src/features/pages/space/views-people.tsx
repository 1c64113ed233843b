import type { Direction, FollowedUser } from '#features/community/follows/lists.ts'
import { FollowButton } from '#features/community/follows/views.tsx'
import type { Viewer } from '#features/core/people/viewer.ts'
import { AuthorName } from '#features/core/shell/author-name.tsx'
import { Avatar } from '#features/core/shell/avatar.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import type { SpaceOwner } from '#features/pages/space/space.ts'
import { type SpaceText, spaceTexts } from '#features/pages/space/text.ts'
import { tabPath } from '#features/pages/space/views.tsx'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { EmptyState, LinkButton, Notice } from '#web/components/elements.tsx'
import { Pager } from '#web/components/lists.tsx'

interface PeopleProps {
  owner: SpaceOwner
  direction: Direction
  people: Page<FollowedUser>
  isFirstPage: boolean
  viewer: Viewer | null
  language: Language
}

/** The followers or the followed users. A private list shows only a note. */
export function PeopleTab({ owner, direction, people, isFirstPage, viewer, language }: PeopleProps) {
  const text = spaceTexts[language]
  if (!owner.listsOpen) {
    return <EmptyState icon="lock" title={text.private} hint={text.privateBody(owner.user.display_name)} />
  }
  return (
    <>
      {!owner.followersPublic && <PrivateNotice owner={owner} text={text} />}
      {people.items.length > 0 ? (
        <ul class="card people" id="people" aria-label={text.peopleLabel[direction]}>
          {people.items.map((user) => (
            <UserItem user={user} viewer={viewer} language={language} />
          ))}
        </ul>
      ) : (
        <Nobody owner={owner} direction={direction} isFirstPage={isFirstPage} text={text} />
      )}
      <Pager path={tabPath(owner, direction)} cursor={people.next_cursor} label={shellTexts[language].loadMore} />
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

function UserItem({ user, viewer, language }: { user: FollowedUser; viewer: Viewer | null; language: Language }) {
  const { uid, display_name, signature, i_follow, follows_me } = user
  const status = { i_follow, follows_me, mutual: i_follow && follows_me }
  return (
    <li>
      <Avatar user={user} />
      <p class="byline">
        <AuthorName user={user} />
      </p>
      {signature && <p class="soft">{signature}</p>}
      {viewer?.uid !== uid && (
        <FollowButton {...{ uid, status, language }} isSignedIn={viewer !== null} name={display_name} />
      )}
    </li>
  )
}

function Nobody({
  owner,
  direction,
  isFirstPage,
  text,
}: Omit<PeopleProps, 'people' | 'viewer' | 'language'> & { text: SpaceText }) {
  if (!isFirstPage) return <p class="faint">{text.noMore}</p>
  const own = direction === 'followers' ? text.noFollowersOwn : text.noFollowingOwn
  const discover = <LinkButton href="/posts" label={text.discover} />
  return (
    <EmptyState
      icon="person"
      title={direction === 'followers' ? text.noFollowers : text.noFollowing}
      {...(owner.isViewer && { actions: discover })}
      hint={owner.isViewer ? own : owner.isGone ? '' : text.noPeopleOther}
    />
  )
}
