import type { Page } from 'playwright-core'
import { type Scope, violations } from './axe.ts'
import { settle } from './axe-in-page.ts'
import type { Look } from './browser.ts'

const PHONE = { width: 360, height: 800 }

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

/** The axe violations of a page from `browserWithAxe`, and its horizontal overflow, also at the width of a phone. */
export async function accessibilityProblems(page: Page, scope: Scope = {}): Promise<unknown[]> {
  const found = await violationsFoundTwice(page, scope)
  return [...found, ...(await overflows(page))]
}

/** A violation that is found only once belongs to an element during its transition. */
async function violationsFoundTwice(page: Page, scope: Scope): Promise<unknown[]> {
  const look = async () => {
    await page.evaluate(settle)
    return violations(page, scope)
  }
  const found = await look()
  return found.length === 0 ? found : look()
}

async function overflows(page: Page): Promise<string[][]> {
  const size = page.viewportSize() ?? PHONE
  const wide = await overflow(page)
  if (size.width <= PHONE.width) return wide
  await page.setViewportSize(PHONE)
  const narrow = await overflow(page)
  await page.setViewportSize(size)
  return [...wide, ...narrow]
}

async function overflow(page: Page): Promise<string[][]> {
  const [width, over] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth - innerWidth])
  return over && over > 0 ? [[`${over} px wider than the screen of ${width} px`]] : []
}
