import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setPasswordCost } from '#kernel/crypto/passwords.ts'
import { type Site, startSite } from '../../../scripts/site/site.ts'
import type { TheSite } from './browser.ts'
import { listening } from './server.ts'

// A cheap hash for the passwords of the owners, which each test process uses for its logins.
setPasswordCost(4)

interface Options {
  owner: { email: string; password: string }
  /** The folder for log files. */
  logs: string
}

/**
 * A server that gives each test process its own empty site. A site starts at the first request of
 * its process.
 */
export async function openSites(
  options: Options,
): Promise<{ url: string; close(): Promise<void> }> {
  const started = new Map<string, Promise<{ facts: unknown; close(): Promise<void> }>>()
  const { url, close } = await listening(async ({ url: path = '/' }, response) => {
    const name = path.slice(1)
    try {
      const opening = started.get(name) ?? openSite(name, options)
      started.set(name, opening)
      response.end(JSON.stringify((await opening).facts))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  return {
    url,
    async close() {
      close()
      for (const opening of started.values()) await (await opening).close()
    },
  }
}

async function openSite(name: string, { owner, logs }: Options) {
  const data = await mkdtemp(join(tmpdir(), 'joule-browser-'))
  const path = join(logs, `site-${name}.log`)
  const log = createWriteStream(path)
  const site = await startSite(
    { host: '127.0.0.1', port: 0, data, empty: true, owner, bindings: {}, logs: false },
    () => {},
    ({ level, message }) => log.write(`${new Date().toISOString()} ${level} ${message}\n`),
  )
  const database = await openDatabase(site)
  const facts: TheSite = { url: site.url, data, database: database.url, log: path }
  return { facts, close: () => closeSite({ site, database, log, data }) }
}

interface Open {
  site: Site
  database: { close(): void }
  log: WriteStream
  data: string
}

async function closeSite({ site, database, log, data }: Open): Promise<void> {
  database.close()
  await site.stop()
  log.end()
  await rm(data, { recursive: true })
}

/**
 * Runs database batches for the test process. A second process that opens the database file could
 * make the site fail with SQLITE_BUSY.
 */
function openDatabase({ storage: { DB } }: Site): ReturnType<typeof listening> {
  return listening(async (request, response) => {
    try {
      const statements = (await json(request)) as { sql: string; params: unknown[] }[]
      const results = await DB.batch(
        statements.map(({ sql, params }) => DB.prepare(sql).bind(...params)),
      )
      response.end(JSON.stringify(results.map((result) => result.results)))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
}
