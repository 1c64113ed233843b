import { Meter, openDb } from '#db/client.ts'
import { addOperations, type Operation, SLOW_MS } from '#features/core/site/state.ts'
import { MINUTE } from '#kernel/clock.ts'
import type { CostRefusal } from '#kernel/errors.ts'
import type { Figures } from '#web/observe.ts'

/**
 * The statistics of the requests of this isolate since the last write. Requests do not wait for the
 * write.
 */
export class RequestFigures implements Figures {
  #all = emptyOperation('requests', '')
  readonly #routes = new Map<string, Operation>()
  readonly #refused = new Map<CostRefusal, Operation>()
  #since = 0
  #written = 0

  /** Counts a request that was served from the edge cache. */
  countReady(): void {
    this.#all.count += 1
  }

  note(route: string, status: number, ms: number, refusal: CostRefusal | null): void {
    add(this.#all, status, ms)
    if (refusal !== null) add(operationIn(this.#refused, 'requests', refusal), status, ms)
    if (status >= 500 || ms >= SLOW_MS) add(operationIn(this.#routes, 'route', route), status, ms)
  }

  /** Writes the statistics if they are due. Otherwise returns null. */
  writeDue(d1: D1Database, now: Date): Promise<void> | null {
    const due = this.#takeDue(now.getTime())
    return due && writeFigures(d1, due, now)
  }

  /**
   * Returns the statistics and resets the counters if they are due: once a minute, or immediately
   * after the first slow or failed request.
   */
  #takeDue(now: number): Operation[] | null {
    this.#since ||= now
    if (now - this.#written < MINUTE) return null
    if (this.#routes.size === 0 && now - this.#since < MINUTE) return null
    const taken = [this.#all, ...this.#refused.values(), ...this.#routes.values()]
    this.#all = emptyOperation('requests', '')
    this.#refused.clear()
    this.#routes.clear()
    this.#since = now
    this.#written = now
    return taken
  }
}

/** The write is not retried: statistics that cannot be written are lost. */
async function writeFigures(d1: D1Database, figures: Operation[], now: Date): Promise<void> {
  try {
    await openDb(d1, new Meter()).batch([addOperations(figures, now)])
  } catch (error) {
    console.error(JSON.stringify({ level: 'error', job: 'write figures', error: String(error) }))
  }
}

function operationIn<Name extends string>(
  operations: Map<Name, Operation>,
  kind: Operation['kind'],
  name: Name,
): Operation {
  const known = operations.get(name) ?? emptyOperation(kind, name)
  operations.set(name, known)
  return known
}

function add(operation: Operation, status: number, ms: number): void {
  operation.count += 1
  if (status >= 500) operation.failed += 1
  if (ms >= SLOW_MS) operation.slow += 1
  operation.worst_ms = Math.max(operation.worst_ms, ms)
}

function emptyOperation(kind: Operation['kind'], name: string): Operation {
  return { kind, name, count: 0, slow: 0, failed: 0, worst_ms: 0 }
}
