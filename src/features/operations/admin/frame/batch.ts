import * as z from 'zod'
import { isOutage } from '#db/outage.ts'
import { AppError } from '#kernel/errors.ts'

export const BatchResponseShape = z
  .object({ items: z.array(z.object({ id: z.int(), ok: z.boolean(), code: z.string().optional() })) })
  .meta({ id: 'BatchResponse' })

type BatchItem = z.infer<typeof BatchResponseShape>['items'][number]

/**
 * Applies an action to each id sequentially. A refused item does not stop the batch. An outage or a bug does, and the response
 * still contains the results so far.
 */
export async function applyToEach(ids: readonly number[], act: (id: number) => Promise<unknown>): Promise<BatchItem[]> {
  const items: BatchItem[] = []
  for (const [at, id] of ids.entries()) {
    try {
      await act(id)
      items.push({ id, ok: true })
    } catch (error) {
      if (error instanceof AppError) items.push({ id, ok: false, code: error.code })
      else if (at === 0) throw error
      else {
        const code = logFailure(error)
        return [...items, ...ids.slice(at).map((left) => ({ id: left, ok: false, code }))]
      }
    }
  }
  return items
}

function logFailure(error: unknown): string {
  console.error(JSON.stringify({ level: 'error', error: error instanceof Error ? error.stack : String(error) }))
  return isOutage(error) ? 'unavailable' : 'internal'
}
