import { isRecord } from '#client/api-error.ts'
import { toastProblem } from '#client/behaviors/problem-toast.ts'
import { compact, countIn, showCount } from '#client/counts.ts'
import { closest, find, findAll, read, where } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import {
  followButton,
  followersFigure,
  followersLine,
  followingFigure,
  followLabel,
} from '#features/community/follows/hooks.ts'
import { filled } from '#kernel/i18n.ts'

interface Follow {
  iFollow: boolean
  followsMe: boolean
}

/** Follow buttons, also those in lists loaded later: features/community/follows/views.tsx. */
export function follow(): void {
  document.addEventListener('click', ({ target }) => {
    const button = closest(followButton, target)
    if (button && button.ariaBusy !== 'true') void toggle(button)
  })
}

async function toggle(button: HTMLElement): Promise<void> {
  const { uid, left } = read(followButton, button)
  const before = shown(button)
  show(uid, { ...before, iFollow: !before.iFollow })
  button.ariaBusy = 'true'
  // The pointer is still over the button, so show its new state before the hover label.
  button.classList.add('just-pressed')
  button.addEventListener('pointerleave', () => button.classList.remove('just-pressed'), { once: true })
  try {
    const answer = await api.post(`/api/users/${uid}/follow`)
    if (!isRecord(answer)) return
    const iFollow = answer.i_follow === true
    show(uid, { iFollow, followsMe: answer.follows_me === true })
    showFollowers(uid, Number(answer.followers_count))
    const own = find(followingFigure)
    if (iFollow !== before.iFollow) showCount(own, countIn(own) + (iFollow ? 1 : -1))
    if (!iFollow) void import('#client/behaviors/undo.ts').then(({ undoable }) => undoable(left, () => toggle(button)))
  } catch (error) {
    show(uid, before)
    toastProblem(error)
  } finally {
    button.ariaBusy = null
  }
}

function shown(button: HTMLElement): Follow {
  const label = [...findAll(followLabel, button)].find(({ hidden }) => !hidden)
  const state = label && read(followLabel, label).state
  return { iFollow: button.ariaPressed === 'true', followsMe: state === 'follows_me' || state === 'mutual' }
}

/** The same user may be on the page twice. */
function show(uid: number, { iFollow, followsMe }: Follow): void {
  const state = iFollow ? (followsMe ? 'mutual' : 'following') : followsMe ? 'follows_me' : 'none'
  for (const button of findAll(where(followButton, { uid }))) {
    button.ariaPressed = String(iFollow)
    for (const label of findAll(followLabel, button)) label.hidden = read(followLabel, label).state !== state
  }
}

function showFollowers(uid: number, count: number): void {
  for (const line of findAll(where(followersFigure, { uid }))) showCount(line, count)
  for (const line of findAll(where(followersLine, { uid }))) {
    const { one, many } = read(followersLine, line)
    line.textContent = filled(count === 1 ? one : many, { followers: compact(count) })
    line.hidden = count === 0
  }
}
