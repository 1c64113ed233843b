import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Assets } from './client.ts'
import { FIRST_SCRIPTS, type FirstScript, readFirstScript } from './first-script.ts'
import { CLIENT_BUILD, GENERATED, inRoot, TABLE_TYPES } from './paths.ts'
import { tableTypes } from './tables.ts'

/** Build data for the Worker: the URLs of its assets and the migrations it expects. */
interface BuildInfo {
  assets: Assets
  migrations: { db: string | null; search: string | null }
  firstScripts: Record<keyof typeof FIRST_SCRIPTS, FirstScript>
  /** Files and folders of `static/`. */
  staticNames: string[]
}

export async function writeGenerated(): Promise<void> {
  const info: BuildInfo = {
    assets: JSON.parse(await readFile(join(CLIENT_BUILD, 'manifest.json'), 'utf8')),
    migrations: { db: await newestMigration('db'), search: await newestMigration('search') },
    firstScripts: {
      reading: await readFirstScript(FIRST_SCRIPTS.reading),
      whole: await readFirstScript(FIRST_SCRIPTS.whole),
    },
    staticNames: (await readdir(inRoot('static'))).sort(),
  }
  await writeIfChanged(GENERATED, `${JSON.stringify(info, null, 2)}\n`)
  await writeIfChanged(TABLE_TYPES, tableTypes())
}

/** An equal file is not written again, otherwise `wrangler dev` would reload without need. */
async function writeIfChanged(path: string, text: string): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => '')) === text) return
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

async function newestMigration(database: string): Promise<string | null> {
  const names = await readdir(inRoot('migrations', database)).catch(() => [])
  return (
    names
      .filter((name) => name.endsWith('.sql'))
      .sort()
      .at(-1) ?? null
  )
}
