import type { AppEnv } from '#env'
import { ENTRY_FRESH_FOR } from '#web/cache/edge-cache-entry.ts'
import type { EdgeCache } from '#web/cache/edge-cache-memory.ts'
import { EVERY_PATH } from '#web/cache/edge-cache-memory.ts'

type CacheContext = { var: Pick<AppEnv['Variables'], 'edgeCache' | 'now'> }

interface Read<T> {
  value: T
  at: number
  generation: number
  length: number
}

interface Reads<T> {
  byKey: Map<string, Read<T>>
  length: number
}

interface MemoForSeconds<T> {
  /**
   * The cached value of a key, and a function to store a new one. `dropCached` with this path also
   * drops the value. A value that was read before a drop is not stored after it.
   */
  of(c: CacheContext, key: string, path?: string): MemoOfKey<T>
}

interface MemoOfKey<T> {
  /** Null if no fresh value is cached. */
  cached: T | null
  /** Stores a value. `length` is its length in characters. */
  store(value: T, length: number): void
}

/**
 * Caches values in the isolate for some seconds, also for members. A value must contain nothing
 * that depends on a viewer, because everyone gets the same value. When all values together are
 * longer than `lengthMax`, the oldest ones are removed.
 */
export function memoForSeconds<T>(lengthMax: number): MemoForSeconds<T> {
  const memos = new WeakMap<EdgeCache, Reads<T>>()
  return {
    of({ var: { edgeCache, now } }: CacheContext, key: string, path = EVERY_PATH) {
      const { memory } = edgeCache
      const { generation } = memory
      const at = now.getTime()
      const reads = memos.get(edgeCache) ?? { byKey: new Map<string, Read<T>>(), length: 0 }
      memos.set(edgeCache, reads)
      const read = reads.byKey.get(key)
      const isFresh =
        read !== undefined &&
        !memory.droppedSince(path, read.generation) &&
        Math.abs(at - read.at) < ENTRY_FRESH_FOR
      return {
        cached: isFresh ? read.value : null,
        store(value: T, length: number) {
          if (memory.droppedSince(path, generation)) return
          remove(reads, key)
          reads.byKey.set(key, { value, at, generation, length })
          reads.length += length
          for (const oldest of reads.byKey.keys()) {
            if (reads.length <= lengthMax) break
            remove(reads, oldest)
          }
        },
      }
    },
  }
}

function remove<T>(reads: Reads<T>, key: string): void {
  reads.length -= reads.byKey.get(key)?.length ?? 0
  reads.byKey.delete(key)
}
