import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Assets } from './client.ts'
import { FIRST_SCRIPTS, readFirstScript } from './first-script.ts'
import { CLIENT_BUILD, GENERATED, inRoot } from './paths.ts'

/** Writes the build data for the Worker: the URLs of its assets and the migrations it expects. */
export async function writeGenerated(): Promise<void> {
  const assets: Assets = JSON.parse(await readFile(join(CLIENT_BUILD, 'manifest.json'), 'utf8'))
  const firstScripts = {
    reading: await readFirstScript(FIRST_SCRIPTS.reading),
    whole: await readFirstScript(FIRST_SCRIPTS.whole),
    worker: await readFirstScript(FIRST_SCRIPTS.worker),
  }
  const info = {
    // Changes with every file that pages refer to or contain.
    id: createHash('sha256')
      .update(JSON.stringify([assets, firstScripts]))
      .digest('base64url')
      .slice(0, 12),
    assets,
    migrations: { db: await newestMigration('db'), search: await newestMigration('search') },
    firstScripts,
    staticNames: (await readdir(inRoot('static'))).sort(),
  }
  await writeIfChanged(GENERATED, `${JSON.stringify(info, null, 2)}\n`)
}

/** An equal file is not written again, because `npm run dev` reloads after every change. */
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
