import { isRecord } from '#client/api-error.ts'
import { toastProblem } from '#client/behaviors/problem-toast.ts'
import { compact, showCount } from '#client/counts.ts'
import { api } from '#client/http.ts'

interface Follow {
  iFollow: boolean
  followsMe: boolean
}

/** Follow buttons, also those in lists that come later: features/follows/views.tsx. */
export function follow(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-follow]') : null
    if (button && button.ariaBusy !== 'true') void toggle(button)
  })
}

async function toggle(button: HTMLElement): Promise<void> {
  const uid = button.dataset.follow ?? ''
  const before = shown(button)
  show(uid, { ...before, iFollow: !before.iFollow })
  button.ariaBusy = 'true'
  try {
    const answer = await api.post(`/api/users/${uid}/follow`)
    if (!isRecord(answer)) return
    show(uid, { iFollow: answer.i_follow === true, followsMe: answer.follows_me === true })
    showFollowers(uid, Number(answer.followers_count))
  } catch (error) {
    show(uid, before)
    toastProblem(error)
  } finally {
    button.ariaBusy = null
  }
}

function shown(button: HTMLElement): Follow {
  const state = button.querySelector<HTMLElement>('[data-when]:not([hidden])')?.dataset.when
  return { iFollow: button.ariaPressed === 'true', followsMe: state === 'follows_me' || state === 'mutual' }
}

/** The same person may be on the page twice. */
function show(uid: string, { iFollow, followsMe }: Follow): void {
  const state = iFollow ? (followsMe ? 'mutual' : 'following') : followsMe ? 'follows_me' : 'none'
  for (const button of document.querySelectorAll<HTMLElement>(`[data-follow="${uid}"]`)) {
    button.ariaPressed = String(iFollow)
    for (const label of button.querySelectorAll<HTMLElement>('[data-when]')) label.hidden = label.dataset.when !== state
  }
}

function showFollowers(uid: string, count: number): void {
  for (const place of document.querySelectorAll<HTMLElement>(`[data-followers="${uid}"]`)) showCount(place, count)
  for (const place of document.querySelectorAll<HTMLElement>(`[data-followers-of="${uid}"]`)) {
    const { one = '', many = '' } = place.dataset
    place.textContent = (count === 1 ? one : many).replace('{followers}', compact(count))
    place.hidden = count === 0
  }
}
