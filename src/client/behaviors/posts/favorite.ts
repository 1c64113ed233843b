import { isRecord } from '#client/api-error.ts'
import { toastProblem } from '#client/behaviors/problem-toast.ts'
import { toast } from '#client/behaviors/toast.ts'
import { countIn, showCount } from '#client/counts.ts'
import { find, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { recordUntilLoaded } from '#client/record-until-loaded.ts'
import { favoriteChoice } from '#features/community/favorites/hooks.ts'
import { shortCount } from '#web/components/hooks.ts'

/** Saves or unsaves a post with one press; the menu beside it selects folders. */
export function favorite(): void {
  const choice = find(favoriteChoice)
  const button = choice?.querySelector<HTMLElement>('button')
  if (!choice || !button) return
  const { post, saved, removed } = read(favoriteChoice, choice)
  const folders = choice.querySelector('details')
  let menu: { forget(): void } | undefined
  // Loaded when the menu is opened for the first time.
  const opened = () => {
    if (!folders?.open) return
    folders.removeEventListener('toggle', opened)
    recordUntilLoaded(
      folders,
      import('#client/behaviors/posts/folder-menu.ts').then(({ folderMenu }) => {
        menu = folderMenu(choice, post, (favorited) => show(button, favorited))
      }),
    )
  }
  folders?.addEventListener('toggle', opened)
  opened()
  button.addEventListener('click', async () => {
    if (button.ariaBusy === 'true') return
    const before = button.ariaPressed === 'true'
    show(button, !before)
    button.ariaBusy = 'true'
    try {
      const held = before && (await api.get(`/api/posts/${post}/folder-status`))
      const answer = await api.post(`/api/posts/${post}/favorite`)
      if (!isRecord(answer)) return
      const favorited = answer.favorited === true
      show(button, favorited)
      showCount(find(shortCount, button), Number(answer.favorites_count))
      menu?.forget()
      if (favorited) toast(saved)
      else
        void import('#client/behaviors/posts/undo-unsave.ts').then(({ offerUndoUnsave }) =>
          offerUndoUnsave(post, removed, held, () => {
            show(button, true)
            menu?.forget()
          }),
        )
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
  const counter = find(shortCount, button)
  button.ariaPressed = String(favorited)
  showCount(counter, countIn(counter) + Number(favorited) - Number(before))
}
