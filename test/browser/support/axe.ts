import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import * as inPage from './axe-in-page.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Findings that axe cannot decide and we have reviewed: the rule, the selector, and the reason why
 * it is right.
 */
const DECIDED: [rule: string, selector: string, reason: string][] = [
  ['label-content-name-mismatch', '.menu > summary', 'the letter replaces the avatar of the user'],
  ['label-content-name-mismatch', '.chosen-tags button', 'its × is a drawing, not a word'],
  ['color-contrast', '.leaving, .leaving *', 'a fading message that was already readable before'],
  [
    'color-contrast',
    '.top-bar *',
    'the bar is almost opaque and blurs an image that is scrolled below it',
  ],
  [
    'color-contrast',
    '.space-words p, .space-words p *',
    'the coloured band of .space-head ends above it',
  ],
]

export interface Scope {
  exclude?: readonly string[]
  /** Checks colours and sizes only where `markSubjects` finds a reason, which is much cheaper. */
  marksSubjects?: boolean
}

/**
 * The axe violations of a page: rule and element. An undecided contrast or name counts as a
 * violation, unless it is in DECIDED.
 */
export async function violations(page: Page, scope: Scope = {}): Promise<unknown[]> {
  // Loaded by the debugger, because the CSP of the site refuses other scripts.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(`${AXE}; true`)
  const own = Object.values(inPage).join('\n')
  const decided = DECIDED.map(([rule, selector]) => [rule, selector])
  return page.evaluate(`{ ${own}; runAxe(${JSON.stringify(decided)}, ${JSON.stringify(scope)}) }`)
}
