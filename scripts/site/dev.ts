import { Failure } from '../bootstrap/failure.mjs'
import { watchClient } from '../build/client.ts'
import { writeGenerated } from '../build/generated.ts'
import { buildBrowser } from '../build/index.ts'
import { DEV_BUNDLE, watchWorker } from '../build/watch-worker.ts'
import { isLoopback } from './proxy.ts'
import { printWelcome, serveUntilSignal } from './run-site.ts'
import { readSettings } from './settings.ts'
import type { Site } from './site.ts'

/**
 * `npm run dev`: the site of `npm start`, with its data and its settings, which reloads when a file
 * of `src` or `static/css` changes. Requests wait during a reload.
 */
export async function dev(args: string[]): Promise<void> {
  const [argument] = args
  if (argument)
    throw new Failure(
      `npm run dev has no option "${argument}"; its settings are those of "npm start -- --help"`,
    )
  await buildBrowser()
  let site: Site | null = null
  await watchWorker(async () => {
    const begun = performance.now()
    // The site is null while it starts; it then starts with the newest bundle.
    await site?.reload()
    if (site) console.log(`Reloaded in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  })
  const settings = readSettings(process.env)
  // Only the proxy can make requests wait. On loopback without an origin, this setting opens it.
  const loopbackHostsOnly = isLoopback(settings.host) && !settings.origin
  site = await serveUntilSignal(
    { ...settings, bundle: DEV_BUNDLE, loopbackHostsOnly },
    printWelcome,
  )
  // The Worker contains the names of the files for browsers, so it is bundled again after them.
  await watchClient(writeGenerated)
}
