import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { isLong } from '#test/long.ts'
import { addAxe, browserWithAxe, type Scope, violations } from './axe.ts'
import { type Look, type Person, site } from './browser.ts'

const PHONE = { width: 360, height: 800 }
/** The narrowest supported screen. */
const NARROWEST = { width: 320, height: 800 }

function look(
  width: number,
  colorScheme: 'light' | 'dark',
  locale: string,
  motion = false,
): [name: string, look: Look] {
  const reducedMotion = motion ? 'no-preference' : 'reduce'
  return [
    `${width} px, ${colorScheme}, ${locale}`,
    { viewport: { width, height: PHONE.height }, colorScheme, locale, reducedMotion },
  ]
}

/** Two looks that differ in width, theme, language and motion, for `test.each`. */
export const LOOKS = [look(360, 'light', 'zh-CN'), look(1280, 'dark', 'en', true)]

/** For the long tests: each width with each theme and each language. */
const EVERY_LOOK = [...LOOKS, look(360, 'dark', 'en'), look(1280, 'light', 'zh-CN')]

/** The axe violations of a page from `browserWithAxe`, and its horizontal overflow, also on narrower screens. */
export async function accessibilityProblems(page: Page, scope: Scope = {}): Promise<unknown[]> {
  return [...(await violationsFoundTwice(page, scope)), ...(await overflows(page))]
}

/** The current state of a page has no axe violations and fits narrower screens. */
export async function expectAccessible(page: Page): Promise<void> {
  await addAxe(page)
  expect(await accessibilityProblems(page, { marksSubjects: true })).toEqual([])
}

/** All rules on a wide screen, which shows more elements. Only rules about colours and sizes differ on the other one. */
const WIDE_AND_LIGHT = { viewport: { width: 1280, height: PHONE.height }, colorScheme: 'light' } as const
const NARROW_AND_DARK = {
  viewport: NARROWEST,
  colorScheme: 'dark',
  rules: ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'],
} as const

/**
 * Checks a loaded page with a wide screen in the light theme and with the narrowest screen in the dark theme. Leaves the second
 * look, and begins the next page with it: the browser computes the whole layout again for each change.
 */
export async function problemsInBothThemes(page: Page, exclude: readonly string[] = []): Promise<unknown[]> {
  const isNarrow = page.viewportSize()?.width === NARROWEST.width
  const looks = isNarrow ? [NARROW_AND_DARK, WIDE_AND_LIGHT] : [WIDE_AND_LIGHT, NARROW_AND_DARK]
  const problems: unknown[] = []
  for (const { viewport, colorScheme, ...scope } of looks) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    problems.push(...(await violationsFoundTwice(page, { exclude, marksSubjects: true, ...scope })))
    problems.push(...(await overflow(page)))
  }
  return problems
}

/**
 * Checks a loaded page with one width and theme, and whether it fits the other width. Leaves the other width, so that the next
 * page is checked with it.
 */
async function problemsInOneTheme(page: Page, exclude: readonly string[]): Promise<unknown[]> {
  const isNarrow = page.viewportSize()?.width === NARROWEST.width
  const [look, other] = isNarrow ? [NARROW_AND_DARK, WIDE_AND_LIGHT] : [WIDE_AND_LIGHT, NARROW_AND_DARK]
  await page.emulateMedia({ colorScheme: look.colorScheme })
  const problems = await violationsFoundTwice(page, { exclude, marksSubjects: true })
  problems.push(...(await overflow(page)))
  await page.setViewportSize(other.viewport)
  return [...problems, ...(await overflow(page))]
}

/** A violation that is found only once belongs to an element during its transition. */
async function violationsFoundTwice(page: Page, scope: Scope): Promise<unknown[]> {
  const found = await violations(page, scope)
  return found.length === 0 ? found : violations(page, scope)
}

async function overflows(page: Page): Promise<string[][]> {
  const size = page.viewportSize() ?? PHONE
  const found = await overflow(page)
  const narrower = [PHONE, NARROWEST].filter(({ width }) => width < size.width)
  for (const narrow of narrower) {
    await page.setViewportSize(narrow)
    found.push(...(await overflow(page)))
  }
  if (narrower.length > 0) await page.setViewportSize(size)
  return found
}

async function overflow(page: Page): Promise<string[][]> {
  const { width, over, outside, headings } = await page.evaluate(overflowHere)
  return [
    ...(over > 0 ? [[`${over} px wider than the screen of ${width} px`]] : []),
    ...(headings === 1 ? [] : [[`${headings} elements h1`]]),
    ...outside.map((button) => [`“${button}” is outside its card on a screen of ${width} px`]),
  ]
}

/** A button outside its card makes the page scroll sideways with a wider font. */
function overflowHere() {
  const right = (element: Element) => element.getBoundingClientRect().right
  const buttons = [...document.querySelectorAll('.card .button:not(.table-scroll *)')]
  return {
    width: innerWidth,
    headings: document.querySelectorAll('h1').length,
    over: document.documentElement.scrollWidth - innerWidth,
    outside: buttons
      .filter((button) => right(button) > right(button.closest('.card') ?? button) + 0.5)
      .map(({ textContent }) => textContent.trim()),
  }
}

/** A path, and a selector for an element that scripts add to the page. */
type Stop = [path: string, ready?: string]

export interface Area {
  who: Person | null
  /** One page of each template. */
  templates: Stop[]
  /** The same templates with other content. Only the long form walks them. */
  variants: Stop[]
}

/** The bar and the footer are the same on every page, so only the first two pages of a walk check them. */
const FRAME = ['.top-bar', '.footer']

/** One page of each template, in one of two themes and widths in turn. The long form: every page in every look. */
export async function walkPages({ who, templates, variants }: Area, look: Look): Promise<void> {
  if (!isLong) return walk(who, templates, look, (page, nth) => problemsInOneTheme(page, nth <= 1 ? [] : FRAME))
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
