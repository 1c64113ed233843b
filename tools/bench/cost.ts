import { setTimeout as wait } from 'node:timers/promises'
import type { Child } from './child.ts'
import { median } from './measure.ts'
import { bodyOf, headersOf, type Request, type Scene } from './scenes.ts'

const FIGURES = ['roundTrips', 'rowsRead', 'rowsWritten'] as const
type Figure = (typeof FIGURES)[number]
export type Cost = Record<Figure, number>

const costBy = (figureOf: (figure: Figure) => number) =>
  Object.fromEntries(FIGURES.map((figure) => [figure, figureOf(figure)])) as Cost

export interface SceneCost {
  /** Until the response was sent. */
  response: Cost
  /** After the response: search index, Durable Objects, background writes. */
  after: Cost
}

const TIMES = 5
/** Milliseconds without further cost, after which background work has ended. */
const SETTLED = 40

/** The database cost of a scene: the median of a few sequential requests. */
export async function costOf({ requests }: Scene, port: number): Promise<SceneCost> {
  await spent(port)
  const costs: SceneCost[] = []
  for (let n = 0; n < TIMES; n++) {
    const request = requests[n % requests.length]
    if (request) costs.push(await costOfOne(request, port))
  }
  const middle = (part: keyof SceneCost) =>
    costBy((figure) => median(costs.map((cost) => cost[part][figure])))
  return { response: middle('response'), after: middle('after') }
}

/** The cost of one cron run. */
export async function costOfCron(server: Child, port: number): Promise<Cost> {
  await spent(port)
  await server.call('scheduled', null)
  return spent(port)
}

async function costOfOne(request: Request, port: number): Promise<SceneCost> {
  const { method, path } = request
  const [headers, body] = [headersOf(request), bodyOf(request)]
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers,
    ...(body && { body }),
  })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}`)
  const during = costIn(response.headers.get('server-timing') ?? '')
  const all = await spent(port)
  return { response: during, after: costBy((figure) => Math.max(0, all[figure] - during[figure])) }
}

function costIn(timing: string): Cost {
  const figure = (name: string) => Number(new RegExp(`${name}: (\\d+)`).exec(timing)?.[1] ?? 0)
  return {
    roundTrips: figure('round trips'),
    rowsRead: figure('rows read'),
    rowsWritten: figure('rows written'),
  }
}

/** The cost since the last call, read when it has stopped growing. */
async function spent(port: number): Promise<Cost> {
  let total = costBy(() => 0)
  for (;;) {
    await wait(SETTLED)
    const more = (await (await fetch(`http://127.0.0.1:${port}/bench/spent`)).json()) as Cost
    if (more.roundTrips === 0 && more.rowsWritten === 0) return total
    const before = total
    total = costBy((figure) => before[figure] + more[figure])
  }
}
