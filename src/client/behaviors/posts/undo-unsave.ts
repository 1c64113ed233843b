import { isRecord } from '#client/api-error.ts'
import { toastProblem } from '#client/behaviors/problem-toast.ts'
import { undoable } from '#client/behaviors/undo.ts'
import { api } from '#client/http.ts'

/** Offers to undo the removal of a post from all folders; undo puts it back into the folders in `saved`. */
export function offerUndoUnsave(post: number, removed: string, saved: unknown, onRestored: () => void): void {
  const folders: unknown[] = isRecord(saved) && Array.isArray(saved.folder_ids) ? saved.folder_ids : []
  undoable(removed, async () => {
    try {
      for (const folder of folders) await api.post(`/api/folders/${folder}/posts`, { post_id: post })
      onRestored()
    } catch (error) {
      toastProblem(error)
    }
  })
}
