import { isRecord } from '#client/api-error.ts'
import { toast, toastProblem } from '#client/behaviors/toast.ts'
import { button } from '#client/elements.ts'
import { api } from '#client/http.ts'
import { pageLanguage } from '#client/text.ts'

const LABELS = { 'zh-CN': '撤销', en: 'Undo' }

/** Shows a message with an undo button for as long as the message is visible. */
export function undoable(message: string, undo: () => void): void {
  const said = toast(message)
  said.append(
    button(LABELS[pageLanguage()], 'undo', () => {
      said.remove()
      undo()
    }),
  )
}

/**
 * After a post was removed from all folders: offers to undo it, which puts the post back into the
 * folders in `saved`.
 */
export function offerUndoUnsave(
  post: number,
  removed: string,
  saved: unknown,
  onRestored: () => void,
): void {
  const folders: unknown[] =
    isRecord(saved) && Array.isArray(saved.folder_ids) ? saved.folder_ids : []
  undoable(removed, async () => {
    try {
      for (const folder of folders)
        await api.post(`/api/folders/${folder}/posts`, { post_id: post })
      onRestored()
    } catch (error) {
      toastProblem(error)
    }
  })
}
