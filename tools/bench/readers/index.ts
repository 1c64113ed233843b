import { readFile, writeFile } from 'node:fs/promises'
import { inRoot } from '../../../scripts/build/paths.ts'
import { readMeasured } from './measured.ts'
import { type Month, monthOf } from './month.ts'

export const MILLIONS = [1, 10, 100]
const PAGE = inRoot('docs/scaling.md')
const PLACE = /(<!-- npm run bench -- readers -->\n)[\s\S]*?(<!-- end -->)/

/** Estimates the cost of this many readers a month and the limit they reach first, from measured figures. */
export async function readers(args: string[]): Promise<void> {
  const table = readersTable()
  console.log(table)
  if (args.includes('--record')) await writeFile(PAGE, withTable(await readFile(PAGE, 'utf8'), table))
}

export function readersTable(): string {
  const measured = readMeasured()
  return asTable(MILLIONS.map((millions) => monthOf(millions * 1e6, measured)))
}

export function withTable(page: string, table: string): string {
  return page.replace(PLACE, (_, start: string, end: string) => `${start}${table}\n${end}`)
}

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
  ['**met first**', ({ limits }) => firstLimit(limits)],
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

/** Two significant digits, with a word for thousands. */
export function short(value: number): string {
  const [word, unit] = UNITS.find(([, from]) => value >= from) ?? ['', 1]
  return `${Number((value / unit).toPrecision(2))}${word}`
}

const UNITS: [string, number][] = [
  [' billion', 1e9],
  [' million', 1e6],
  [' thousand', 1e3],
]

function firstLimit(limits: Month['limits']): string {
  const [name, share] = Object.entries(limits).sort(([, a], [, b]) => b - a)[0] ?? ['', 0]
  return share < 0.5 ? `none (${name}: ${short(100 * share)} %)` : `${name} (${short(share)} ×)`
}
