import type { Month } from './month.ts'

const ROWS: [string, (month: Month) => string][] = [
  ['requests to the Worker', ({ amounts }) => short(amounts.requests)],
  ['processor, hours', ({ amounts }) => short(amounts.cpuMs / 3.6e6)],
  ['rows read', ({ amounts }) => short(amounts.rowsRead)],
  ['rows written', ({ amounts }) => short(amounts.rowsWritten)],
  ['main database after a year, GB', ({ gigabytes }) => short(gigabytes.main)],
  ['search database after a year, GB', ({ gigabytes }) => short(gigabytes.search)],
  ['batches a second on the primary, busiest hour', ({ primary }) => short(primary.perSecond)],
  ['its one thread is busy', ({ primary }) => `${short(100 * primary.busy)} %`],
  ['dollars: requests', ({ dollars }) => short(dollars.requests)],
  ['dollars: processor', ({ dollars }) => short(dollars.cpuMs)],
  ['dollars: rows read', ({ dollars }) => short(dollars.rowsRead)],
  ['dollars: rows written', ({ dollars }) => short(dollars.rowsWritten)],
  ['dollars: Durable Objects', ({ dollars }) => short(dollars.objectRequests)],
  ['dollars: storage', ({ dollars }) => short(dollars.storage)],
  ['**dollars a month**', ({ total }) => `**${short(total)}**`],
  ['**met first**', ({ limits }) => metFirst(limits)],
]

export function asTable(months: Month[]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const head = months.map(({ readers }) => `${short(readers)} readers`)
  return [
    line(['a month', ...head]),
    `|---|${'---:|'.repeat(months.length)}`,
    ...ROWS.map(([name, figure]) => line([name, ...months.map(figure)])),
  ].join('\n')
}

/** Two digits that count, and a word for the thousands. */
export function short(value: number): string {
  const [word, unit] = UNITS.find(([, from]) => value >= from) ?? ['', 1]
  return `${Number((value / unit).toPrecision(2))}${word}`
}

const UNITS: [string, number][] = [
  [' billion', 1e9],
  [' million', 1e6],
  [' thousand', 1e3],
]

function metFirst(limits: Month['limits']): string {
  const [name, share] = Object.entries(limits).sort(([, a], [, b]) => b - a)[0] ?? ['', 0]
  return share < 0.5 ? `none (${name}: ${short(100 * share)} %)` : `${name} (${short(share)} ×)`
}
