import { existsSync } from 'node:fs'
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { buildSite } from '../../../scripts/build/index.ts'
import { prepareSite } from '../../../scripts/site/prepare.ts'
import { openStorageIn } from './storage.ts'

export const OWNER = { email: 'owner@joule.test', password: 'a password for the test' }

/** Puts the data of a site with the demo community into a folder. Made once: that takes longer than most that is tested on it. */
export async function putDemoSite(data: string): Promise<void> {
  const made = join(inject('sharedFolder'), 'demo-site')
  if (!existsSync(made)) await makeDemoSite(made)
  await cp(made, data, { recursive: true })
}

async function makeDemoSite(folder: string): Promise<void> {
  await buildSite()
  const aside = await mkdtemp(`${folder}-`)
  const { storage, stop } = await openStorageIn(aside)
  await prepareSite(storage, { empty: false, owner: OWNER }, () => {})
  await stop()
  // Whole or not at all. Two processes may make it at once: then the first one's stays.
  await rename(aside, folder).catch(() => rm(aside, { recursive: true }))
}
