import { applyD1Migrations, type D1Migration } from 'cloudflare:test'
import { env } from 'cloudflare:workers'

interface Migrations {
  DB: D1Database
  SEARCH: D1Database
  TEST_MIGRATIONS_DB: D1Migration[]
  TEST_MIGRATIONS_SEARCH: D1Migration[]
}

const { DB, SEARCH, TEST_MIGRATIONS_DB, TEST_MIGRATIONS_SEARCH } = env as unknown as Migrations

await applyD1Migrations(DB, TEST_MIGRATIONS_DB)
await applyD1Migrations(SEARCH, TEST_MIGRATIONS_SEARCH)
