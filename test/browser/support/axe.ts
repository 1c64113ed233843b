import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import * as inPage from './axe-in-page.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe leaves open and people have decided: the rule, where, and why it is right as it is. */
const DECIDED: [rule: string, selector: string, reason: string][] = [
  [
    'label-content-name-mismatch',
    '.menu > summary',
    'its one letter is drawn where the user has no picture, as a picture',
  ],
  ['label-content-name-mismatch', '.chosen-tags button', 'its × is a drawing, not a word'],
  ['color-contrast', '.leaving, .leaving *', 'it has said what it had to say, and fades'],
  ['color-contrast', '.space-words p, .space-words p *', 'the coloured band of .space-head ends above it'],
]

/**
 * What axe finds, the rule and where. What axe leaves open about contrast and about names that lack what is shown counts too,
 * unless it is in DECIDED.
 */
export async function violations(page: Page): Promise<unknown[]> {
  // As a debugger would, for the page's own policy keeps out what it did not send.
  const debug = await page.context().newCDPSession(page)
  const own = Object.values(inPage).join('\n')
  const decided = DECIDED.map(([rule, selector]) => [rule, selector])
  const { result, exceptionDetails } = await debug.send('Runtime.evaluate', {
    expression: `${AXE}; { ${own}; examine(${JSON.stringify(decided)}) }`,
    awaitPromise: true,
    returnByValue: true,
  })
  await debug.detach()
  if (exceptionDetails) throw new Error(`axe did not run: ${exceptionDetails.exception?.description}`)
  return result.value
}
