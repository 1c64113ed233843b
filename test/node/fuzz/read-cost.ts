import { globSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { pagesOfApp } from '../../../tools/prove/fuzz/site.ts'
import { timesTheWorkload } from './calibration.ts'
import type { FullAccount } from './full-account.ts'
import type { MeasuredSite, Sending } from './measured-site.ts'

/**
 * The CPU time limit of one read, whatever the account contains: about two seconds. See
 * calibration.ts for the unit.
 */
const CPU_MAX = 60
/** A read above this cost, about 50 ms, must be limited. */
const UNLIMITED_MAX = 1.5
/**
 * CPU time of the site until `/healthz` is answered, while other requests are running: about a
 * second.
 */
const HEALTH_MAX = 30
/** More than any limit of reads. */
const MANY = 300

/**
 * Expects that no read of a full account takes too much CPU time. Returns the reads, the most
 * expensive first, and the reads that must be limited.
 */
export async function expectCheapReads(site: MeasuredSite, account: FullAccount) {
  const costs: [cpu: number, path: string][] = []
  for (const path of await pathsOf(account)) {
    const runs: number[] = []
    // Three times: a single slow request may be caused by other work of the runtime.
    for (let n = 0; n < 3; n += 1) {
      const { status, cpu } = await site.cost({ method: 'GET', path })
      expect(status, path).toBeLessThan(500)
      if (status !== 429) runs.push(cpu)
    }
    // All refused: the routes of one limit are measured together.
    if (runs.length > 0) costs.push([Math.min(...runs), path])
  }
  const dearest = costs.sort(([one], [other]) => other - one)
  console.log(
    dearest
      .slice(0, 20)
      .map(([cpu, path]) => `${cpu} ms: ${path}`)
      .join('\n'),
  )
  expect(dearest[0]?.[0]).toBeLessThan(timesTheWorkload(CPU_MAX))
  const expensive = dearest.filter(([cpu]) => cpu > timesTheWorkload(UNLIMITED_MAX))
  return { dearest: dearest.map(([, path]) => path), expensive: expensive.map(([, path]) => path) }
}

/** While these requests are running, `/healthz` is answered. Returns their statuses. */
export async function expectResponsive(site: MeasuredSite, sendings: Sending[]): Promise<number[]> {
  let isDone = false
  const responses = Promise.all(sendings.map(site.call)).finally(() => {
    isDone = true
  })
  while (!isDone) {
    const { status, cpu } = await site.cost({ method: 'GET', path: '/healthz' })
    expect(status).toBe(200)
    expect(cpu, `/healthz during ${sendings[0]?.path}`).toBeLessThan(timesTheWorkload(HEALTH_MAX))
  }
  return (await responses).map(({ status }) => status)
}

/**
 * Expects a refusal before `MANY` requests, each from another address, because the limit is per
 * user.
 */
export async function expectLimited(site: MeasuredSite, path: string): Promise<void> {
  for (let n = 0; n < MANY; n += 1)
    if ((await site.call({ method: 'GET', path })).status === 429) return
  throw new Error(
    `${path} takes more than ${UNLIMITED_MAX} times the CPU time of the calibration workload and has no limit`,
  )
}

/**
 * The reads of the route table, with ids of the full account, and pages with a query. Sockets are
 * left out.
 */
async function pathsOf({ uid, post, version, posts }: FullAccount): Promise<string[]> {
  const tables = globSync('test/routes/*.ts').map((file) => readFileSync(file, 'utf8'))
  const names = tables.flatMap((text) =>
    [...text.matchAll(/'GET (\/[^']*)'/g)].map(([, path = '']) => path),
  )
  const values: Record<string, string | number> = {
    uid,
    version,
    id: post,
    tag: 'a',
    format: 'zip',
  }
  const filled = (path: string) =>
    path
      .replace('/space/:id', `/space/${uid}`)
      .replace(/:(\w+)/g, (_, name) => String(values[name] ?? post))
  const pages = (await pagesOfApp()).filter(({ method }) => method === 'GET')
  const ofQueries = pages.flatMap(({ path, asked }) =>
    asked.includes('q') ? [`${path}?q=words`] : [],
  )
  const more = [
    `/studio/write?id=${post}`,
    `/studio/posts/${post}/revisions?version=${version}`,
    `/admin/posts?view=edited&id=${post}`,
    '/api/search?q=words',
    '/api/search/suggestions?q=words',
    ...posts.flatMap((id) => [
      `/posts/${id}`,
      `/api/posts/${id}`,
      `/studio/preview/${id}`,
      `/studio/write?id=${id}`,
    ]),
  ]
  const paths = [...names.map(filled), ...ofQueries, ...more]
  return [...new Set(paths)].filter((path) => !/\/live$|\{/.test(path))
}
