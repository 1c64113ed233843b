import { toast, toastProblem } from '#client/behaviors/toast.ts'
import { compact, countIn, showCount } from '#client/counts.ts'
import { closest, find, findAll, read, where } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { commentItem, likeButton } from '#features/community/comments/hooks.ts'
import { favoriteChoice } from '#features/community/favorites/hooks.ts'
import {
  followButton,
  followersFigure,
  followersLine,
  followingFigure,
  followLabel,
  topicButton,
} from '#features/community/follows/hooks.ts'
import { reactionButton } from '#features/community/reactions/hooks.ts'
import { filled } from '#kernel/i18n.ts'
import { shortCount } from '#web/components/hooks.ts'

/** A button that shows its new state at once, and then the state in the response. */
interface OptimisticButton<State> {
  /**
   * The path of the API. Buttons with the same `queue` are sent sequentially; the default is the
   * path.
   */
  path(button: HTMLElement): string
  queue?(button: HTMLElement): string
  shown(button: HTMLElement): State
  show(button: HTMLElement, state: State): void
  next(state: State, button: HTMLElement): State
  stateIn(response: Record<string, unknown>): State
  /**
   * A press is ignored until the response to the one before, because the button offers to undo or
   * to do more.
   */
  isExclusive?: true
  /** Runs before the request. `done` gets its result. */
  prepare?(button: HTMLElement, before: State): Promise<unknown>
  done?(
    button: HTMLElement,
    response: Record<string, unknown>,
    before: State,
    prepared: unknown,
  ): void
}

function optimistic<State>(kind: OptimisticButton<State>): (button: HTMLElement) => Promise<void> {
  const queues = new Map<string, { known: State; waiting: number; last: Promise<void> }>()

  async function send(button: HTMLElement, queue: { known: State }, before: State): Promise<void> {
    try {
      const prepared = await kind.prepare?.(button, before)
      const response = await api.post(kind.path(button))
      queue.known = kind.stateIn(response)
      kind.done?.(button, response, before, prepared)
    } catch (error) {
      toastProblem(error)
    }
  }

  return async (button) => {
    if (button.ariaBusy === 'true') return
    const before = kind.shown(button)
    const key = (kind.queue ?? kind.path)(button)
    const queue = queues.get(key) ?? { known: before, waiting: 0, last: Promise.resolve() }
    queues.set(key, queue)
    kind.show(button, kind.next(before, button))
    if (kind.isExclusive) button.ariaBusy = 'true'
    // The pointer is still over the button, so show its new state before the hover label.
    button.classList.add('just-pressed')
    button.addEventListener('pointerleave', () => button.classList.remove('just-pressed'), {
      once: true,
    })
    queue.waiting++
    queue.last = queue.last.then(() => send(button, queue, before))
    await queue.last
    queue.waiting--
    if (kind.isExclusive) button.ariaBusy = null
    if (queue.waiting > 0) return
    kind.show(button, queue.known)
    queues.delete(key)
  }
}

interface Counted {
  isOn: boolean
  count: number
}

const counted = {
  shown: (button: HTMLElement): Counted => ({
    isOn: button.ariaPressed === 'true',
    count: countIn(find(shortCount, button)),
  }),
  show(button: HTMLElement, { isOn, count }: Counted) {
    button.ariaPressed = String(isOn)
    showCount(find(shortCount, button), count)
  },
  next: ({ isOn, count }: Counted): Counted => ({ isOn: !isOn, count: count + (isOn ? -1 : 1) }),
}

const reactionsHere = () => [...findAll(reactionButton)]

/**
 * Like and dislike of the post. They are one state, because they exclude each other: a press on the
 * one also takes the other back.
 */
const react = optimistic<Counted[]>({
  path(button) {
    const { post, pressed } = read(reactionButton, button)
    return `/api/posts/${post}/${pressed}`
  },
  queue: (button) => String(read(reactionButton, button).post),
  shown: () => reactionsHere().map(counted.shown),
  show(_, states) {
    for (const [n, button] of reactionsHere().entries())
      counted.show(button, states[n] ?? counted.shown(button))
  },
  next: (states, pressed) =>
    reactionsHere().map((button, n) => {
      const state = states[n] ?? counted.shown(button)
      return button === pressed || state.isOn ? counted.next(state) : state
    }),
  stateIn: (response) =>
    reactionsHere().map((button) => {
      const { pressed } = read(reactionButton, button)
      return { isOn: response.state === pressed, count: Number(response[`${pressed}s_count`]) }
    }),
})

const likeComment = optimistic<Counted>({
  ...counted,
  path: (button) =>
    `/api/comments/${read(commentItem, closest(commentItem, button) ?? button).id}/like`,
  stateIn: (response) => ({ isOn: response.liked === true, count: Number(response.likes_count) }),
})

