import { type D1Migration, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach } from 'vitest'
import { forgetProviders } from '#features/accounts/providers/providers.ts'
import { forgetPublicPosts } from '#features/community/views/public-posts.ts'
import { forgetIdentity } from '#features/core/identity/identity.ts'
import { forgetWords } from '#features/core/site/blocked-words.ts'
import { forgetSettings } from '#features/core/site/settings.ts'
import { setPasswordCost } from '#kernel/crypto/passwords.ts'

interface Migrations {
  DB: D1Database
  SEARCH: D1Database
  TEST_MIGRATIONS_DB: D1Migration[]
  TEST_MIGRATIONS_SEARCH: D1Migration[]
}

const ATTEMPTS_MAX = 50
/** All files share this object, because they share the runtime. */
const kept = globalThis as { copy?: string[] }
const { DB, SEARCH, TEST_MIGRATIONS_DB, TEST_MIGRATIONS_SEARCH } = env as unknown as Migrations

importAppOnce()

/** Runs before every test file, because files share a runtime and must not share its storage. */
export async function prepareTestFile(): Promise<void> {
  // The lowest cost that bcrypt allows; test/kernel/crypto/passwords.test.ts checks the real one.
  setPasswordCost(4)

  await makeNewSite()
  forgetIdentity()
  // Rate limits are counted in memory by uid, so every file gets different uids.
  const [elsewhere = 0] = crypto.getRandomValues(new Uint32Array(1))
  await DB.prepare("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'users'")
    .bind(elsewhere)
    .run()

  // Before every test, reset the settings and lists of the site to their defaults.
  const { results: newSite } = await DB.prepare('SELECT key, value FROM site_settings').all()
  const defaults = JSON.stringify(Object.fromEntries(newSite.map(({ key, value }) => [key, value])))
  // One text, because a batch of three statements costs more.
  const asNew = DB.prepare(`
    UPDATE site_settings SET value = new.value FROM json_each('${defaults}') AS new
      WHERE new.key = site_settings.key AND new.value <> site_settings.value;
    DELETE FROM blocked_hosts;
    UPDATE blocked_words SET words = '[]' WHERE words <> '[]'`)
  beforeEach(async () => {
    await asNew.run()
    forgetSettings()
    forgetProviders()
    forgetWords()
    forgetPublicPosts()
  })
}

/**
 * Sometimes a database still has tables after a reset, because background work of the previous file
 * has opened it again. Then reset once more.
 */
async function makeNewSite(): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await reset()
    const made = await Promise.allSettled([
      kept.copy
        ? DB.batch(kept.copy.map((text) => DB.prepare(text)))
        : migrate(DB, TEST_MIGRATIONS_DB),
      migrate(SEARCH, TEST_MIGRATIONS_SEARCH),
    ])
    const failed = made.find((one) => one.status === 'rejected')
    if (!failed) {
      kept.copy ??= await copyOfNewSite()
      return
    }
    if (attempt === ATTEMPTS_MAX || !String(failed.reason).includes('already exists'))
      throw failed.reason
  }
}

/**
 * Applies all migrations in one batch, each migration as one text. One call per statement, as in
 * the Workers plugin, would take seconds per file.
 */
async function migrate(database: D1Database, migrations: D1Migration[]): Promise<void> {
  await database.exec(
    'CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT UNIQUE, applied_at TEXT)',
  )
  const record = database.prepare(
    'INSERT INTO d1_migrations (name, applied_at) VALUES (?, CURRENT_TIMESTAMP)',
  )
  await database.batch(
    migrations.flatMap(({ name, queries }) => [
      database.prepare(queries.join(';\n')),
      record.bind(name),
    ]),
  )
}

/**
 * The SQL of the migrated database: schema and rows. Running it takes a fifth of the time of the
 * migrations.
 */
async function copyOfNewSite(): Promise<string[]> {
  const schema = await DB.prepare(`SELECT type = 'table' AS isTable, name, sql FROM sqlite_master
    WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'`).all<{
    isTable: number
    name: string
    sql: string
  }>()
  const tables = schema.results.filter(({ isTable }) => isTable)
  const others = schema.results.filter(({ isTable }) => !isTable)
  const filled = [...tables.map(({ name }) => name), 'sqlite_sequence']
  const rows = await DB.batch<Record<string, unknown>>(
    filled.map((name) => DB.prepare(`SELECT * FROM ${name}`)),
  )
  const statements = [
    ...tables.map(({ sql }) => sql),
    ...filled.flatMap((name, n) => [
      // The inserts before have filled it.
      ...(name === 'sqlite_sequence' ? [`DELETE FROM ${name}`] : []),
      ...(rows[n]?.results ?? []).map((row) => insert(name, row)),
    ]),
    // After the rows, because triggers change rows.
    ...others.map(({ sql }) => sql),
  ]
  // D1 accepts at most 100,000 bytes per text.
  const texts = Object.values(Object.groupBy(statements, (_, n) => Math.floor(n / 150)))
  return texts.map((text = []) => text.join(';\n'))
}

function insert(table: string, row: Record<string, unknown>): string {
  const values = Object.values(row).map((value) =>
    typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value),
  )
  return `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${values})`
}

interface ModuleRunner {
  import: (path: string) => Promise<unknown>
}

/**
 * The Workers plugin imports the app for each call of a Durable Object, and each import asks Vite
 * for the path of the file. This keeps the first import.
 */
function importAppOnce(): void {
  const { moduleRunner } = (
    globalThis as unknown as { __vitest_mocker__: { moduleRunner: ModuleRunner } }
  ).__vitest_mocker__
  const askVite: ModuleRunner['import'] =
    Object.getPrototypeOf(moduleRunner).import.bind(moduleRunner)
  let app: Promise<unknown> | undefined
  moduleRunner.import = (path) => {
    if (!path.endsWith('/src/index.ts')) return askVite(path)
    app ??= askVite(path)
    return app
  }
}
