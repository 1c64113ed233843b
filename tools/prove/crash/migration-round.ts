import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { migratedDatabases } from '../../schema/migrated.ts'
import type { Random } from '../../../scripts/seed/random.ts'
import { ServedSite, type SiteOptions } from '../site/served.ts'
import { EMPTY_SITE } from '../writes/settle.ts'
import { NEXT_MIGRATIONS, putMigrations } from './next-migrations.ts'
import { leaveOlderSite, OLDER_ROWS } from './older-site.ts'
import type { Round } from './round.ts'
import { startRound } from './start-round.ts'

/** The data of an older version are migrated, and the site is killed meanwhile. */
export async function migrationRound(folder: string, random: Random): Promise<Round> {
  const version = random.integer(0, NEXT_MIGRATIONS.length - 1)
  const migrations = join(folder, 'migrations')
  const databases = await putMigrations(migrations, NEXT_MIGRATIONS.length)
  const [older, undisturbed, data] = ['older', 'undisturbed', 'killed'].map((name) => join(folder, name))
  if (!older || !undisturbed || !data) throw new Error('no folder')
  await mkdir(older, { recursive: true })
  await leaveOlderSite(older, version)
  await cp(older, undisturbed, { recursive: true })
  await cp(older, data, { recursive: true })
  const options = { env: EMPTY_SITE, databases }
  const expected = await outcomeOf({ ...options, data: undisturbed })
  const inspect = async (site: ServedSite) => {
    const { schema, rows } = await whatIsIn(site)
    return [
      ...(schema === (await schemaOf(migrations)) ? [] : ['the schema is not what the migrations make']),
      ...(rows === expected.rows ? [] : [`the rows are ${rows}, not ${expected.rows}`]),
    ]
  }
  const round = await startRound({ options: { ...options, data }, usual: expected.took, inspect }, random)
  return { ...round, how: `${version} of ${NEXT_MIGRATIONS.length} migrations: ${round.how}` }
}

/** The same upgrade without a kill. */
async function outcomeOf(options: SiteOptions): Promise<{ rows: string; took: number }> {
  const site = new ServedSite(options)
  try {
    const begun = performance.now()
    await site.start()
    const took = performance.now() - begun
    const { rows } = await whatIsIn(site)
    await site.stop()
    return { rows, took }
  } finally {
    await site.end()
  }
}

async function whatIsIn(site: ServedSite): Promise<{ schema: string; rows: string }> {
  const objects = await site.rows<{ name: string; sql: string }>(
    `SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'`,
  )
  const [counted] = await site.rows<{ rows: string }>(OLDER_ROWS)
  return { schema: asText(objects), rows: counted?.rows ?? '' }
}

async function schemaOf(migrations: string): Promise<string> {
  const [main] = await migratedDatabases(migrations)
  return asText(main?.objects ?? [])
}

function asText(objects: { name: string; sql: string }[]): string {
  const made = objects.filter(({ name }) => name !== 'd1_migrations').map(({ sql }) => sql)
  return made.sort().join('\n')
}
