import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { TABLE } from './early/table.ts'
import { go, type Opened, type Visit } from './early/visit.ts'
import { call, theOwner } from './support/people.ts'

const CLIENT = new URL('../../src/client/', import.meta.url).pathname
/** Pages at a time: not more than two cores can draw. */
const AT_A_TIME = 2

afterAll(async () => {
  await call(await theOwner(), 'PUT', '/api/admin/site-settings', { key: 'audit.enabled', value: false })
})

test.for(Object.entries(TABLE))('nothing done early is lost: %s', async ([, visits]) => {
  const left: [Visit, Opened][] = []
  for (const visit of visits) left.push([visit, await visit.opens()])
  const problems: unknown[] = []
  const next = async () => {
    for (let one = left.shift(); one; one = left.shift()) await go(...one).catch((error) => problems.push(error))
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, next))
  expect(problems).toEqual([])
})

test('every behaviour has a line in the table', () => {
  const named = new Set(
    Object.values(TABLE).flatMap((visits) => visits.flatMap(({ lines }) => lines.flatMap(({ of }) => of))),
  )
  expect(behaviours().filter((name) => !named.has(name))).toEqual([])
  expect([...named].filter((name) => !behaviours().includes(name))).toEqual([])
})

/** What listens to something, and what a page starts. */
function behaviours(): string[] {
  const files = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const source = (name: string) => readFileSync(join(CLIENT, name), 'utf8')
  const isEntry = (name: string) => name.startsWith('entries/')
  const started = files
    .filter(isEntry)
    .flatMap((name) => [...source(name).matchAll(/#client\/(\w+\/[\w/-]+)\.ts/g)].map(([, module]) => module ?? ''))
  const listening = files.filter(
    (name) => name.includes('/') && !isEntry(name) && source(name).includes('addEventListener('),
  )
  return [...new Set([...started, ...listening.map((name) => name.replace(/\.ts$/, ''))])].sort()
}
