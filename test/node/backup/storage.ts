import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { here } from '../../../scripts/backup/local.ts'
import { putSmallSite } from '../support/small-site.ts'
import { openStorageIn } from '../support/storage.ts'

/** The storage of an empty site in a new folder, without the Worker. */
export async function openSite() {
  return openIn(await mkdtemp(join(tmpdir(), 'joule-test-')))
}

/** The same with a few users, posts and images. */
export async function openSmallSite() {
  const data = await mkdtemp(join(tmpdir(), 'joule-test-'))
  await putSmallSite(data)
  return openIn(data)
}

export type OpenSite = Awaited<ReturnType<typeof openIn>>

async function openIn(data: string) {
  const { storage, stop } = await openStorageIn(data)
  const stored = here(storage, data)
  return {
    data,
    storage,
    stored,
    /** Keeps the tables and deletes all rows of users. */
    async empty() {
      await stored.load([])
      await stored.derive()
      const { objects } = await storage.IMAGES.list()
      await storage.IMAGES.delete(objects.map(({ key }) => key))
    },
    async close() {
      await stop()
      await rm(data, { recursive: true, force: true })
    },
  }
}
