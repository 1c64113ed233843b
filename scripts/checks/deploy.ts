import { Failure } from '../bootstrap/failure.mjs'
import { run } from '../build/tools.ts'
import { build } from './build.ts'

/** `npm run deploy`: the checks, the migrations, then the upload. */
export async function deploy(args: string[]): Promise<void> {
  await build()
  for (const database of ['DB', 'SEARCH']) {
    await wrangler('d1', 'migrations', 'apply', database, '--remote')
  }
  await wrangler('deploy', '--minify', ...args)
}

async function wrangler(...args: string[]): Promise<void> {
  const code = await run('wrangler', args)
  if (code !== 0) throw new Failure(`"wrangler ${args.join(' ')}" failed`)
}
