import type { Direction, FollowedPerson } from '#features/follows/lists.ts'
import { FollowButton } from '#features/follows/views.tsx'
import type { Viewer } from '#features/people/viewer.ts'
import { AuthorName } from '#features/posts/views-author.tsx'
import type { SpaceOwner } from '#features/space/space.ts'
import { spaceTexts } from '#features/space/text.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { Avatar } from '#web/components/avatar.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Pager } from '#web/components/pager.tsx'
import { shellTexts } from '#web/text.ts'

interface PeopleProps {
  owner: SpaceOwner
  direction: Direction
  people: Page<FollowedPerson>
  viewer: Viewer | null
  language: Language
}

/** Who follows, or is followed. A private list says so, and nothing of what is in it. */
export function PeopleTab({ owner, direction, people, viewer, language }: PeopleProps) {
  const text = spaceTexts[language]
  if (!owner.listsOpen) {
    return (
      <EmptyState icon="shield" title={text.private}>
        {text.privateBody}
      </EmptyState>
    )
  }
  if (people.items.length === 0) {
    return (
      <EmptyState
        icon="person"
        title={direction === 'followers' ? text.noFollowers : text.noFollowing}
        actions={
          <a class="button" href="/posts">
            {text.discover}
          </a>
        }
      >
        {text.noPeople}
      </EmptyState>
    )
  }
  return (
    <>
      <ul class="people" id="people">
        {people.items.map((person) => (
          <Person person={person} viewer={viewer} language={language} />
        ))}
      </ul>
      <Pager
        path={`/space/${owner.person.uid}?tab=${direction}`}
        cursor={people.next_cursor}
        label={shellTexts[language].loadMore}
      />
    </>
  )
}

function Person({ person, viewer, language }: { person: FollowedPerson; viewer: Viewer | null; language: Language }) {
  const { uid, signature, i_follow, follows_me } = person
  const status = { i_follow, follows_me, mutual: i_follow && follows_me }
  return (
    <li>
      <Avatar person={person} />
      <div>
        <p class="byline">
          <AuthorName person={person} />
        </p>
        {signature && <p class="soft">{signature}</p>}
      </div>
      {viewer?.uid !== uid && (
        <FollowButton uid={uid} status={status} isSignedIn={viewer !== null} language={language} />
      )}
    </li>
  )
}
