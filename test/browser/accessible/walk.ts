import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityProblems, problemsInBothThemes } from '../support/accessible.ts'
import { browserWithAxe } from '../support/axe.ts'
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

/** One page of each template, in both themes. */
export function walkTemplates({ who, templates }: Area, look: Look): Promise<void> {
  return walk(who, templates, look, (page, nth) => problemsInBothThemes(page, nth === 0 ? [] : FRAME))
}

/** All rules on every page. */
export function walkEverything({ who, templates, variants }: Area, look: Look): Promise<void> {
  return walk(who, [...templates, ...variants], look, (page) => accessibilityProblems(page))
}

type Check = (page: Page, nth: number) => Promise<unknown[]>

async function walk(who: Person | null, stops: Stop[], look: Look, check: Check): Promise<void> {
  const page = await (await browserWithAxe(who, look)).newPage()
  const problems: unknown[] = []
  for (const [nth, [path, ready]] of stops.entries()) {
    await page.goto(site + path)
    if (ready) await page.locator(ready).first().waitFor()
    await page.evaluate(unfoldAll)
    problems.push(...(await check(page, nth)).map((problem) => [path, problem]))
  }
  expect(problems).toEqual([])
}

/** The collapsed parts of admin pages. */
function unfoldAll(): void {
  if (!location.pathname.startsWith('/admin')) return
  for (const folded of document.querySelectorAll('main details')) folded.setAttribute('open', '')
}
