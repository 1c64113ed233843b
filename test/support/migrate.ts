import { type D1Migration, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach } from 'vitest'
import { forgetProviders } from '#features/accounts/providers/providers.ts'
import { forgetPublicPosts } from '#features/community/views/public-posts.ts'
import { forgetSettings } from '#features/core/site/settings.ts'
import { forgetWords } from '#features/publishing/content-rules/blocked-words.ts'
import { setPasswordCost } from '#kernel/crypto/passwords.ts'

interface Setting {
  key: string
  value: number
}

interface Migrations {
  DB: D1Database
  SEARCH: D1Database
  TEST_MIGRATIONS_DB: D1Migration[]
  TEST_MIGRATIONS_SEARCH: D1Migration[]
}

const ATTEMPTS_MAX = 50
const { DB, SEARCH, TEST_MIGRATIONS_DB, TEST_MIGRATIONS_SEARCH } = env as unknown as Migrations

// The lowest cost that bcrypt allows; test/kernel/crypto/passwords.test.ts checks the real one.
setPasswordCost(4)

// Before every test file: files share a runtime, and must not share its storage.
await makeNewSite()
// Rate limits are counted in memory by uid, so every file gets different uids.
const [elsewhere = 0] = crypto.getRandomValues(new Uint32Array(1))
await DB.prepare("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'users'").bind(elsewhere).run()

// Before every test: reset the settings and lists of the site to their defaults.
const { results: newSite } = await DB.prepare('SELECT key, value FROM site_settings').all<Setting>()
const turnBack = DB.prepare(`UPDATE site_settings SET value = new.value FROM json_each(?) AS new
  WHERE new.key = site_settings.key AND new.value <> site_settings.value`)
const asNew = turnBack.bind(JSON.stringify(Object.fromEntries(newSite.map(({ key, value }) => [key, value]))))
const noLists = [
  DB.prepare('DELETE FROM blocked_hosts'),
  DB.prepare("UPDATE blocked_words SET words = '[]' WHERE words <> '[]'"),
]
beforeEach(async () => {
  await DB.batch([asNew, ...noLists])
  forgetSettings()
  forgetProviders()
  forgetWords()
  forgetPublicPosts()
})

/**
 * Sometimes a database still has tables after a reset, because background work of the previous file has opened it again.
 * Then reset once more.
 */
async function makeNewSite(): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await reset()
    const made = await Promise.allSettled([migrate(DB, TEST_MIGRATIONS_DB), migrate(SEARCH, TEST_MIGRATIONS_SEARCH)])
    const failed = made.find((one) => one.status === 'rejected')
    if (!failed) return
    if (attempt === ATTEMPTS_MAX || !String(failed.reason).includes('already exists')) throw failed.reason
  }
}

/** One batch, each migration as one text: one call per statement, as in the plugin, takes seconds per file. */
async function migrate(database: D1Database, migrations: D1Migration[]): Promise<void> {
  await database.exec('CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT UNIQUE, applied_at TEXT)')
  const record = database.prepare('INSERT INTO d1_migrations (name, applied_at) VALUES (?, CURRENT_TIMESTAMP)')
  await database.batch(
    migrations.flatMap(({ name, queries }) => [database.prepare(queries.join(';\n')), record.bind(name)]),
  )
}
