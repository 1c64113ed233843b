import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { here } from '../../../scripts/backup/here.ts'
import { prepareSite } from '../../../scripts/site/prepare.ts'
import type { SiteStorage } from '../../../scripts/site/storage.ts'

const OWNER = { email: 'owner@joule.test', password: 'a password for the test' }

/** The storage of a site in a folder of its own, without the Worker. */
export async function openSite() {
  const data = await mkdtemp(join(tmpdir(), 'joule-test-'))
  const options = { modules: true, script: 'export default {}', cf: false, log: new Log(LogLevel.ERROR) }
  const kept = { d1Databases: { DB: 'joule', SEARCH: 'joule-search' }, r2Buckets: ['IMAGES'] }
  const miniflare = new Miniflare(convertV4MiniflareOptions({ ...options, ...kept, resourcePersistencePath: data }))
  const storage = await miniflare.getBindings<SiteStorage>()
  return {
    data,
    storage,
    stored: here(storage, data),
    seed: () => prepareSite(storage, { empty: false, owner: OWNER }, () => {}),
    async close() {
      await miniflare.dispose()
      await rm(data, { recursive: true, force: true })
    },
  }
}

export type OpenSite = Awaited<ReturnType<typeof openSite>>
