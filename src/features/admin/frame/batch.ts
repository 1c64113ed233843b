import { AppError } from '#kernel/errors.ts'

export const BATCH_MOST = 50

export interface BatchItem {
  id: number
  ok: boolean
  code?: string
}

/** Does the same to each, one after the other. One that is refused does not stop the rest; a bug does. */
export async function forEach(ids: readonly number[], act: (id: number) => Promise<unknown>): Promise<BatchItem[]> {
  const items: BatchItem[] = []
  for (const id of ids) {
    try {
      await act(id)
      items.push({ id, ok: true })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      items.push({ id, ok: false, code: error.code })
    }
  }
  return items
}
