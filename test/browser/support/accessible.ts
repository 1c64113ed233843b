import type { Page } from 'playwright-core'
import { type Scope, violations } from './axe.ts'
import type { Look } from './browser.ts'

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
export const EVERY_LOOK = [...LOOKS, look(360, 'dark', 'en'), look(1280, 'light', 'zh-CN')]

/** The axe violations of a page from `browserWithAxe`, and its horizontal overflow, also on narrower screens. */
export async function accessibilityProblems(page: Page, scope: Scope = {}): Promise<unknown[]> {
  return [...(await violationsFoundTwice(page, scope)), ...(await overflows(page))]
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
  const { width, over, outside } = await page.evaluate(overflowHere)
  return [
    ...(over > 0 ? [[`${over} px wider than the screen of ${width} px`]] : []),
    ...outside.map((button) => [`“${button}” is outside its card on a screen of ${width} px`]),
  ]
}

/** A button outside its card makes the page scroll sideways with a wider font. */
function overflowHere() {
  const right = (element: Element) => element.getBoundingClientRect().right
  const buttons = [...document.querySelectorAll('.card .button:not(.table-scroll *)')]
  return {
    width: innerWidth,
    over: document.documentElement.scrollWidth - innerWidth,
    outside: buttons
      .filter((button) => right(button) > right(button.closest('.card') ?? button) + 0.5)
      .map(({ textContent }) => textContent.trim()),
  }
}
