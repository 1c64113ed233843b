import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readWorkerConfig } from '../../../scripts/build/worker.ts'
import { ownerLink } from '../../../scripts/deploy/owner-link.ts'
import { openDataFolder } from '../../../scripts/site/data-folder.ts'
import { migrate } from '../../../scripts/site/migrate.ts'
import { localQuery } from '../../../scripts/site/query.ts'
import { openRuntime } from '../../../scripts/site/runtime.ts'

/**
 * A site without an owner, as after a deployment, with the claim link that a deployment prints. `startSite` cannot be
 * used, because it creates an owner.
 */
export async function openSiteWithoutOwner() {
  const folder = await mkdtemp(join(tmpdir(), 'joule-unowned-'))
  const data = await openDataFolder(folder)
  const runtime = await openRuntime({ data, host: '127.0.0.1', port: 0, bindings: {}, onLog: () => {} })
  const storage = runtime.storage
  const { databases } = await readWorkerConfig()
  for (const { binding, migrations } of databases) await migrate(storage[binding as 'DB' | 'SEARCH'], migrations)
  return {
    facts: { link: await ownerLink(localQuery(storage.DB), runtime.url, new Date()) },
    async close() {
      await runtime.stop()
      await rm(folder, { recursive: true })
    },
  }
}
