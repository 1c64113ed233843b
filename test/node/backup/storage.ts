import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { here } from '../../../scripts/backup/here.ts'
import { putDemoSite } from '../support/demo-site.ts'
import { openStorageIn } from '../support/storage.ts'

/** The storage of an empty site in a folder of its own, without the Worker. */
export async function openSite() {
  return openIn(await mkdtemp(join(tmpdir(), 'joule-test-')))
}

/** The same with the demo community in it. */
export async function openDemoSite() {
  const data = await mkdtemp(join(tmpdir(), 'joule-test-'))
  await putDemoSite(data)
  return openIn(data)
}

export type OpenSite = Awaited<ReturnType<typeof openIn>>

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
