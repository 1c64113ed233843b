import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { context, type Plugin } from 'esbuild'
import { inRoot } from './paths.ts'
import { CONFIG, parseWranglerConfig } from './worker.ts'

export const DEV_BUNDLE = inRoot('dist/dev')

/**
 * Bundles the Worker into `DEV_BUNDLE`, and again after every change of a file in it. esbuild keeps
 * what has not changed, which a build with wrangler does not. Calls `rebuilt` after every build but
 * the first, which the returned promise awaits. A failed build prints its errors, and the last good
 * bundle stays.
 */
export async function watchWorker(rebuilt: () => Promise<void>): Promise<void> {
  const config = await parseWranglerConfig()
  await mkdir(DEV_BUNDLE, { recursive: true })
  await writeFile(join(DEV_BUNDLE, CONFIG), JSON.stringify(config, null, 2))
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
  const watching = await context({
    entryPoints: { index: inRoot('src/index.ts') },
    outdir: DEV_BUNDLE,
    absWorkingDir: inRoot(),
    alias: config.alias,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*', 'node:*'],
    loader: { '.wasm': 'copy' },
    sourcemap: 'linked',
    logLevel: 'warning',
    plugins: [onEnd],
  })
  await watching.watch()
  await first.promise
}
