import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { isLong } from '#test/long.ts'
import { type Scope, violations } from './axe.ts'
import { type Look, newBrowserOf, type Person, site } from './browser.ts'

const PHONE = { width: 360, height: 800 }
/** The narrowest supported screen. */
const NARROWEST = { width: 320, height: 800 }

/** A phone in Chinese. */
export const PHONE_LOOK: Look = { viewport: PHONE, colorScheme: 'light', locale: 'zh-CN' }

/** For the long tests: each width with each theme and each language. */
const EVERY_LOOK = [
  [360, 'light', 'zh-CN'],
  [1280, 'dark', 'en'],
  [360, 'dark', 'en'],
  [1280, 'light', 'zh-CN'],
] as const

/** The axe violations of a page, and its horizontal overflow, also on narrower screens. */
async function accessibilityProblems(page: Page, scope: Scope = {}): Promise<unknown[]> {
  return [...(await violationsFoundTwice(page, scope)), ...(await overflows(page))]
}

/** The current state of a page has no axe violations and fits narrower screens. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityProblems(page, { marksSubjects: true })).toEqual([])
}

/** The same in both themes, only in the long tests. */
export async function checkState(page: Page): Promise<void> {
  for (const colorScheme of isLong ? (['dark', 'light', null] as const) : []) {
    await page.emulateMedia({ colorScheme })
    if (colorScheme) await expectAccessible(page)
  }
}

const WIDE_AND_LIGHT = {
  viewport: { width: 1280, height: PHONE.height },
  colorScheme: 'light',
} as const
const NARROW_AND_DARK = { viewport: NARROWEST, colorScheme: 'dark' } as const

/**
 * Checks a loaded page with one width and one theme, and whether it also fits the other width. The
 * page keeps the other width, so that the next page is checked with it.
 */
export async function problemsInOneTheme(
  page: Page,
  exclude: readonly string[] = [],
): Promise<unknown[]> {
  const isNarrow = page.viewportSize()?.width === NARROWEST.width
  const [look, other] = isNarrow
    ? [NARROW_AND_DARK, WIDE_AND_LIGHT]
    : [WIDE_AND_LIGHT, NARROW_AND_DARK]
  await page.emulateMedia({ colorScheme: look.colorScheme })
  const problems = await violationsFoundTwice(page, { exclude, marksSubjects: true })
  problems.push(...(await overflow(page)))
  await page.setViewportSize(other.viewport)
  return [...problems, ...(await overflow(page))]
}

/**
 * Checks twice and returns the violations of both runs: a violation that is found only once belongs
 * to an element during its transition.
 */
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
  const { width, over, widest, outside, headings } = await page.evaluate(overflowHere)
  return [
    ...(over > 0 ? [[`${over} px wider than the screen of ${width} px: ${widest}`]] : []),
    ...(headings === 1 ? [] : [[`${headings} elements h1`]]),
    ...outside.map((button) => [`“${button}” is outside its card on a screen of ${width} px`]),
  ]
}

/**
 * The elements that make the page scroll sideways, such as a button outside its card in a wider
 * font.
 */
function overflowHere() {
  const right = (element: Element) => element.getBoundingClientRect().right
  const buttons = [...document.querySelectorAll('.card .button:not(.table-scroll *)')]
  return {
    width: innerWidth,
    headings: document.querySelectorAll('h1').length,
    over: document.documentElement.scrollWidth - innerWidth,
    widest: [...document.querySelectorAll('main *')]
      .findLast((element) => right(element) > innerWidth)
      ?.outerHTML.slice(0, 200),
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

/**
 * The bar and the footer are the same on every page, so that only the first two pages of a walk
 * check them.
 */
const FRAME = ['.top-bar', '.footer']

/**
 * Checks one page of each template, alternately in two themes and widths. The long form checks
 * every page in every look.
 */
export async function walkPages({ who, templates, variants }: Area, look: Look): Promise<void> {
  if (!isLong)
    return walk(who, templates, look, (page, nth) =>
      problemsInOneTheme(page, nth <= 1 ? [] : FRAME),
    )
  for (const [width, colorScheme, locale] of EVERY_LOOK) {
    const each = { ...look, viewport: { width, height: PHONE.height }, colorScheme, locale }
    const name = `${width} px, ${colorScheme}, ${locale}`
    await walk(who, [...templates, ...variants], each, (page) => accessibilityProblems(page), name)
  }
}

type Check = (page: Page, nth: number) => Promise<unknown[]>

async function walk(
  who: Person | null,
  stops: Stop[],
  look: Look,
  check: Check,
  name = '',
): Promise<void> {
  const page = await (await newBrowserOf(who, look)).newPage()
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
