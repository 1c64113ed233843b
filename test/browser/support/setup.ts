import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { inOneLine } from '../../../scripts/bootstrap/failure.mjs'
import { buildSite } from '../../../scripts/build/index.ts'
import { inRoot } from '../../../scripts/build/paths.ts'
import { browserForTests } from '../../../scripts/checks/browser/index.ts'
import { startSite } from '../../../scripts/site/site.ts'
import { openDatabase } from './open-database.ts'

/** The real site, empty, on a port of its own; `site.ts` lists what the tests are told about it. */
export default async function setup(project: TestProject) {
  const owner = { email: 'owner@joule.test', password: 'the owner of the test site' }
  const data = await mkdtemp(join(tmpdir(), 'joule-browser-'))
  const results = inRoot('test-results/browser')
  await rm(results, { recursive: true, force: true })
  await mkdir(results, { recursive: true })
  const log = createWriteStream(join(results, 'site.log'))
  // Here no time limit counts. `npm test` has found the one and built the other before, as steps of its own.
  const found = process.env.JOULE_CHROMIUM
  const chromium = found ?? (await browserForTests().catch(complain))
  if (found === undefined) await buildSite()
  const site = await startSite(
    { host: '127.0.0.1', port: 0, data, empty: true, owner, bindings: {}, logs: false },
    () => {},
    ({ level, message }) => log.write(`${new Date().toISOString()} ${level} ${message}\n`),
  )
  project.provide('siteUrl', site.url)
  const database = await openDatabase(site)
  project.provide('siteData', data)
  project.provide('siteDatabase', database.url)
  project.provide('siteLog', join(results, 'site.log'))
  project.provide('owner', owner)
  project.provide('chromium', chromium)
  return async () => {
    database.close()
    await site.stop()
    log.end()
    await rm(data, { recursive: true })
  }
}

/** Without a browser the tests fail one by one. */
function complain(error: unknown): string {
  console.error(inOneLine(error))
  return ''
}
