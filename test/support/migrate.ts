import { applyD1Migrations, type D1Migration, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'

interface Migrations {
  DB: D1Database
  SEARCH: D1Database
  TEST_MIGRATIONS_DB: D1Migration[]
  TEST_MIGRATIONS_SEARCH: D1Migration[]
}

const { DB, SEARCH, TEST_MIGRATIONS_DB, TEST_MIGRATIONS_SEARCH } = env as unknown as Migrations

// Before every test file: they share a runtime, and must not meet in its storage.
await reset()
await applyD1Migrations(DB, TEST_MIGRATIONS_DB)
await applyD1Migrations(SEARCH, TEST_MIGRATIONS_SEARCH)
