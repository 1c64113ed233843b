import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildSite } from '../../../scripts/build/index.ts'
import { startSite } from '../../../scripts/site/site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    siteUrl: string
    /** The folder of its databases. */
    siteData: string
    owner: { email: string; password: string }
  }
}

/** The real site, empty, on a port of its own: `inject('siteUrl')` is where it is, `inject('owner')` who may do all. */
export default async function setup(project: TestProject) {
  const owner = { email: 'owner@joule.test', password: 'the owner of the test site' }
  const data = await mkdtemp(join(tmpdir(), 'joule-browser-'))
  await buildSite()
  const site = await startSite(
    { host: '127.0.0.1', port: 0, data, empty: true, owner, bindings: {}, logs: false },
    () => {},
  )
  project.provide('siteUrl', site.url)
  project.provide('siteData', data)
  project.provide('owner', owner)
  return async () => {
    await site.stop()
    await rm(data, { recursive: true })
  }
}
