import { readFile } from 'node:fs/promises'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { whenRuntimeStarts } from '../../../scripts/site/launch.ts'
import type { BenchedSite } from '../site/open.ts'

const ENTRY = new URL('worker.js', import.meta.url)

/** A minimal Worker, with or without the router that looks for static files first. */
export async function openBare(folder: string, assets: string | null): Promise<BenchedSite> {
  let runtime = 0
  const stopWatching = whenRuntimeStarts((pid) => {
    runtime = pid
  })
  const router = { routerConfig: { has_user_worker: true }, assetConfig: {} }
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
          modules: [{ type: 'ESModule', path: 'worker.js', contents: await readFile(ENTRY, 'utf8') }],
          modulesRoot: '.',
          d1Databases: { DB: 'bare' },
          ...(assets !== null && { assets: { directory: assets, binding: 'ASSETS', ...router } }),
        },
      ],
    }),
  )
  const url = await miniflare.ready
  stopWatching()
  const { DB } = await miniflare.getBindings<{ DB: D1Database }>()
  await DB.exec(TABLE)
  return { port: Number(url.port), runtime, scheduled: async () => {}, stop: () => miniflare.dispose() }
}

const TABLE = [
  'CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL);',
  `INSERT INTO notes (id, text) SELECT 1, 'one' WHERE NOT EXISTS (SELECT 1 FROM notes);`,
].join('\n')
