import { z } from 'zod'
import { AppError } from '#kernel/errors.ts'

export const BatchAnswerShape = z
  .object({ items: z.array(z.object({ id: z.int(), ok: z.boolean(), code: z.string().optional() })) })
  .meta({ id: 'BatchAnswer' })

type BatchItem = z.infer<typeof BatchAnswerShape>['items'][number]

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
