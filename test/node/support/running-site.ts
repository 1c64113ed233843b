import { onTestFinished } from 'vitest'
import { openDataFolder } from '../../../scripts/site/data-folder.ts'
import { openRuntime } from '../../../scripts/site/miniflare.ts'
import { readPublicSettings, type Settings } from '../../../scripts/site/settings.ts'
import { startSite } from '../../../scripts/site/site.ts'
import { builtSite } from './built.ts'

export const ORIGIN = 'https://community.example.com'

/** The settings of `npm run serve` for a site behind a TLS proxy on this machine. */
export const behindProxy = (data: string) => ({
  JOULE_DATA: data,
  JOULE_ORIGIN: ORIGIN,
  JOULE_TRUST_PROXY: '127.0.0.1',
})

/**
 * The Worker on the complete data of a folder, at a free port: without preparation, cron and
 * control port.
 */
export async function runtimeOn(
  folder: string,
  wanted: Partial<Parameters<typeof openRuntime>[0]> = {},
) {
  await builtSite()
  const data = await openDataFolder(folder)
  return openRuntime({ data, bindings: {}, host: '127.0.0.1', port: 0, onLog() {}, ...wanted })
}

/** The same, stopped after the test. */
export async function runningOn(...given: Parameters<typeof runtimeOn>) {
  const runtime = await runtimeOn(...given)
  onTestFinished(() => runtime.stop())
  return runtime
}

/** A site as `npm run serve` runs it, at a free port, stopped after the test. */
export async function served(env: Record<string, string>, wanted: Partial<Settings> = {}) {
  await builtSite()
  const site = await startSite(
    { ...readPublicSettings({ PORT: '0', ...env }), ...wanted },
    () => {},
  )
  onTestFinished(site.stop)
  return { url: site.url, port: Number(new URL(site.url).port) }
}
