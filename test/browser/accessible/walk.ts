import { expect } from 'vitest'
import { accessibilityProblems, LOOKS } from '../support/accessible.ts'
import { browserWithAxe, type Scope } from '../support/axe.ts'
import { type Look, type Person, site } from '../support/browser.ts'

/** A path, and a selector for what scripts add to the page. */
type Stop = [path: string, ready?: string]

export interface Area {
  who: Person | null
  /** Each page template once. */
  templates: Stop[]
  /** The same templates with other content: only in the long tests. */
  variants: Stop[]
}

/** The bar and the footer are the same on every page: checked on the first page of a walk. */
const FRAME = ['.top-bar', '.footer']
/** The rules that depend on colours, sizes or words. The others see the same elements in every look. */
const RULES_OF_A_LOOK = [
  'color-contrast',
  'label-content-name-mismatch',
  'link-in-text-block',
  'scrollable-region-focusable',
]

/** What `npm test` checks on the nth page: all rules in the first of LOOKS, and what differs in the second. */
export function scopeOf(look: Look, nth: number): Scope {
  const isFirstLook = look === LOOKS[0]?.[1]
  return { ...(!isFirstLook && { rules: RULES_OF_A_LOOK }), ...(nth > 0 && { exclude: FRAME }) }
}

export function walkTemplates({ who, templates }: Area, look: Look): Promise<void> {
  return walk(who, templates, look, (nth) => scopeOf(look, nth))
}

/** Everything on every page. */
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

/** The folded parts of admin pages. */
function unfoldAll(): void {
  if (!location.pathname.startsWith('/admin')) return
  for (const folded of document.querySelectorAll('main details')) folded.setAttribute('open', '')
}
