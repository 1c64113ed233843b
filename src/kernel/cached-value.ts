/**
 * A value that is cached in one isolate and that other isolates may change. Requests share the
 * value, never a promise, because a Worker must not await a promise of another request.
 */
export class CachedValue<T> {
  #read: { value: T; at: number } | null = null
  #changes = 0

  /** The cached value, however old it is, or null. */
  get latest(): T | null {
    return this.#read?.value ?? null
  }

  /** The cached value if it was read less than `age` milliseconds ago, else null. */
  youngerThan(age: number, now: Date): T | null {
    return this.#read !== null && Math.abs(now.getTime() - this.#read.at) < age
      ? this.#read.value
      : null
  }

  /**
   * Call when a read starts. The returned function stores the value, unless a change happened in
   * between.
   */
  startRead(now: Date): (value: T) => void {
    const before = this.#changes
    return (value) => {
      if (this.#changes === before) this.#remember(value, now)
    }
  }

  /**
   * Call when a change starts. The returned function stores the new value. If another change
   * started or ended in between, it drops the value instead, because the order of the two changes
   * is unknown.
   */
  startChange(now: Date): (value: T) => void {
    const before = this.#changes
    return (value) => {
      const wasAlone = this.#changes === before
      this.invalidate()
      if (wasAlone) this.#remember(value, now)
    }
  }

  /**
   * Call after a change by other code: the cached value is dropped, and reads that have started do
   * not store theirs.
   */
  invalidate(): void {
    this.#read = null
    this.#changes++
  }

  #remember(value: T, now: Date): void {
    this.#read = { value, at: now.getTime() }
  }
}

/** Adds a value as the newest, and removes the oldest values above `max`. */
export function setBounded<K, V>(map: Map<K, V>, key: K, value: V, max: number): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= max) break
    map.delete(oldest)
  }
}
