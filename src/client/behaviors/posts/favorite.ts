import { showSaved } from '#client/behaviors/optimistic-buttons.ts'
import { find, read } from '#client/hooks.ts'
import { recordUntilLoaded } from '#client/record-until-loaded.ts'
import { favoriteChoice } from '#features/community/favorites/hooks.ts'

/** The menu beside the button that saves a post selects folders. It is loaded when it is opened for the first time. */
export function favoriteMenu(): void {
  const choice = find(favoriteChoice)
  const button = choice?.querySelector<HTMLElement>('button')
  const folders = choice?.querySelector('details')
  if (!choice || !button || !folders) return
  const opened = () => {
    if (!folders.open) return
    folders.removeEventListener('toggle', opened)
    recordUntilLoaded(
      folders,
      import('#client/behaviors/posts/folder-menu.ts').then(({ folderMenu }) => {
        const { forget } = folderMenu(choice, read(favoriteChoice, choice).post, (isSaved) =>
          showSaved(button, isSaved),
        )
        button.addEventListener('joule:saved', forget)
      }),
    )
  }
  folders.addEventListener('toggle', opened)
  opened()
}
