import { cp, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { inRoot } from '../../build/paths.ts'
import { migratedDatabases } from '../../schema/migrated.ts'
import type { Random } from '../../seed/random.ts'
import { ServedSite } from '../site/served.ts'
import { EMPTY_SITE } from '../writes/settle.ts'
import { leaveOlderSite, OLDER_ROWS } from './older-site.ts'
import type { Round } from './round.ts'
import { startRound } from './start-round.ts'

/** The first version that has everything which the older site holds. */
const OLDEST = 6

/** Data of an older version are brought up to date, and the site is killed on the way. */
export async function migrationRound(folder: string, random: Random): Promise<Round> {
  const migrations = (await readdir(inRoot('migrations/db'))).filter((name) => name.endsWith('.sql'))
  const version = random.integer(OLDEST, migrations.length - 1)
  const [older, undisturbed, data] = ['older', 'undisturbed', 'killed'].map((name) => join(folder, name))
  if (!older || !undisturbed || !data) throw new Error('no folder')
  await mkdir(older, { recursive: true })
  await leaveOlderSite(older, version)
  await cp(older, undisturbed, { recursive: true })
  await cp(older, data, { recursive: true })
  const expected = await outcomeOf(undisturbed)
  const inspect = async (site: ServedSite) => {
    const { schema, rows } = await whatIsIn(site)
    return [
      ...(schema === (await schemaOfMigrations()) ? [] : ['the schema is not what the migrations make']),
      ...(rows === expected.rows ? [] : [`the rows are ${rows}, not ${expected.rows}`]),
    ]
  }
  const round = await startRound({ options: { data, env: EMPTY_SITE }, usual: expected.took, inspect }, random)
  return { ...round, how: `version ${version}: ${round.how}` }
}

/** The same upgrade with nobody in its way. */
async function outcomeOf(data: string): Promise<{ rows: string; took: number }> {
  const site = new ServedSite({ data, env: EMPTY_SITE })
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

async function schemaOfMigrations(): Promise<string> {
  const [main] = await migratedDatabases(inRoot('migrations'))
  return asText(main?.objects ?? [])
}

function asText(objects: { name: string; sql: string }[]): string {
  const made = objects.filter(({ name }) => name !== 'd1_migrations').map(({ sql }) => sql)
  return made.sort().join('\n')
}
