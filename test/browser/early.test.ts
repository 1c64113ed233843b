import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TABLE } from './early/table.ts'
import { visitAll } from './early/visit.ts'

const CLIENT = new URL('../../src/client/', import.meta.url).pathname
const ONE_OF_EACH_KIND = Object.values(TABLE).flatMap((visits) => visits.filter(({ kind }) => kind !== undefined))

test('actions before the scripts load take effect: one control of each kind', () => visitAll(ONE_OF_EACH_KIND))

test('every behaviour has a line in the table', () => {
  const named = new Set(
    Object.values(TABLE).flatMap((visits) => visits.flatMap(({ lines }) => lines.flatMap(({ of }) => of))),
  )
  expect([...named].sort()).toEqual(behaviours())
})

/** Event listeners, and functions that a page runs at its start. */
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
