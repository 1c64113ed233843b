import { expect } from 'vitest'
import { go, type Opened, type Visit } from './visit.ts'

/** Pages at a time: two cores draw no more. */
const AT_A_TIME = 2

/** Acts on each page before its scripts arrive; every act must take effect once they do. */
export async function visitAll(visits: Visit[]): Promise<void> {
  const left: [Visit, Opened][] = []
  for (const visit of visits) left.push([visit, await visit.opens()])
  const problems: unknown[] = []
  const next = async () => {
    for (let one = left.shift(); one; one = left.shift()) await go(...one).catch((error) => problems.push(error))
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, next))
  expect(problems).toEqual([])
}
