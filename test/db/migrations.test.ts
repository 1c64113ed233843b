/// <reference types="vite/types/importMeta.d.ts" />
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { World } from '#test/world.ts'

const files = import.meta.glob<string>('../../migrations/db/*.sql', { eager: true, query: '?raw', import: 'default' })
const text = Object.values(files).join('\n')

/** What is left when every migration has run. */
function namesIn(kind: 'TRIGGER' | 'INDEX' | 'TABLE'): string[] {
  const left = new Set<string>()
  for (const [, verb, name = ''] of text.matchAll(new RegExp(`^(CREATE|DROP) (?:UNIQUE )?${kind} (\\w+)`, 'gm'))) {
    if (verb === 'DROP') left.delete(name)
    else left.add(name)
  }
  // A table that is made anew has another name until the old one is gone.
  for (const [, name = ''] of text.matchAll(/^ALTER TABLE (\w+) RENAME TO /gm)) left.delete(name)
  return [...left].sort()
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
  const triggers = migration.split(/^CREATE TRIGGER /m).slice(1)
  for (const trigger of triggers) {
    expect(trigger).toMatch(/^BEGIN$[\s\S]*^END;$/m)
    expect(trigger.split(/^END;$/m)[0], 'no CASE in a trigger').not.toMatch(/\bCASE\b/i)
  }
})
