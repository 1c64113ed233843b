import type { Loss } from '#import/item.ts'

/** Counts what an item loses. */
export class Losses {
  private readonly found = new Map<string, Loss>()

  add(kind: Loss['kind'], detail = '', count = 1): void {
    const name = detail.trim().slice(0, DETAIL_MAX).toWellFormed()
    // A hostile post must not fill the report.
    const key = this.found.size < DISTINCT_MAX ? `${kind} ${name}` : kind
    const known = this.found.get(key)
    if (known) known.count += count
    else this.found.set(key, { kind, count, ...(key !== kind && name !== '' && { detail: name }) })
  }

  list(): Loss[] {
    return [...this.found.values()]
  }
}

const DETAIL_MAX = 200
const DISTINCT_MAX = 50
