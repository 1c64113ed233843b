/// <reference types="vite/types/importMeta.d.ts" />
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { World } from '#test/world.ts'

const files = import.meta.glob<string>('../../migrations/*/*.sql', { eager: true, query: '?raw', import: 'default' })
const main = Object.entries(files).filter(([path]) => path.includes('/migrations/db/'))
const text = main.map(([, migration]) => migration).join('\n')

/** What is left when every migration has run. */
function namesIn(kind: 'TRIGGER' | 'INDEX' | 'TABLE'): string[] {
  const left = new Map<string, string>()
  // A table that is made anew has another name until it is dropped, with all that stands on it.
  const namedBefore = new Map<string, string>()
  const steps = /^(?:(CREATE|DROP) (?:UNIQUE )?(TRIGGER|INDEX|TABLE) (\w+)|ALTER TABLE (\w+) RENAME TO (\w+))([^;]*)/gm
  for (const [, verb, what, name = '', from = '', to = '', rest = ''] of text.matchAll(steps)) {
    if (verb === undefined) {
      if (left.delete(from)) left.set(to, to)
      namedBefore.set(to, from)
    } else if (verb === 'DROP' && what === 'TABLE') {
      const table = namedBefore.get(name) ?? name
      for (const [each, on] of left) if (on === table || each === name) left.delete(each)
    } else if (what === kind && verb === 'DROP') left.delete(name)
    else if (what === kind) left.set(name, kind === 'TABLE' ? name : (/\bON (\w+)/.exec(rest)?.[1] ?? ''))
  }
  return [...left.keys()].sort()
}

// The tests' database was made through wrangler's splitter: what it cuts wrongly would be missing here.
test.each(['TRIGGER', 'INDEX', 'TABLE'] as const)('every %s of the migrations is in the database', async (kind) => {
  const rows = await new World().db.all(
    sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = ${kind.toLowerCase()}`,
  )
  const made = new Set(rows.map(({ name }) => name))
  expect(namesIn(kind).filter((name) => !made.has(name))).toEqual([])
})

test.each(Object.entries(files))("%s keeps to what D1's remote splitter understands", (_, migration) => {
  expect(migration).not.toContain('\r')
  expect(migration, 'a statement would seem to end in a comment').not.toMatch(/--.*;$/m)
  // D1 takes at most 100,000 bytes, here of the whole file: scripts/site/migrate.ts sends it as one statement.
  expect(new TextEncoder().encode(migration).length).toBeLessThanOrEqual(100_000)
  const triggers = migration.split(/^CREATE TRIGGER /m).slice(1)
  for (const trigger of triggers) {
    expect(trigger).toMatch(/^BEGIN$[\s\S]*^END;$/m)
    expect(trigger.split(/^END;$/m)[0], 'no CASE in a trigger').not.toMatch(/\bCASE\b/i)
  }
})
