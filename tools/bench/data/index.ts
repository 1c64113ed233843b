import { existsSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkAll } from '#features/operations/admin/overview/repair.ts'
import { Failure } from '../../../scripts/bootstrap/failure.mjs'
import { showProgress } from '../../../scripts/bootstrap/progress.mjs'
import { fingerprint } from '../../../scripts/build/fingerprint.ts'
import { readWorkerConfig } from '../../../scripts/build/worker.ts'
import { openDataFolder } from '../../../scripts/site/data-folder.ts'
import { migrate } from '../../../scripts/site/migrate.ts'
import type { DatabaseSync } from '../../../scripts/site/sqlite.ts'
import { openStorageRuntime } from '../../../scripts/site/storage.ts'
import { writeFigures } from './figures.ts'
import { writePeople } from './people.ts'
import { planPosts, proportions, type Size } from './plan.ts'
import { writePosts } from './posts.ts'
import { writeReactions } from './reactions.ts'
import { writeIndex } from './search.ts'
import { fileWith, openWithoutDurability, statementsOn } from './sqlite-file.ts'
import { writeTalk } from './talk.ts'

/** The data folder of a site with this many posts. Created once for these migrations and this code, then reused. */
export async function dataSet(size: Size, under: string): Promise<string> {
  const version = await fingerprint(['migrations', 'tools/bench/data', 'src/features/publishing/search'])
  const folder = join(under, `${size}-posts-${version.slice(0, 8)}`)
  if (existsSync(join(folder, 'whole'))) return folder
  const aside = `${folder}-${process.pid}`
  try {
    await showProgress(`Making a site of ${size.toLocaleString('en')} posts`, () => make(size, aside))
    await writeFile(join(aside, 'whole'), '')
    await rename(aside, folder)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
  return folder
}

async function make(size: Size, folder: string): Promise<void> {
  await migrateEmpty(folder)
  const [main, index] = [
    openWithoutDurability(await fileWith('posts', folder)),
    openWithoutDurability(await fileWith('public_texts', folder)),
  ]
  const [plan, now] = [proportions(size), new Date()]
  withoutRules(main, () => {
    main.exec('BEGIN')
    planPosts(main, plan, now)
    writePeople(main, plan, now)
    writeTalk(main, plan, now)
    writeReactions(main, plan, now)
    writePosts(main)
    writeFigures(main)
    main.exec('COMMIT')
  })
  await writeIndex(main, index)
  const { ok, failures } = await checkAll(statementsOn(main), now)
  main.close()
  index.close()
  if (!ok) throw new Failure(`the data set of the bench breaks the site's own rules: ${JSON.stringify(failures)}`)
}

async function migrateEmpty(folder: string): Promise<void> {
  const data = await openDataFolder(folder)
  const site = await openStorageRuntime({ data, onLog: () => {} })
  try {
    const storage = site.storage
    const { databases } = await readWorkerConfig()
    for (const { binding, migrations } of databases) await migrate(storage[binding as 'DB' | 'SEARCH'], migrations)
  } finally {
    await site.stop()
  }
}

/**
 * Fills a database without its triggers and indexes, then restores them. `fill` writes the effects of the triggers for
 * all rows at once, and building an index afterwards takes a tenth of the time.
 */
function withoutRules(file: DatabaseSync, fill: () => void): void {
  const rules = file
    .prepare(`SELECT type, name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL`)
    .all() as unknown as { type: string; name: string; sql: string }[]
  for (const { type, name } of rules) file.exec(`DROP ${type} ${name}`)
  fill()
  // Indexes first, because a check of the whole database without them would take hours.
  for (const { sql } of rules.toSorted((a, b) => (a.type < b.type ? -1 : 1))) file.exec(sql)
}
