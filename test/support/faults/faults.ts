import { isRead } from '#db/client.ts'
import { KINDS, type Kind, type Part } from '#test/faults/kinds.ts'

/** One call to a part of the site. */
export interface Call {
  part: Part
  /** The statements, or the name of the method. */
  what: string
  writes: boolean
  /** Whether the response was already sent or does not depend on the call. */
  isLate: boolean
}

/**
 * `on` is the number of the call to that part, from 1; `late` means every call after the response.
 * For the part `any` it is the number among all calls, and the kind depends on the call.
 */
export type Fault =
  | { part: Part; kind: Kind; on: number | 'all' | 'late' }
  | { part: 'any'; kind: (call: Call) => Kind; on: number }

/** Tables of request figures: written right before the response and never awaited. */
const FIGURES = /\boperation_hours\b/

/** Records the calls of an attempt, and fails the selected ones. */
export class Faults {
  readonly calls: Call[] = []
  hasResponded = false
  fired = 0
  readonly #faults: readonly Fault[]

  constructor(...faults: Fault[]) {
    this.#faults = faults
  }

  async meet<T>(part: Part, what: string, writes: boolean, carryOut: () => Promise<T>): Promise<T> {
    const call = { part, what, writes, isLate: this.hasResponded || FIGURES.test(what) }
    this.calls.push(call)
    const kind = this.#kindFor(call)
    if (kind === null) return carryOut()
    this.fired += 1
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
