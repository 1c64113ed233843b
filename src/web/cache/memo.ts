import type { AppEnv } from '#env'
import type { EdgeCache } from '#web/cache/edge-cache.ts'
import { FRESH_FOR } from '#web/cache/edge-cache-entry.ts'

type Asking = { var: Pick<AppEnv['Variables'], 'edgeCache' | 'now'> }

interface Read<T> {
  value: T
  at: number
  generation: number
}

/**
 * Something that is the same for everybody and stands beside many pages: read once, it serves for seconds, members too. It goes
 * with the answers of the edge cache, so whoever changes what public pages show sees it at once.
 */
export function memoForSeconds<T>() {
  const values = new WeakMap<EdgeCache, Read<T>>()
  return {
    /** What is known, and a way to tell what was read instead: begun before a change, it is not kept after it. */
    of({ var: { edgeCache, now } }: Asking): { known: T | null; learn: (value: T) => void } {
      const { generation } = edgeCache.memory
      const at = now.getTime()
      const read = values.get(edgeCache)
      const isFresh = read !== undefined && read.generation === generation && Math.abs(at - read.at) < FRESH_FOR
      return {
        known: isFresh ? read.value : null,
        learn(value) {
          if (edgeCache.memory.generation === generation) values.set(edgeCache, { value, at, generation })
        },
      }
    },
  }
}
