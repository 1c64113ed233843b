interface Read<T> {
  value: T
  at: number
}

/** What this isolate knows of something that any isolate may change. Requests share the value, never a promise of it. */
export class CachedValue<T> {
  #read: Read<T> | null = null
  #changes = 0

  /** What is known, however old. */
  get latest(): T | null {
    return this.#read?.value ?? null
  }

  youngerThan(age: number, now: Date): T | null {
    return this.#read !== null && Math.abs(now.getTime() - this.#read.at) < age ? this.#read.value : null
  }

  /** For a read that begins now. What was read before a change is not remembered after it. */
  startRead(now: Date): (value: T) => void {
    const before = this.#changes
    return (value) => {
      if (this.#changes === before) this.#remember(value, now)
    }
  }

  /** For a change that begins now. Of two at once nobody knows whose answer is the later one: it is read anew. */
  startChange(now: Date): (value: T) => void {
    const before = this.#changes
    return (value) => {
      const wasAlone = this.#changes === before
      this.invalidate()
      if (wasAlone) this.#remember(value, now)
    }
  }

  /** After it was changed by other means. */
  invalidate(): void {
    this.#read = null
    this.#changes++
  }

  #remember(value: T, now: Date): void {
    this.#read = { value, at: now.getTime() }
  }
}
