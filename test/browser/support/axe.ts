import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds wrong with a page: the rule, and where. The context must bypass the CSP, which keeps axe out too. */
export async function violations(page: Page): Promise<unknown[]> {
  await page.evaluate(axe)
  return page.evaluate('axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))')
}
