import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { inject, onTestFinished } from 'vitest'
import { browsersHere } from '../../../tools/checks/browser/find.ts'
import { launchChromium } from '../../../tools/checks/browser/launch.ts'
import { thisMachine } from '../../../tools/checks/browser/machine.ts'
import { watch } from './evidence.ts'
import { type Person, signIn } from './people.ts'
import { site } from './site.ts'
import { timeStandsStill } from './time.ts'
import { leave, refuseWhatStays, tabIn, usedBrowser } from './used-browsers.ts'

/** How somebody looks at the site: the size of the screen, the language, light or dark. */
export type Look = BrowserContextOptions

/** Bounds a hang, and ends before the test does: so the error says what was waited for. */
const LONGEST_WAIT = 240_000

let chromium: Promise<Browser> | undefined
/** Those in use, with their look where the next test may have them. */
const inUse = new Map<BrowserContext, Look | null>()

/** Opens a page of the site as this person, in a browser of their own. `null` is a visitor without a session. */
export async function open(who: Person | null, path: string, look: Look = {}): Promise<Page> {
  const page = await pageOf(who, look)
  await page.goto(site + path)
  return page
}

/** A page in a browser of its own, before the first navigation. */
export async function pageOf(who: Person | null, look: Look = {}): Promise<Page> {
  return tabIn(await browserOf(who, look))
}

/** A browser from an earlier test: only its HTTP cache remains. Open its pages with `tabIn`. */
export async function browserOf(who: Person | null, look: Look = {}): Promise<BrowserContext> {
  const chromium = await running()
  const used = usedBrowser(look)
  const context = used?.browser() === chromium ? used : refuseWhatStays(await contextIn(chromium, look))
  inUse.set(context, look)
  if (who) await signIn(context, who)
  return context
}

/** A new browser, closed after the test: for a first visit, a clock, an init script or another viewport. */
export async function newBrowserOf(who: Person | null, look: Look = {}): Promise<BrowserContext> {
  const context = await contextIn(await running(), look)
  if (who) await signIn(context, who)
  return context
}

/**
 * A browser of their own that keeps pages for the way back, as people's browsers do. The shell without windows cannot: it is
 * taken only where there is nothing else.
 */
export async function browserThatGoesBack(who: Person | null): Promise<{ context: BrowserContext; keeps: boolean }> {
  const whole = browsersHere(process.env, thisMachine().places).find((path) => !isShell(path))
  const path = whole ?? inject('chromium')
  const browser = await launchChromium(path, { keepsPagesToGoBack: true })
  onTestFinished(() => browser.close())
  const context = await contextIn(browser, {})
  if (who) await signIn(context, who)
  return { context, keeps: !isShell(path) }
}

const isShell = (path: string) => /headless[-_]shell/.test(path)

async function contextIn(browser: Browser, look: Look): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: 'en',
    // Each frame is drawn by hand. With motion: the second of LOOKS.
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
    ...look,
  })
  inUse.set(context, null)
  context.on('close', () => inUse.delete(context))
  context.setDefaultTimeout(LONGEST_WAIT)
  watch(context)
  await timeStandsStill(context)
  return context
}

export function openBrowsers(): BrowserContext[] {
  return [...inUse.keys()]
}

/** After a test. What a failed one leaves behind nobody knows: the next gets new ones. */
export async function closeBrowsers(hasFailed: boolean): Promise<void> {
  for (const [context, look] of inUse) await (look && !hasFailed ? leave(context, look) : context.close())
  inUse.clear()
}

/** One Chromium for all files; another one only if it died. */
async function running(): Promise<Browser> {
  const before = await chromium
  if (!before?.isConnected()) chromium = launchChromium(inject('chromium'))
  return chromium as Promise<Browser>
}
