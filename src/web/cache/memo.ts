import type { AppEnv } from '#env'
import type { EdgeCache } from '#web/cache/edge-cache.ts'
import { FRESH_FOR } from '#web/cache/edge-cache-entry.ts'
import { EVERY_PATH } from '#web/cache/edge-cache-memory.ts'

type Asking = { var: Pick<AppEnv['Variables'], 'edgeCache' | 'now'> }

interface Read<T> {
  value: T
  at: number
  generation: number
}

/**
 * Caches a value that is the same for everyone and is shown beside many pages, for some seconds, also for members. Dropping
 * all pages of the edge cache also drops it, so that a removed post disappears immediately.
 */
export function memoForSeconds<T>() {
  const values = new WeakMap<EdgeCache, Read<T>>()
  return {
    /**
     * The cached value, and a function to store a new one. A value that was read before a change is not stored after it.
     */
    of({ var: { edgeCache, now } }: Asking): { cached: T | null; store: (value: T) => void } {
      const { memory } = edgeCache
      const { generation } = memory
      const at = now.getTime()
      const read = values.get(edgeCache)
      const isFresh =
        read !== undefined && !memory.droppedSince(EVERY_PATH, read.generation) && Math.abs(at - read.at) < FRESH_FOR
      return {
        cached: isFresh ? read.value : null,
        store(value) {
          if (!memory.droppedSince(EVERY_PATH, generation)) values.set(edgeCache, { value, at, generation })
        },
      }
    },
  }
}
