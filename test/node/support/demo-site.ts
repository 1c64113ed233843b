import { buildSite } from '../../../scripts/build/index.ts'
import { prepareSite } from '../../../scripts/site/prepare.ts'
import { copyOf } from './made-once.ts'
import { OWNER } from './small-site.ts'
import { openStorageIn } from './storage.ts'

/** Puts the data of a site with the demo community into a folder. */
export function putDemoSite(data: string): Promise<void> {
  return copyOf('demo-site', data, async (folder) => {
    await buildSite()
    const { storage, stop } = await openStorageIn(folder)
    await prepareSite(storage, { empty: false, owner: OWNER }, () => {})
    await stop()
  })
}
