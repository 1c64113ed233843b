import { isRead } from '#db/piggyback.ts'
import { KINDS, type Kind, type Part } from '#test/faults/kinds.ts'

/** One call to a part of the site, as the layer of faults saw it. */
export interface Call {
  part: Part
  /** The statements, or the name of the method. */
  what: string
  writes: boolean
  /** Whether the answer was on its way already, or does not wait for it. */
  isLate: boolean
}

/**
 * `on` is the number of the call to that part, from 1; `late` is each call once the answer is on its way. Of `any` part it is the
 * number of the call among all, and its kind depends on the call.
 */
export type Fault =
  | { part: Part; kind: Kind; on: number | 'all' | 'late' }
  | { part: 'any'; kind: (call: Call) => Kind; on: number }

/** Of requests: they are begun right before the answer, and never awaited. */
const FIGURES = /\boperation_hours\b/

/** What goes wrong while something is tried: the calls it makes, and those of them that meet a fault. */
export class Faults {
  /** Of all tests so far. */
  static injected = 0
  readonly calls: Call[] = []
  isAnswered = false
  fired = 0
  readonly #faults: readonly Fault[]

  constructor(...faults: Fault[]) {
    this.#faults = faults
  }

  async meet<T>(part: Part, what: string, writes: boolean, carryOut: () => Promise<T>): Promise<T> {
    const call = { part, what, writes, isLate: this.isAnswered || FIGURES.test(what) }
    this.calls.push(call)
    const kind = this.#kindFor(call)
    if (kind === null) return carryOut()
    this.fired += 1
    Faults.injected += 1
    const { isCarriedOut, error } = KINDS[kind]
    if (isCarriedOut) await carryOut()
    throw error()
  }

  #kindFor(call: Call): Kind | null {
    const ofPart = this.calls.filter(({ part }) => part === call.part).length
    for (const fault of this.#faults) {
      if (fault.part === 'any') {
        if (fault.on === this.calls.length) return fault.kind(call)
      } else if (fault.part === call.part) {
        const { on } = fault
        if (on === 'all' || on === ofPart || (on === 'late' && call.isLate)) return fault.kind
      }
    }
    return null
  }
}

export const changesSomething = (statements: readonly string[]) => !statements.every(isRead)
