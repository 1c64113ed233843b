import { isRecord } from '#client/api-error.ts'
import { toastProblem } from '#client/behaviors/problem-toast.ts'
import { undoable } from '#client/behaviors/undo.ts'
import { api } from '#client/http.ts'

/** Offers to undo the removal of a post from all folders; undo puts it back into the folders in `held`. */
export function offerToSaveAgain(post: number, removed: string, held: unknown, isBack: () => void): void {
  const folders: unknown[] = isRecord(held) && Array.isArray(held.folder_ids) ? held.folder_ids : []
  undoable(removed, async () => {
    try {
      for (const folder of folders) await api.post(`/api/folders/${folder}/posts`, { post_id: post })
      isBack()
    } catch (error) {
      toastProblem(error)
    }
  })
}
