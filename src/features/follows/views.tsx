import type { FollowStatus } from '#features/follows/follows.ts'
import { type FollowState, followButton, followersLine, followLabel } from '#features/follows/hooks.ts'
import { followTexts } from '#features/follows/text.ts'
import { filled, type Language } from '#kernel/i18n.ts'
import { Icon } from '#web/components/icon.tsx'
import { compact } from '#web/components/stat.tsx'
import { loginPath } from '#web/navigation.ts'

interface FollowButtonProps {
  uid: number
  status: FollowStatus
  isSignedIn: boolean
  language: Language
  /** Said to those who do not see whom the button stands beside. */
  name?: string
}

const STATES: FollowState[] = ['none', 'follows_me', 'following', 'mutual']

/** All four labels are there and one is shown, so that the browser needs no words: client/behaviors/follow.ts. */
export function FollowButton({ uid, status, isSignedIn, language, name }: FollowButtonProps) {
  const text = followTexts[language]
  if (!isSignedIn)
    return (
      <a class="button small primary follow" href={loginPath(`/space/${uid}`)}>
        <Icon name="follow" />
        {text.none}
        {name && <span class="visually-hidden"> {name}</span>}
      </a>
    )
  const current = stateOf(status)
  return (
    <button
      type="button"
      class="button small follow needs-script"
      {...followButton({ uid })}
      aria-pressed={status.i_follow ? 'true' : 'false'}
    >
      {STATES.map((state) => (
        <span {...followLabel({ state })} hidden={state !== current}>
          <Icon name={state === 'none' || state === 'follows_me' ? 'follow' : 'check'} />
          {text[state]}
        </span>
      ))}
      {name && <span class="visually-hidden"> {name}</span>}
    </button>
  )
}

/** How many follow somebody, in words; the follow button keeps it true. */
export function Followers({ uid, count, language }: { uid: number; count: number; language: Language }) {
  const { follower, followers } = followTexts[language]
  return (
    <p class="faint" {...followersLine({ uid, one: follower, many: followers })} hidden={count === 0}>
      {filled(count === 1 ? follower : followers, { followers: compact(count, language) })}
    </p>
  )
}

function stateOf({ i_follow, follows_me, mutual }: FollowStatus): FollowState {
  if (mutual) return 'mutual'
  return i_follow ? 'following' : follows_me ? 'follows_me' : 'none'
}
