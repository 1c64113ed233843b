import { mkdir, rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { inOneLine } from '../../../scripts/bootstrap/failure.mjs'
import { buildSite } from '../../../scripts/build/index.ts'
import { inRoot } from '../../../scripts/build/paths.ts'
import { browserForTests } from '../../../tools/checks/browser/index.ts'
import { openSites } from './open-sites.ts'

/** What the tests need before they begin; `site.ts` lists what they are told. */
export default async function setup(project: TestProject) {
  const owner = { email: 'owner@joule.test', password: 'the owner of the test site' }
  const results = inRoot('test-results/browser')
  await rm(results, { recursive: true, force: true })
  await mkdir(results, { recursive: true })
  // Here no time limit counts. `npm test` has found the one and built the other before, as steps of its own.
  const found = process.env.JOULE_CHROMIUM
  const chromium = found ?? (await browserForTests().catch(complain))
  if (found === undefined) await buildSite()
  const sites = await openSites({ owner, logs: results })
  project.provide('sites', sites.url)
  project.provide('owner', owner)
  project.provide('chromium', chromium)
  return sites.close
}

/** Without a browser the tests fail one by one. */
function complain(error: unknown): string {
  console.error(inOneLine(error))
  return ''
}
