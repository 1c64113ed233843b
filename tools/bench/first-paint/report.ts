import { median } from '../measure.ts'
import { LINE, SLOWER, type Visit } from './visit.ts'

export interface Row {
  name: string
  requests: number
  kilobytes: number
  pictures: number
  painted: number
  best: number
  work: number
  reckoned: number
}

export function rowOf(name: string, seen: readonly Visit[], work: readonly number[]): Row {
  const { requests, kilobytes, pictures } = seen.at(-1) ?? { requests: 0, kilobytes: 0, pictures: 0 }
  const paints = seen.map(({ paint }) => paint)
  const spent = median(work)
  // All of it: scripts come over the same line at the same time.
  const network = 2 * LINE.latency + (1000 * 1024 * kilobytes) / LINE.bytesPerSecond
  const best = Math.min(...paints)
  const reckoned = network + SLOWER * spent
  return { name, requests, kilobytes, pictures, painted: median(paints), best, work: spent, reckoned }
}

export function asTable(rows: readonly Row[]): string {
  const head =
    '| page, commit | requests | KB | pictures | painted, ms (best) | work, ms | reckoned, ms |\n|---|---|---|---|---|---|---|\n'
  const line = ({ name, requests, kilobytes, pictures, painted, best, work, reckoned }: Row) =>
    `| ${name} | ${requests} | ${kilobytes.toFixed(1)} | ${pictures} | ${painted.toFixed(0)} (${best.toFixed(0)}) | ${work.toFixed(0)} | ${reckoned.toFixed(0)} |\n`
  return head + rows.map(line).join('')
}
