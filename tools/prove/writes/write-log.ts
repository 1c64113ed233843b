import type { SiteResponse } from './people.ts'

/** A fact in the database as one text with all of its parts; null if it does not exist. */
export type Value = string | null

export interface Write {
  fact: string
  /** The fact after the write. */
  next: Value
  send: () => Promise<SiteResponse | null>
  /** Whether repeating it with the same key is idempotent. */
  isRepeatable?: boolean
}

/** The result of a comparison with the database. */
export interface Verdict {
  /** Facts that match the responses. */
  held: number
  /** Unanswered writes that are complete, and those that have no effect. */
  there: number
  notThere: number
  lost: string[]
}

/**
 * A log of all writes, with the expected content of the database. After an acknowledged write a fact has one value;
 * after an unanswered write the old or the new value, and nothing else. Each fact has one writer, who writes
 * sequentially.
 */
export class WriteLog {
  readonly counts = { acknowledged: 0, refused: 0, failed: 0, unanswered: 0 }
  readonly #facts = new Map<string, { value: Value; orElse?: { value: Value; again: Write | null } }>()

  /** The value by the last response. */
  value(fact: string): Value {
    return this.#facts.get(fact)?.value ?? null
  }

  /** Whether the last write is unanswered, so that the value is uncertain. */
  isOpen(fact: string): boolean {
    return this.#facts.get(fact)?.orElse !== undefined
  }

  async write(write: Write): Promise<SiteResponse | null> {
    const { fact, next, send, isRepeatable = false } = write
    const before = this.value(fact)
    // Before the request: a comparison during the request must accept both values.
    this.#facts.set(fact, { value: before, orElse: { value: next, again: isRepeatable ? write : null } })
    const response = await send()
    if (response === null) this.counts.unanswered++
    else if (response.status >= 500) this.counts.failed++
    else if (response.status >= 400) this.counts.refused++
    else this.counts.acknowledged++
    if (response === null || response.status >= 500) return response
    this.#facts.set(fact, { value: response.status < 400 ? next : before })
    return response
  }

  /** Compares the log with the database, and records the actual results of unanswered writes. */
  compare(found: ReadonlyMap<string, string>): Verdict {
    const verdict: Verdict = { held: 0, there: 0, notThere: 0, lost: [] }
    for (const [fact, { value, orElse }] of this.#facts) {
      const actual = found.get(fact) ?? null
      if (orElse && actual === orElse.value) verdict.there++
      else if (actual !== value)
        verdict.lost.push(`${fact} is ${actual}, not ${value}${orElse ? ` or ${orElse.value}` : ''}`)
      else if (orElse) verdict.notThere++
      else verdict.held++
      this.#facts.set(fact, { value: actual })
    }
    const unknown = [...found].filter(([fact]) => !this.#facts.has(fact))
    for (const [fact, value] of unknown) verdict.lost.push(`${fact} is ${value}, but was never written`)
    return verdict
  }

  /** The unanswered writes that may be repeated. */
  repeatable(): Write[] {
    return [...this.#facts.values()].flatMap(({ orElse }) => orElse?.again ?? [])
  }
}
