import { isRecord } from '#client/api-error.ts'
import { folderMenu } from '#client/behaviors/folder-menu.ts'
import { toastProblem } from '#client/behaviors/problem-toast.ts'
import { toast } from '#client/behaviors/toast.ts'
import { countIn, showCount } from '#client/counts.ts'
import { api } from '#client/http.ts'

/** Saves a post with one press, or forgets it; the menu beside it chooses folders. */
export function favorite(): void {
  const choice = document.querySelector<HTMLElement>('[data-favorite]')
  const button = choice?.querySelector<HTMLElement>('button')
  if (!choice || !button) return
  const postId = Number(choice.dataset.favorite)
  const menu = folderMenu(choice, postId, (favorited) => show(button, favorited))
  button.addEventListener('click', async () => {
    if (button.ariaBusy === 'true') return
    const before = button.ariaPressed === 'true'
    show(button, !before)
    button.ariaBusy = 'true'
    try {
      const answer = await api.post(`/api/posts/${postId}/favorite`)
      if (!isRecord(answer)) return
      const favorited = answer.favorited === true
      show(button, favorited)
      showCount(button.querySelector<HTMLElement>('[data-count]'), Number(answer.favorites_count))
      toast((favorited ? button.dataset.saved : button.dataset.removed) ?? '')
      menu.forget()
    } catch (error) {
      show(button, before)
      toastProblem(error)
    } finally {
      button.ariaBusy = null
    }
  })
}

function show(button: HTMLElement, favorited: boolean): void {
  const before = button.ariaPressed === 'true'
  const counter = button.querySelector<HTMLElement>('[data-count]')
  button.ariaPressed = String(favorited)
  showCount(counter, countIn(counter) + Number(favorited) - Number(before))
}
