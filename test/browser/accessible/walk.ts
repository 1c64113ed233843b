import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { isLong } from '#test/long.ts'
import { accessibilityProblems, EVERY_LOOK, LOOKS, problemsInBothThemes } from '../support/accessible.ts'
import { browserWithAxe } from '../support/axe.ts'
import { type Look, type Person, site } from '../support/browser.ts'

/** A path, and a selector for an element that scripts add to the page. */
type Stop = [path: string, ready?: string]

export interface Area {
  who: Person | null
  /** One page of each template. */
  templates: Stop[]
  /** The same templates with other content. Only the long form walks them. */
  variants: Stop[]
}

/** The bar and the footer are the same on every page, so only the first page of a walk checks them. */
const FRAME = ['.top-bar', '.footer']

/** One page of each template, in both themes. The long form: all rules on every page, in every look. */
export async function walkPages({ who, templates, variants }: Area, look: Look): Promise<void> {
  if (!isLong) return walk(who, templates, look, (page, nth) => problemsInBothThemes(page, nth === 0 ? [] : FRAME))
  for (const [name, each] of EVERY_LOOK)
    await walk(who, [...templates, ...variants], each, (page) => accessibilityProblems(page), name)
}

type Check = (page: Page, nth: number) => Promise<unknown[]>

async function walk(who: Person | null, stops: Stop[], look: Look, check: Check, name = ''): Promise<void> {
  const page = await (await browserWithAxe(who, look)).newPage()
  const problems: unknown[] = []
  for (const [nth, [path, ready]] of stops.entries()) {
    await page.goto(site + path)
    if (ready) await page.locator(ready).first().waitFor()
    await page.evaluate(unfoldAll)
    problems.push(...(await check(page, nth)).map((problem) => [name, path, problem]))
  }
  expect(problems).toEqual([])
}

/** The collapsed parts of admin pages. */
function unfoldAll(): void {
  if (!location.pathname.startsWith('/admin')) return
  for (const folded of document.querySelectorAll('main details')) folded.setAttribute('open', '')
}

/** A state that a page reaches by user actions, and a selector that is visible in that state. */
export type State = [name: string, open: (page: Page) => Promise<unknown>, shown: string]

export interface Group {
  who: Person | null
  /** A function creates a new page for each state, for states that change stored data. */
  path: string | (() => Promise<string>)
  /** A selector for an element that scripts add to the page. */
  ready?: string
  states: State[]
}

/** Opens each state on a new page, in every look. The short form opens the first state. */
export async function checkStates(groups: Group[]): Promise<void> {
  if (!isLong) groups = groups.slice(0, 1).map((group) => ({ ...group, states: group.states.slice(0, 1) }))
  const problems: unknown[] = []
  for (const [look, each] of isLong ? EVERY_LOOK : LOOKS.slice(0, 1)) {
    for (const { who, path, ready, states } of groups) {
      const context = await browserWithAxe(who, each)
      for (const [name, open, shown] of states) {
        const page = await context.newPage()
        await page.goto(site + (typeof path === 'string' ? path : await path()))
        if (ready) await page.locator(ready).first().waitFor()
        await open(page)
        await page.locator(shown).first().waitFor()
        const found = await accessibilityProblems(page)
        problems.push(...found.map((problem) => [look, name, problem]))
        await context.setOffline(false)
        await page.close()
      }
      await context.close()
    }
  }
  expect(problems).toEqual([])
}
