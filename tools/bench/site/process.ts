import { readFile } from 'node:fs/promises'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { readWorkerConfig } from '../../../scripts/build/worker.ts'
import { openDataFolder } from '../../../scripts/site/data-folder.ts'
import { whenRuntimeStarts } from '../../../scripts/site/launch.ts'
import { openMiniflare } from '../../../scripts/site/miniflare.ts'
import { serveParent } from '../child.ts'
import type { Target } from '../measure.ts'
import { metering } from './metering.ts'

export type Opened = Pick<Target, 'port' | 'runtime'>

/**
 * Runs every measured server. Each is in a process of its own, because Miniflare's own part must be
 * on the core of the server too.
 */
const open: (() => Promise<void>)[] = []
let scheduled = async () => {}

serveParent({
  site: openSite,
  bare: openBare,
  scheduled: () => scheduled(),
  async stop() {
    for (let stop = open.pop(); stop; stop = open.pop()) await stop()
  },
})

export interface SiteToOpen {
  data: string
  /** The folder of the bundle. */
  bundle: string
  /**
   * Counts all database work and reports it at `/bench/spent`. This is slower, so it is off while
   * time is measured.
   */
  isMetered: boolean
}

/** Serves the production bundle as `npm start` does, without the general write limit. */
async function openSite({ data, bundle, isMetered }: SiteToOpen): Promise<Opened> {
  let runtime = 0
  const site = await openMiniflare({
    data: await openDataFolder(data),
    host: '127.0.0.1',
    port: 0,
    bindings: { JOULE_WRITE_LIMIT: '0', LOG_SHARE: '0' },
    bundle,
    ...(isMetered && { around: metering }),
    onLog: ({ level, message }) => {
      if (level === 'error') console.error(message)
    },
    onRuntime: (pid) => {
      runtime = pid
    },
  })
  scheduled = async () => {
    for (const cron of (await readWorkerConfig(bundle)).crons)
      await site.scheduled(cron, new Date())
  }
  open.push(site.stop)
  return { port: Number(new URL(site.url).port), runtime }
}

const ENTRY = new URL('bare-worker.js', import.meta.url)

/** Serves a minimal Worker, for comparison. */
async function openBare({ folder }: { folder: string }): Promise<Opened> {
  let runtime = 0
  const stopWatching = whenRuntimeStarts((pid) => {
    runtime = pid
  })
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      cf: false,
      telemetry: { enabled: false },
      log: new Log(LogLevel.ERROR),
      resourcePersistencePath: folder,
      workers: [
        {
          name: 'bare',
          compatibilityDate: '2026-09-01',
          modules: [
            { type: 'ESModule', path: 'worker.js', contents: await readFile(ENTRY, 'utf8') },
          ],
          modulesRoot: '.',
          d1Databases: { DB: 'bare' },
        },
      ],
    }),
  )
  const url = await miniflare.ready
  stopWatching()
  const { DB } = await miniflare.getBindings<{ DB: D1Database }>()
  await DB.exec(TABLE)
  open.push(() => miniflare.dispose())
  return { port: Number(url.port), runtime }
}

const TABLE = [
  'CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL);',
  `INSERT INTO notes (id, text) SELECT 1, 'one' WHERE NOT EXISTS (SELECT 1 FROM notes);`,
].join('\n')
