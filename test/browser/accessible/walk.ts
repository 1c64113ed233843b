import { expect } from 'vitest'
import { accessibilityProblems, LOOKS } from '../support/accessible.ts'
import { browserWithAxe, type Scope } from '../support/axe.ts'
import { type Look, type Person, site } from '../support/browser.ts'

/** A path, and a selector for an element that scripts add to the page. */
type Stop = [path: string, ready?: string]

export interface Area {
  who: Person | null
  /** One page of each template. */
  templates: Stop[]
  /** The same templates with other content. Only the long tests use them. */
  variants: Stop[]
}

/** The bar and the footer are the same on every page, so only the first page of a walk checks them. */
const FRAME = ['.top-bar', '.footer']
/** Rules that depend on colours, sizes or text. All other rules give the same result in every look. */
const RULES_OF_A_LOOK = [
  'color-contrast',
  'label-content-name-mismatch',
  'link-in-text-block',
  'scrollable-region-focusable',
]

/**
 * The part of the nth page that `npm test` checks: all rules in the first of LOOKS, only the look-dependent rules in
 * the second.
 */
export function scopeOf(look: Look, nth: number): Scope {
  const isFirstLook = look === LOOKS[0]?.[1]
  return { ...(!isFirstLook && { rules: RULES_OF_A_LOOK }), ...(nth > 0 && { exclude: FRAME }) }
}

export function walkTemplates({ who, templates }: Area, look: Look): Promise<void> {
  return walk(who, templates, look, (nth) => scopeOf(look, nth))
}

/** All rules on every page. */
export function walkEverything({ who, templates, variants }: Area, look: Look): Promise<void> {
  return walk(who, [...templates, ...variants], look, () => ({}))
}

async function walk(who: Person | null, stops: Stop[], look: Look, scope: (nth: number) => Scope): Promise<void> {
  const page = await (await browserWithAxe(who, look)).newPage()
  const problems: unknown[] = []
  for (const [nth, [path, ready]] of stops.entries()) {
    await page.goto(site + path)
    if (ready) await page.locator(ready).first().waitFor()
    await page.evaluate(unfoldAll)
    const found = await accessibilityProblems(page, scope(nth))
    problems.push(...found.map((problem) => [path, problem]))
  }
  expect(problems).toEqual([])
}

/** The collapsed parts of admin pages. */
function unfoldAll(): void {
  if (!location.pathname.startsWith('/admin')) return
  for (const folded of document.querySelectorAll('main details')) folded.setAttribute('open', '')
}
