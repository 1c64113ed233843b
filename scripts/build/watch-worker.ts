import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BuildOptions, context, type Plugin } from 'esbuild'
import { computeBuild, writeComputeConfig } from './compute.ts'
import { COMPUTE, inRoot } from './paths.ts'
import { CONFIG, parseWranglerConfig } from './worker.ts'

export const DEV_BUNDLE = inRoot('dist/dev')

/**
 * Bundles both Workers into `DEV_BUNDLE`, and again after every change of a file in one of them.
 * Calls `rebuilt` after every build but the first ones, which the returned promise awaits.
 */
export async function watchWorker(rebuilt: () => Promise<void>): Promise<void> {
  const config = await parseWranglerConfig()
  await mkdir(DEV_BUNDLE, { recursive: true })
  await writeFile(join(DEV_BUNDLE, CONFIG), JSON.stringify(config, null, 2))
  const compute = join(DEV_BUNDLE, COMPUTE)
  const main: BuildOptions = {
    ...computeBuild(DEV_BUNDLE, config),
    entryPoints: { index: inRoot('src/index.ts') },
  }
  for (const options of [computeBuild(compute, config), main])
    await watch({ ...options, sourcemap: 'linked', logLevel: 'warning' }, rebuilt)
  await writeComputeConfig(compute, config)
}

/**
 * esbuild keeps what has not changed, which a build with wrangler does not. A failed build prints
 * its errors, and the last good bundle stays.
 */
async function watch(options: BuildOptions, rebuilt: () => Promise<void>): Promise<void> {
  const first = Promise.withResolvers<void>()
  let isFirst = true
  const onEnd: Plugin = {
    name: 'rebuilt',
    setup: (build) =>
      build.onEnd(async ({ errors }) => {
        if (errors.length > 0) return
        if (!isFirst) return rebuilt()
        isFirst = false
        first.resolve()
      }),
  }
  const watching = await context({ ...options, plugins: [onEnd] })
  await watching.watch()
  await first.promise
}
