import { isRecord } from '#client/api-error.ts'
import { toastProblem } from '#client/behaviors/problem-toast.ts'
import { countIn, showCount } from '#client/counts.ts'
import { closest, find, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { commentItem, likeButton } from '#features/community/comments/hooks.ts'
import { shortCount } from '#web/components/hooks.ts'

interface Liking {
  liked: boolean
  count: number
}

/**
 * Updates the button optimistically. Presses on one comment are sent sequentially, and the last answer sets the final
 * state.
 */
export function likes(section: HTMLElement): void {
  const sending = new WeakMap<HTMLElement, { known: Liking; waiting: number; last: Promise<unknown> }>()
  section.addEventListener('click', ({ target }) => {
    const button = closest(likeButton, target)
    const item = closest(commentItem, button)
    if (!button || !item) return
    const { liked, count } = shown(button)
    const state = sending.get(button) ?? { known: { liked, count }, waiting: 0, last: Promise.resolve() }
    sending.set(button, state)
    show(button, { liked: !liked, count: count + (liked ? -1 : 1) })
    state.waiting++
    state.last = state.last.then(async () => {
      try {
        state.known = asLiking(await api.post(`/api/comments/${read(commentItem, item).id}/like`)) ?? state.known
      } catch (error) {
        toastProblem(error)
      } finally {
        state.waiting--
        if (state.waiting === 0) show(button, state.known)
      }
    })
  })
}

function shown(button: HTMLElement): Liking {
  return { liked: button.ariaPressed === 'true', count: countIn(find(shortCount, button)) }
}

function show(button: HTMLElement, { liked, count }: Liking): void {
  button.setAttribute('aria-pressed', String(liked))
  showCount(find(shortCount, button), count)
}

function asLiking(answer: unknown): Liking | null {
  return isRecord(answer) ? { liked: answer.liked === true, count: Number(answer.likes_count) } : null
}
