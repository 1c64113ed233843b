import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Page,
  ViewportSize,
} from 'playwright-core'
import { inject, onTestFinished } from 'vitest'
import { launchChromium } from '../../../tools/checks/browser/launch.ts'
import { browsersHere, thisMachine } from '../../../tools/checks/browser/machine.ts'
import { watch } from './evidence.ts'
import { holdLongTimers } from './time.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the test processes get their sites. */
    sites: string
    owner: { email: string; password: string }
    /** The path of the browser, or an empty string if there is none. */
    chromium: string
  }
}

export interface TheSite {
  url: string
  /** The folder of the site's databases. */
  data: string
  /** The URL that runs database batches. */
  database: string
  /** The log file of the site. */
  log: string
}

/**
 * The site of this process. Each process has its own site, so settings changed by a file affect no
 * other process.
 */
export const theSite = await siteOf(process.pid)
export const site = theSite.url

async function siteOf(pid: number): Promise<TheSite> {
  const response = await fetch(`${inject('sites')}/${pid}`)
  if (!response.ok) throw new Error(`could not start a site: ${await response.text()}`)
  return response.json() as Promise<TheSite>
}

/** The display of a user: screen size, language, light or dark. */
export type Look = BrowserContextOptions

/**
 * Only ends a wait that hangs. It is shorter than the test timeout, so that the error names the
 * awaited element.
 */
const LONGEST_WAIT = 240_000

const VIEWPORT = { width: 1280, height: 900 }

let chromium: Promise<Browser> | undefined
/** Browsers in use, with their look if the next test can reuse them. */
const inUse = new Map<BrowserContext, Look | null>()
/** Browsers of finished tests, by look. Their HTTP cache halves the cost of a first page. */
const left = new Map<string, BrowserContext[]>()
/**
 * The open page of each browser. A new page would start a renderer, which costs twice as much as
 * the page.
 */
const empty = new WeakSet<Page>()
/**
 * The viewport for pages of `tabIn`. It changes with each look, because a new browser for a look
 * would cost three page loads.
 */
const viewports = new WeakMap<BrowserContext, ViewportSize>()

/**
 * Opens a page of the site as this user, in a separate browser. `null` is a visitor without a
 * session.
 */
export async function open(who: Person | null, path: string, look: Look = {}): Promise<Page> {
  const page = await pageOf(who, look)
  await page.goto(site + path)
  return page
}

/** A page in a separate browser, before the first navigation. */
export async function pageOf(who: Person | null, look: Look = {}): Promise<Page> {
  return tabIn(await browserOf(who, look))
}

/**
 * A browser from an earlier test: only its HTTP cache remains. Open its pages with `tabIn`, which
 * gives them the viewport of the look; a page that opens by a link has the usual one.
 */
export async function browserOf(
  who: Person | null,
  { viewport, ...look }: Look = {},
): Promise<BrowserContext> {
  const chromium = await running()
  const used = left.get(JSON.stringify(look))?.pop()
  const context =
    used?.browser() === chromium ? used : refusePersistentChanges(await contextIn(chromium, look))
  viewports.set(context, viewport ?? VIEWPORT)
  inUse.set(context, look)
  if (who) await signIn(context, who)
  return context
}

/**
 * A new browser, closed after the test. For a test that needs a first visit, a clock or an init
 * script.
 */
export async function newBrowserOf(who: Person | null, look: Look = {}): Promise<BrowserContext> {
  const context = await contextIn(await running(), look)
  if (who) await signIn(context, who)
  return context
}

/**
 * A new browser with a back/forward cache. The headless shell has none, so it is used only if there
 * is no other browser.
 */
export async function browserWithBackCache(
  who: Person | null,
): Promise<{ context: BrowserContext; keeps: boolean }> {
  const whole = browsersHere(process.env, thisMachine().places).find((path) => !isShell(path))
  if (whole === undefined) return { context: await newBrowserOf(who), keeps: false }
  const browser = await launchChromium(whole, { keepsPagesToGoBack: true })
  onTestFinished(() => browser.close())
  const context = await contextIn(browser, {})
  if (who) await signIn(context, who)
  return { context, keeps: true }
}

const isShell = (path: string) => /headless[-_]shell/.test(path)

async function contextIn(browser: Browser, look: Look): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: 'en',
    // Without a GPU each animation frame is expensive. The second of LOOKS tests with motion.
    reducedMotion: 'reduce',
    viewport: VIEWPORT,
    ...look,
  })
  inUse.set(context, null)
  context.on('close', () => inUse.delete(context))
  context.setDefaultTimeout(LONGEST_WAIT)
  watch(context)
  await holdLongTimers(context)
  await context.addInitScript(removeBlur)
  return context
}

/**
 * Runs in the page, before its scripts. Without a GPU, a frame with a blurred backdrop costs up to
 * 0.1 s of CPU.
 */
function removeBlur(): void {
  const style = new CSSStyleSheet()
  style.replaceSync('*, ::backdrop { backdrop-filter: none !important }')
  document.adoptedStyleSheets.push(style)
}

/**
 * Presses Back. `page.goBack` fails if the last navigation is still being committed, and it waits
 * for a load event, which a page from the back/forward cache does not have.
 */
export async function goBack(page: Page): Promise<void> {
  await page.evaluate(() => void setTimeout(() => history.back()))
}

