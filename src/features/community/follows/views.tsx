import type { FollowStatus } from '#features/community/follows/follows.ts'
import {
  type FollowState,
  followButton,
  followersLine,
  followLabel,
  topicButton,
} from '#features/community/follows/hooks.ts'
import { userPath } from '#features/core/shell/navigation.ts'
import type { Attributes } from '#kernel/hooks.ts'
import { bilingual, filled, type Language } from '#kernel/i18n.ts'
import { loginPath } from '#kernel/next-path.ts'
import { compact } from '#web/components/compact.ts'
import { Icon, type IconName } from '#web/components/elements.tsx'

const followTexts = bilingual({
  none: ['关注', 'Follow'],
  follows_me: ['回关', 'Follow back'],
  following: ['已关注', 'Following'],
  mutual: ['互相关注', 'Mutual'],
  leave: ['取消关注', 'Unfollow'],
  left: ['已取消关注。', 'Unfollowed.'],
  follower: ['{followers} 人关注', '{followers} follower'],
  followers: ['{followers} 人关注', '{followers} followers'],
})

interface FollowButtonProps {
  uid: number
  /** Undefined if neither follows the other. */
  status?: FollowStatus | undefined
  isSignedIn: boolean
  language: Language
  /** The name of the user, for screen readers. */
  name?: string
}

const NOT_FOLLOWED: FollowStatus = { i_follow: false, follows_me: false, mutual: false }

const STATES: FollowState[] = ['none', 'follows_me', 'following', 'mutual']

export function FollowButton({ uid, status = NOT_FOLLOWED, ...props }: FollowButtonProps) {
  const { left } = followTexts[props.language]
  return (
    <Toggle
      {...props}
      path={userPath(uid)}
      icon="follow"
      hook={followButton({ uid, left })}
      states={STATES}
      current={stateOf(status)}
      isFollowing={status.i_follow}
    />
  )
}

interface TopicButtonProps {
  /** The page of the tag or the series. The API has the same path. */
  path: string
  name: string
  isFollowing: boolean
  isSignedIn: boolean
  language: Language
}

export function TopicButton({ path, isFollowing, ...props }: TopicButtonProps) {
  const { left } = followTexts[props.language]
  return (
    <Toggle
      {...{ ...props, path, isFollowing }}
      icon="plus"
      hook={topicButton({ api: `/api${path}/follow`, left })}
      states={['none', 'following']}
      current={isFollowing ? 'following' : 'none'}
    />
  )
}

interface ToggleProps extends Pick<FollowButtonProps, 'isSignedIn' | 'language' | 'name'> {
  /** The page that accepts the form of browsers without JavaScript. */
  path: string
  icon: IconName
  hook: Attributes
  states: FollowState[]
  current: FollowState
  isFollowing: boolean
}

/**
 * The page contains the labels of all states and shows one, so that
 * client/behaviors/optimistic-buttons.ts needs no texts.
 */
function Toggle({
  path,
  icon,
  hook,
  states,
  current,
  isFollowing,
  isSignedIn,
  language,
  name,
}: ToggleProps) {
  const text = followTexts[language]
  const label = name && <span class="visually-hidden"> {name}</span>
  if (!isSignedIn)
    return (
      <a class="button small primary follow" href={loginPath(path)}>
        <Icon name={icon} />
        {text.none}
        {label}
      </a>
    )
  return (
    <>
      <noscript>
        <form method="post" action={path}>
          <button type="submit" class="button small">
            {text[isFollowing ? 'leave' : current]}
            {label}
          </button>
        </form>
      </noscript>
      <button
        type="button"
        class="button small follow needs-script"
        {...hook}
        aria-pressed={isFollowing ? 'true' : 'false'}
      >
        {states.map((state) => (
          <span {...followLabel({ state })} hidden={state !== current}>
            <Icon name={state === 'none' || state === 'follows_me' ? icon : 'check'} />
            {text[state]}
          </span>
        ))}
        <span class="unfollow">{text.leave}</span>
        {label}
      </button>
    </>
  )
}

/** The number of followers as a sentence; the follow button updates it. */
export function Followers({
  uid,
  count,
  language,
}: {
  uid: number
  count: number
  language: Language
}) {
  const { follower, followers } = followTexts[language]
  return (
    <p
      class="faint small one-line"
      {...followersLine({ uid, one: follower, many: followers })}
      hidden={count === 0}
    >
      {filled(count === 1 ? follower : followers, { followers: compact(count, language) })}
    </p>
  )
}

function stateOf({ i_follow, follows_me, mutual }: FollowStatus): FollowState {
  if (mutual) return 'mutual'
  if (i_follow) return 'following'
  return follows_me ? 'follows_me' : 'none'
}
