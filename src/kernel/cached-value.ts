/**
 * A value cached per isolate that other isolates may change. Requests share the value, never a
 * promise.
 */
export class CachedValue<T> {
  #read: { value: T; at: number } | null = null
  #changes = 0

  get latest(): T | null {
    return this.#read?.value ?? null
  }

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
   * Call when a change starts; the result stores the new value. After concurrent changes the value
   * is dropped.
   */
  startChange(now: Date): (value: T) => void {
    const before = this.#changes
    return (value) => {
      const wasAlone = this.#changes === before
      this.invalidate()
      if (wasAlone) this.#remember(value, now)
    }
  }

  /** Call after a change by other code. */
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
