import { mkdir, rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { inOneLine } from '../../../scripts/bootstrap/failure.mjs'
import { buildSite } from '../../../scripts/build/index.ts'
import { inRoot } from '../../../scripts/build/paths.ts'
import { openSites } from './open-sites.ts'

/** Global setup of the browser tests; `browser.ts` lists the values that it provides. */
export default async function setup(project: TestProject) {
  const owner = { email: 'owner@joule.test', password: 'the owner of the test site' }
  const results = inRoot('test-results/browser')
  await rm(results, { recursive: true, force: true })
  await mkdir(results, { recursive: true })
  // No time limit applies here. `npm test` finds the browser and builds the site in earlier steps.
  const found = process.env.JOULE_CHROMIUM
  const chromium = found ?? (await findBrowser().catch(printAndContinue))
  if (found === undefined) await buildSite()
  const sites = await openSites({ owner, logs: results })
  project.provide('sites', sites.url)
  project.provide('owner', owner)
  project.provide('chromium', chromium)
  return sites.close
}

/** Called only if it is needed, because it loads Playwright. */
async function findBrowser(): Promise<string> {
  const { browserForTests } = await import('../../../tools/checks/browser/index.ts')
  return browserForTests()
}

/** The tests run without a browser too, and each of them fails. */
function printAndContinue(error: unknown): string {
  console.error(inOneLine(error))
  return ''
}
