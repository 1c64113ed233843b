import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Failure } from '../bootstrap/failure.mjs'
import { watchClient } from '../build/client.ts'
import { writeGenerated } from '../build/generated.ts'
import { buildBrowser } from '../build/index.ts'
import { inRoot } from '../build/paths.ts'
import { run, runSilently } from '../build/tools.ts'
import { ensureOwner } from './owner.ts'
import { devQuery } from './query.ts'
import { printOwner } from './run-site.ts'

/**
 * `npm run dev`: serves the site with `wrangler dev`, which reloads on every change. Its state is
 * in .wrangler/.
 */
export async function dev(args: string[]): Promise<void> {
  await writeDevVars()
  await buildBrowser()
  for (const database of ['DB', 'SEARCH']) {
    const { code, output } = await runSilently('wrangler', [
      'd1',
      'migrations',
      'apply',
      database,
      '--local',
    ])
    if (code !== 0) throw new Failure(`the migrations of ${database} failed.\n${output.trim()}`)
  }
  const owner = await ensureOwner(devQuery, { email: null, password: null }, new Date())
  if (owner) printOwner(owner)
  await watchClient(writeGenerated)
  process.exit(await run('wrangler', ['dev', ...args]))
}

async function writeDevVars(): Promise<void> {
  const path = inRoot('.dev.vars')
  if (existsSync(path)) return
  const secret = randomBytes(48).toString('base64url')
  await writeFile(path, `JOULE_SECRET=${secret}\nENVIRONMENT=development\n`, { mode: 0o600 })
}