/**
 * The texts of all these elements. `allTextContents`, `evaluateAll` and `waitForFunction` would
 * load 330 KB of Playwright into the page a second time, which costs a quarter of a page load.
 */
export function textsOf(page: Page, selector: string): Promise<string[]> {
  return page.evaluate(
    (css) => Array.from(document.querySelectorAll(css), ({ textContent }) => textContent),
    selector,
  )
}

export function openBrowsers(): BrowserContext[] {
  return [...inUse.keys()]
}

/** For a test that needs a browser of `browserOf` only for a part of its time. */
export async function giveBack(context: BrowserContext): Promise<void> {
  const look = inUse.get(context)
  inUse.delete(context)
  await (look ? leave(context, look) : context.close())
}

/**
 * Runs after each test. The browsers of a failed test are closed, because their state is unknown.
 */
export async function closeBrowsers(hasFailed: boolean): Promise<void> {
  for (const [context, look] of inUse)
    await (look && !hasFailed ? leave(context, look) : context.close())
  inUse.clear()
}

/** One Chromium for all files. A new one is started only after a crash. */
async function running(): Promise<Browser> {
  const before = await chromium
  if (!before?.isConnected()) chromium = launchChromium(inject('chromium'))
  return chromium as Promise<Browser>
}

export interface Person {
  uid: number
  accessToken: string
  cookies: { name: string; value: string }[]
}

/** Creates another session for an account, by the API. */
export async function logIn(account: { email: string; password: string }): Promise<Person> {
  const { csrf_token } = (await (await fetch(`${site}/api/auth/csrf`)).json()) as {
    csrf_token: string
  }
  const response = await fetch(`${site}/api/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-csrf-token': csrf_token,
      cookie: `joule_csrf=${csrf_token}`,
    },
    body: JSON.stringify(account),
  })
  if (!response.ok) throw new Error(`login: ${response.status} ${await response.text()}`)
  const session = (await response.json()) as Record<
    'access_token' | 'refresh_token' | 'csrf_token',
    string
  > & {
    user: { uid: number }
  }
  return {
    uid: session.user.uid,
    accessToken: session.access_token,
    cookies: [
      { name: 'joule_at', value: session.access_token },
      { name: 'joule_rt', value: session.refresh_token },
      { name: 'joule_csrf', value: session.csrf_token },
    ],
  }
}

let owner: Promise<Person> | undefined
let ownerSince = 0

/**
 * The owner of the site. All files share one session; it is renewed while it is fresh, which admin
 * actions need.
 */
export function theOwner(): Promise<Person> {
  if (!owner || Date.now() - ownerSince > 5 * 60_000) {
    owner = logIn(inject('owner'))
    ownerSince = Date.now()
  }
  return owner
}

/** Signs the browser in as this user. */
export async function signIn(context: BrowserContext, { cookies }: Person): Promise<void> {
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: site })))
}

/** An API call as this user. */
export async function call(
  { accessToken }: Person,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const response = await fetch(site + path, {
    method,
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      'accept-language': 'en',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.status === 204 ? null : response.json()
}

/** The page that the last test left in this browser, or a new page. */
export async function tabIn(context: BrowserContext): Promise<Page> {
  const page = context.pages().find((page) => empty.delete(page)) ?? (await context.newPage())
  const [size, wanted] = [page.viewportSize(), viewports.get(context)]
  if (wanted && (size?.width !== wanted.width || size.height !== wanted.height))
    await page.setViewportSize(wanted)
  return page
}

const refuse = () => Promise.reject(new Error('this would stay for other tests: use newBrowserOf'))

/** Refuses changes that `leave` cannot undo. */
function refusePersistentChanges(context: BrowserContext): BrowserContext {
  context.clock.install = refuse
  context.addInitScript = refuse
  context.on('page', (page) => {
    page.addInitScript = refuse
  })
  return context
}

/**
 * Keeps a browser for the next test. Closes one that cannot be reset, for example because a page
 * still navigates.
 */
async function leave(context: BrowserContext, look: Look): Promise<void> {
  const page = await reset(context).catch(() => undefined)
  if (!page) return context.close()
  empty.add(page)
  const key = JSON.stringify(look)
  left.set(key, [...(left.get(key) ?? []), context])
}

/** Leaves one empty page, no cookies and no stored data. */
async function reset(context: BrowserContext): Promise<Page | undefined> {
  const [page, ...others] = context.pages()
  if (!page) return undefined
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  for (const other of others) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  // A page may store data when it unloads, so clear the storage afterwards. Same origin, so that
  // the renderer is reused.
  await page.goto(`${site}/robots.txt`, { waitUntil: 'commit' })
  await page.mouse.move(0, 0)
  await page.evaluate(() => sessionStorage.clear())
  const debug = await context.newCDPSession(page)
  await debug.send('Storage.clearDataForOrigin', { origin: site, storageTypes: 'all' })
  await debug.detach()
  await context.clearCookies()
  return page
}

/** A page of the site as its HTML, without a browser. `null` is a visitor without a session. */
export async function htmlOf(
  who: Person | null,
  path: string,
): Promise<{ status: number; html: string }> {
  const cookie = who?.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') ?? ''
  const response = await fetch(site + path, {
    redirect: 'manual',
    headers: { cookie, 'accept-language': 'en' },
  })
  return { status: response.status, html: await response.text() }
}
