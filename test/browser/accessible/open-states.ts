import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { isLong } from '#test/long.ts'
import { accessibilityProblems, EVERY_LOOK, LOOKS } from '../support/accessible.ts'
import { browserWithAxe } from '../support/axe.ts'
import { type Person, site } from '../support/browser.ts'

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
