import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { here } from '../../../scripts/backup/local.ts'
import { restorePoint } from '../support/restore-point.ts'
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
  return { ...(await openIn(data)), /** Undoes all changes of the databases. */ undo: await restorePoint(data) }
}

export type OpenSite = Awaited<ReturnType<typeof openIn>>
export type SmallSite = Awaited<ReturnType<typeof openSmallSite>>

async function openIn(data: string) {
  const { storage, stop } = await openStorageIn(data)
  return {
    data,
    storage,
    stored: here(storage, data),
    async close() {
      await stop()
      await rm(data, { recursive: true, force: true })
    },
  }
}
