import { sql } from 'drizzle-orm'
import { type Database, Meter, openDb } from '#db/client.ts'
import { recall, remember } from '#features/core/site/state.ts'
import { showProgress } from '../bootstrap/progress.mjs'
import { readWorkerConfig } from '../build/worker.ts'
import { demoAccounts, PEOPLE } from '../seed/people.ts'
import { migrate } from './migrate.ts'
import {
  type Account,
  checkOwnerName,
  ensureOwner,
  type NewOwner,
  nameOwner,
  unnamedOwner,
} from './owner.ts'
import { localQuery } from './query.ts'
import type { Settings } from './settings.ts'
import type { SiteStorage } from './storage.ts'

type Wishes = Pick<Settings, 'empty' | 'owner' | 'databases' | 'bundle'>

/**
 * Brings the storage of a site up to date: migrations, an owner, and demo content on the first
 * start. Returns the demo accounts.
 */
export async function prepareSite(
  storage: SiteStorage,
  wishes: Wishes,
  tell: (owner: NewOwner) => void,
): Promise<Account[]> {
  const databases = wishes.databases ?? (await readWorkerConfig(wishes.bundle)).databases
  const applied: Record<string, string[]> = {}
  for (const { binding, migrations } of databases) {
    applied[binding] = await migrate(storage[binding as 'DB' | 'SEARCH'], migrations)
  }
  const db = openDb(storage.DB, new Meter())
  const state = await recall(db, 'seed')
  // A site that ran at Cloudflare and was moved or restored here has no such state, but has users:
  // it must not get demo content.
  const isFirstStart = state === 'running' || (state === null && !(await hasUsers(db)))
  // A bad name is refused now, because the demo content takes minutes.
  if (isFirstStart) await checkName(db, wishes)
  // The site is not healthy until this is `done`. An interrupted first start is repeated.
  if (isFirstStart) await db.batch([remember('seed', 'running')])
  const owner = await ensureOwner(localQuery(storage.DB), wishes.owner, new Date())
  // Printed immediately: after an interruption the next start would not print the password.
  if (owner) tell(owner)
  // Only the first start decides: a site that started empty is not filled later.
  if (isFirstStart && !wishes.empty) {
    // Loaded on demand: it includes the texts and images of a whole site.
    const { seedDemo } = await import('../seed/index.ts')
    await showProgress('Creating the demo community', () => seedDemo(storage, new Date()))
  }
  if (isFirstStart) await db.batch([remember('seed', 'done')])
  // A migration of the search database may require reindexing of posts.
  else if (applied.SEARCH?.length) await updateSearchIndex(storage)
  // After the demo community, whose names are taken.
  await setOwnerName(db, wishes.owner)
  return demoAccounts(localQuery(storage.DB))
}

const hasUsers = async (db: Database) => (await db.first(sql`SELECT 1 FROM users LIMIT 1`)) !== null

async function setOwnerName(db: Database, { email, name }: Settings['owner']): Promise<void> {
  const uid = name ? await unnamedOwner(db, email) : null
  if (!name || uid === null) return
  await nameOwner(db, uid, name, new Date())
}

async function checkName(db: Database, { owner: { email, name }, empty }: Wishes): Promise<void> {
  const isNamed = (await hasUsers(db)) && (await unnamedOwner(db, email)) === null
  if (!name || isNamed) return
  const demoNames = empty ? [] : PEOPLE.flatMap(({ username }) => username ?? [])
  await checkOwnerName(db, name, demoNames, new Date())
}

async function updateSearchIndex(storage: SiteStorage): Promise<void> {
  const { catchUp } = await import('../commands/reindex.ts')
  await showProgress('Bringing the search index up to date', () => catchUp(storage))
}
