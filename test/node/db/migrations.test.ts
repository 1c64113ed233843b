import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../../../scripts/build/paths.ts'

const files = globSync('migrations/*/*.sql', { cwd: inRoot() })

test.each(files)("D1's remote splitter can split %s", (path) => {
  const migration = readFileSync(inRoot(path), 'utf8')
  expect(migration).not.toContain('\r')
  expect(migration, 'a statement would seem to end in a comment').not.toMatch(/--.*;$/m)
  // D1 accepts at most 100,000 bytes per statement, and scripts/site/migrate.ts sends the whole
  // file as one statement.
  expect(new TextEncoder().encode(migration).length).toBeLessThanOrEqual(100_000)
  const triggers = migration.split(/^CREATE TRIGGER /m).slice(1)
  for (const trigger of triggers) {
    expect(trigger).toMatch(/^BEGIN$[\s\S]*^END;$/m)
    expect(trigger.split(/^END;$/m)[0], 'no CASE in a trigger').not.toMatch(/\bCASE\b/i)
  }
})
