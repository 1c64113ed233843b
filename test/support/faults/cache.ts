import { vi } from 'vitest'
import type { Faults } from '#test/faults/faults.ts'

/** The Cache API belongs to no environment, so its calls are replaced for everybody until the mocks are restored. */
export function faultyCache(faults: Faults): void {
  const cache = caches.default
  const [match, put] = [cache.match.bind(cache), cache.put.bind(cache)]
  vi.spyOn(cache, 'match').mockImplementation((key, options) =>
    faults.meet('CACHE', 'match', false, () => match(key, options)),
  )
  vi.spyOn(cache, 'put').mockImplementation((key, answer) => faults.meet('CACHE', 'put', true, () => put(key, answer)))
}

/** A cache that answers, and not with what it was given. */
export function lyingCache(lie: (kept: Response | undefined) => Response | undefined): void {
  const cache = caches.default
  const match = cache.match.bind(cache)
  vi.spyOn(cache, 'match').mockImplementation(async (key, options) => lie(await match(key, options)))
}