const factsOfSaving = (button: HTMLElement) =>
  read(favoriteChoice, closest(favoriteChoice, button) ?? button)

/**
 * Saves or unsaves a post with one press; the menu beside it selects folders
 * (client/behaviors/on-demand.ts).
 */
const save = optimistic<Counted>({
  ...counted,
  path: (button) => `/api/posts/${factsOfSaving(button).post}/favorite`,
  stateIn: (response) => ({
    isOn: response.favorited === true,
    count: Number(response.favorites_count),
  }),
  isExclusive: true,
  prepare: async (button, { isOn }) =>
    isOn && api.get(`/api/posts/${factsOfSaving(button).post}/folder-status`),
  done(button, { favorited }, _, folders) {
    const { post, saved, removed } = factsOfSaving(button)
    button.dispatchEvent(new Event('joule:saved'))
    if (favorited) toast(saved)
    else
      void import('#client/behaviors/undo.ts').then(({ offerUndoUnsave }) =>
        offerUndoUnsave(post, removed, folders, () => {
          showSaved(button, true)
          button.dispatchEvent(new Event('joule:saved'))
        }),
      )
  },
})

export function showSaved(button: HTMLElement, isSaved: boolean): void {
  const before = counted.shown(button)
  if (before.isOn !== isSaved) counted.show(button, counted.next(before))
}

/**
 * Follow buttons, also those in lists that are loaded later: features/community/follows/views.tsx.
 * The same user may be on the page twice, and all buttons of the user change.
 */
const follow = optimistic<{ iFollow: boolean; followsMe: boolean }>({
  path: (button) => `/api/users/${read(followButton, button).uid}/follow`,
  shown(button) {
    const label = [...findAll(followLabel, button)].find(({ hidden }) => !hidden)
    const state = label && read(followLabel, label).state
    return {
      iFollow: button.ariaPressed === 'true',
      followsMe: state === 'follows_me' || state === 'mutual',
    }
  },
  show(pressed, { iFollow, followsMe }) {
    const own = followsMe ? 'mutual' : 'following'
    const notOwn = followsMe ? 'follows_me' : 'none'
    const state = iFollow ? own : notOwn
    for (const button of findAll(where(followButton, { uid: read(followButton, pressed).uid }))) {
      button.ariaPressed = String(iFollow)
      for (const label of findAll(followLabel, button))
        label.hidden = read(followLabel, label).state !== state
    }
  },
  next: ({ iFollow, followsMe }) => ({ iFollow: !iFollow, followsMe }),
  stateIn: (response) => ({
    iFollow: response.i_follow === true,
    followsMe: response.follows_me === true,
  }),
  isExclusive: true,
  done(button, response, before) {
    const { uid, left } = read(followButton, button)
    showFollowers(uid, Number(response.followers_count))
    const own = find(followingFigure)
    if (response.i_follow !== before.iFollow)
      showCount(own, countIn(own) + (response.i_follow ? 1 : -1))
    if (!response.i_follow)
      void import('#client/behaviors/undo.ts').then(({ undoable }) =>
        undoable(left, () => follow(button)),
      )
  },
})

const followTopic = optimistic<boolean>({
  path: (button) => read(topicButton, button).api,
  shown: (button) => button.ariaPressed === 'true',
  show(button, follows) {
    button.ariaPressed = String(follows)
    for (const label of findAll(followLabel, button))
      label.hidden = follows === (read(followLabel, label).state === 'none')
  },
  next: (follows) => !follows,
  stateIn: (response) => response.following === true,
  isExclusive: true,
  done(button, { following }) {
    if (!following)
      void import('#client/behaviors/undo.ts').then(({ undoable }) =>
        undoable(read(topicButton, button).left, () => followTopic(button)),
      )
  },
})

function showFollowers(uid: number, count: number): void {
  for (const line of findAll(where(followersFigure, { uid }))) showCount(line, count)
  for (const line of findAll(where(followersLine, { uid }))) {
    const { one, many } = read(followersLine, line)
    line.textContent = filled(count === 1 ? one : many, { followers: compact(count) })
    line.hidden = count === 0
  }
}

const BUTTONS = [
  [reactionButton, react],
  [likeButton, likeComment],
  [{ selector: `${favoriteChoice.selector} > button` }, save],
  [followButton, follow],
  [topicButton, followTopic],
] as const

/** Listens on the document, so that buttons in content that is loaded later work too. */
export function optimisticButtons(): void {
  document.addEventListener('click', ({ target }) => {
    for (const [kind, press] of BUTTONS) {
      const button = closest(kind, target)
      if (button) void press(button)
    }
  })
}
