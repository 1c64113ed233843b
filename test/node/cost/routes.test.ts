import { expect, test } from 'vitest'
import { COST, isCost } from '#test/long.ts'
import { timesTheWorkload } from '../fuzz/calibration.ts'
import { folderWith } from '../scripts/support/folders.ts'
import { putFullSite, SMALL, WHOLE } from './full-site.ts'
import { type Measured, openMeasuredSite } from './measure.ts'
import { callersOf, routesOfApp } from './requests.ts'

/** CPU time in units of calibration.ts: about half a second, and about a second. */
const REQUEST_MAX = 15
const READER_MAX = 30

/** The routes of `npm test`: reads whose cost depends on the longest text or on all members. */
const DEAREST = ['GET /posts/:id', 'GET /welcome']

/** Reads come first, and deletions last, because they change the state. */
const ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

test(
  'a reader waits at most a second of CPU time while a user sends the most expensive requests of a route at once',
  COST,
  async () => {
    const data = await folderWith()
    await putFullSite(data, isCost ? WHOLE : SMALL)
    const site = await openMeasuredSite(data)
    const measured: Measured[] = []
    try {
      const all = await routesOfApp()
      const routes = all.filter(
        ({ method, path }) => isCost || DEAREST.includes(`${method} ${path}`),
      )
      const rank = ({ method }: { method: string }) => ORDER.indexOf(method)
      for (const route of routes.sort((one, other) => rank(one) - rank(other)))
        for (const caller of callersOf(route)) {
          const figures = await site.measure(route, caller)
          if (figures) measured.push(figures)
        }
    } finally {
      await site.stop()
    }
    console.log(tableOf(measured))
    const tooSlow = measured.filter(
      ({ cpu, p99 }) => cpu > timesTheWorkload(REQUEST_MAX) || p99 > timesTheWorkload(READER_MAX),
    )
    expect(tooSlow).toEqual([])
    expect(measured.length).toBeGreaterThanOrEqual(isCost ? 400 : DEAREST.length)
  },
)

const SHOWN = 30

/** The table of docs/bench/routes.md. */
function tableOf(measured: Measured[]): string {
  const dearest = [...measured].sort((one, other) => other.p99 - one.p99).slice(0, SHOWN)
  const rows = dearest.map(({ route, caller, variant, cpu, p99, longest, statuses }) => {
    const counts = Object.entries(statuses).map(([status, count]) => `${status} × ${count}`)
    const figures = [cpu, p99, longest].map((ms) => Math.round(ms))
    return `| ${[`\`${route}\``, caller, variant, ...figures, counts.join(', ')].join(' | ')} |`
  })
  return [
    '| route | caller | variant | CPU of one | reader p99 | reader longest | responses |',
    '|---|---|---|---:|---:|---:|---|',
    ...rows,
  ].join('\n')
}
