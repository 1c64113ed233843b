import type { Page } from 'playwright-core'
import { type Findings, runAxe, type Scope, secondLook } from './axe.ts'
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
  const { violations } = await foundTwice(page, scope)
  return [...violations, ...(await overflows(page))]
}

type Step = [viewport: { width: number; height: number }, colorScheme: 'light' | 'dark']

const STEPS: Step[] = [
  [{ width: 1280, height: PHONE.height }, 'light'],
  [PHONE, 'dark'],
  [NARROWEST, 'dark'],
]

/** Checks the pages of one tab in both themes and in each width, with one load per page. */
export class BothThemes {
  /** The look of the browser before the first page. */
  static readonly FIRST: Look = { viewport: STEPS[0]?.[0] ?? null, colorScheme: STEPS[0]?.[1] ?? null }
  private readonly contrast = new Set<string>()
  /** Every second page starts where the page before it ended, which saves two resizes per page. */
  private steps = STEPS

  /**
   * The problems of the loaded page. Axe checks all rules first. In the other theme it checks contrast again, and other
   * rules that depend on colours or sizes.
   */
  async problems(page: Page, exclude: readonly string[] = []): Promise<unknown[]> {
    const problems: unknown[] = []
    const scope = { exclude, contrast: this.contrast }
    const check = async (rules?: readonly string[]) => {
      const { violations, contrast } = await foundTwice(page, { ...scope, ...(rules && { rules }) })
      problems.push(...violations)
      this.add(contrast)
    }
    let theme: string | undefined
    for (const [viewport, colorScheme] of this.steps) {
      if (!theme) await check()
      else {
        await page.setViewportSize(viewport)
        if (theme !== colorScheme) {
          await page.emulateMedia({ colorScheme })
          const { rules, contrast } = await secondLook(page, scope)
          this.add(contrast)
          if (rules.length > 0) await check(rules)
        }
      }
      problems.push(...(await overflow(page)))
      theme = colorScheme
    }
    this.steps = this.steps.toReversed()
    return problems
  }

  private add(contrast: string[]): void {
    for (const key of contrast) this.contrast.add(key)
  }
}

/** A violation that is found only once belongs to an element during its transition. */
async function foundTwice(page: Page, scope: Scope): Promise<Findings> {
  const found = await runAxe(page, scope)
  return found.violations.length === 0 ? found : runAxe(page, scope)
}

async function overflows(page: Page): Promise<string[][]> {
  const size = page.viewportSize() ?? PHONE
  const found = await overflow(page)
  for (const narrow of [PHONE, NARROWEST].filter(({ width }) => width < size.width)) {
    await page.setViewportSize(narrow)
    found.push(...(await overflow(page)))
  }
  await page.setViewportSize(size)
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
