import { type D1Migration, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { madeOf, makeMainDatabase, migrate } from '#test/new-database.ts'

const { DB, TEST_MIGRATIONS_DB } = env as unknown as { DB: D1Database; TEST_MIGRATIONS_DB: D1Migration[] }

test('the database that test files are given is the one that migrations make, to the last row', async () => {
  await reset()
  await migrate(DB, TEST_MIGRATIONS_DB)
  const migrated = await madeOf(DB)
  await reset()
  await makeMainDatabase(DB, TEST_MIGRATIONS_DB)
  const undated = ({ rows, ...parts }: typeof migrated) => ({
    ...parts,
    rows: rows.map(({ table, values }) => (table === 'd1_migrations' ? values.slice(0, 2) : { table, values })),
  })
  expect(undated(await madeOf(DB))).toEqual(undated(migrated))
  expect(migrated.rows.length).toBeGreaterThan(TEST_MIGRATIONS_DB.length)
})
