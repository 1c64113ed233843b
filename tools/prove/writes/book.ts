import type { Answer } from './ask.ts'

/** What a fact is in the database, as a text that holds the whole of it; null where it is not there. */
export type Value = string | null

export interface Write {
  fact: string
  /** What the fact is once the write is done. */
  next: Value
  send: () => Promise<Answer | null>
  /** Whether sending it again, with the same key, does it once. */
  isRepeatable?: boolean
}

/** What a look at the database found wrong. */
export interface Verdict {
  /** Facts that are as an answer said they are. */
  held: number
  /** Of writes without an answer: those that are there whole, and those of which nothing is. */
  there: number
  notThere: number
  lost: string[]
}

/**
 * What the database must hold. After an answered write a fact has one value; after one without an answer the old or the new one,
 * and nothing between them. Each fact is written by one person, one write after the other.
 */
export class Book {
  readonly counts = { acknowledged: 0, refused: 0, failed: 0, unanswered: 0 }
  readonly #facts = new Map<string, { value: Value; orElse?: { value: Value; again: Write | null } }>()

  /** What the fact is, as far as answers told. */
  value(fact: string): Value {
    return this.#facts.get(fact)?.value ?? null
  }

  /** Whether an answer is missing, so that the fact may be another one. */
  isOpen(fact: string): boolean {
    return this.#facts.get(fact)?.orElse !== undefined
  }

  async write(write: Write): Promise<Answer | null> {
    const { fact, next, send, isRepeatable = false } = write
    const before = this.value(fact)
    // In advance: whoever looks while the request is on its way must expect both.
    this.#facts.set(fact, { value: before, orElse: { value: next, again: isRepeatable ? write : null } })
    const answer = await send()
    if (answer === null) this.counts.unanswered++
    else if (answer.status >= 500) this.counts.failed++
    else if (answer.status >= 400) this.counts.refused++
    else this.counts.acknowledged++
    if (answer === null || answer.status >= 500) return answer
    this.#facts.set(fact, { value: answer.status < 400 ? next : before })
    return answer
  }

  /** Holds the book against what was found, and takes over what became of the writes without an answer. */
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
    for (const [fact, value] of unknown) verdict.lost.push(`${fact} is ${value}, and nobody wrote it`)
    return verdict
  }

  /** The writes without an answer that their sender may repeat. */
  repeatable(): Write[] {
    return [...this.#facts.values()].flatMap(({ orElse }) => orElse?.again ?? [])
  }
}
