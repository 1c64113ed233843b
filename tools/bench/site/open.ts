import { openDataFolder } from '../../../scripts/site/data-folder.ts'
import { openMiniflare } from '../../../scripts/site/miniflare.ts'
import { metering } from './metering.ts'

export interface SiteToOpen {
  data: string
  /** The folder of the bundle. */
  bundle: string
  /** Counts all database rows and reports them at `/bench/spent`. Slower, so off while time is measured. */
  isMetered: boolean
  /** The port of the profiler. */
  inspectorPort?: number
}

export interface BenchedSite {
  port: number
  /** The process id of workerd. */
  runtime: number
  scheduled(): Promise<void>
  stop(): Promise<void>
}

/** The production bundle as `npm start` serves it, without the general write limit. */
export async function openSite({ data, bundle, isMetered, inspectorPort }: SiteToOpen): Promise<BenchedSite> {
  let runtime = 0
  const site = await openMiniflare({
    data: await openDataFolder(data),
    host: '127.0.0.1',
    port: 0,
    bindings: { JOULE_WRITE_LIMIT: '0', LOG_SHARE: '0' },
    bundle,
    inspectorPort,
    ...(isMetered && { around: metering }),
    onLog: ({ level, message }) => {
      if (level === 'error') console.error(message)
    },
    onRuntime: (pid) => {
      runtime = pid
    },
  })
  const scheduled = () => site.scheduled('*/15 * * * *', new Date())
  return { port: Number(new URL(site.url).port), runtime, scheduled, stop: site.stop }
}
