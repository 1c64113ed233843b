import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'

interface Parts {
  db: Database
  search: Database
  images: R2Bucket
  /** A request to a Durable Object, by the name of its check. */
  objects: Record<string, () => Promise<unknown>>
  /** The newest migration of this build. */
  newestMigration: string | null
}

interface Health {
  /** Whether all checks succeeded. */
  healthy: boolean
  checks: Record<string, boolean>
}

/**
 * Checks that the databases, the bucket and the Durable Objects respond, and that the first start
 * is complete: migrations, demo content, owner.
 */
export async function healthOf({
  db,
  search,
  images,
  objects,
  newestMigration,
}: Parts): Promise<Health> {
  const [database, searchDatabase, bucket, ...durable] = await Promise.all([
    databaseState(db, newestMigration),
    responds(() => search.all(sql`SELECT 1`)),
    responds(() => images.head('health')),
    ...Object.values(objects).map(responds),
  ])
  const checks: Record<string, boolean> = {
    ...database,
    search: searchDatabase,
    images: bucket,
    ...Object.fromEntries(
      Object.keys(objects).map((name, index) => [name, durable[index] ?? false]),
    ),
  }
  return { healthy: Object.values(checks).every(Boolean), checks }
}

async function databaseState(db: Database, newestMigration: string | null) {
  try {
    const [[migration], [seed], [owner]] = await db.batch([
      sql`SELECT 1 FROM d1_migrations WHERE name = ${newestMigration}`,
      sql<{ value: string }>`SELECT value FROM site_state WHERE key = 'seed'`,
      sql`SELECT 1 FROM users WHERE role = 'owner' AND status = 'active' LIMIT 1`,
    ])
    return {
      database: true,
      migrations: migration !== undefined,
      seed: seed?.value !== 'running',
      owner: owner !== undefined,
    }
  } catch {
    return { database: false }
  }
}

async function responds(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask()
    return true
  } catch {
    return false
  }
}
