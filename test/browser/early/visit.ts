import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { browserOf, giveBack, newBrowserOf, type Person, site } from '../support/browser.ts'
import { tabIn } from '../support/used-browsers.ts'

/** One early action, and its expected effect after the scripts have loaded. */
interface Line {
  /** The behaviours that the action tests: files of src/client. */
  of: string[]
  action: string
  early?(page: Page): Promise<unknown>
  effect(page: Page, who: Person): Promise<unknown>
}

type Opened = [who: Person | null, path: string]

/** A page that is opened while its scripts are blocked. Its actions run sequentially. */
export interface Visit {
  /** The kind of control. `npm test` makes one visit per kind, `npm run test:long` makes all of them. */
  kind?: string
  opens(): Promise<Opened>
  /** `lazy` blocks only the code that the page's own scripts load at run time. */
  blocks?: 'lazy'
  /** For a passkey device, which stays in the browser. */
  needsNewBrowser?: boolean
  lines: Line[]
}

const SCRIPTS = '**/build/*.js'

async function visitPage({ blocks, lines, needsNewBrowser }: Visit, [who, path]: Opened): Promise<void> {
  const context = await (needsNewBrowser ? newBrowserOf(who) : browserOf(who))
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await tabIn(context)
  const release = await blockScripts(page, blocks === 'lazy')
  await openUnready(page, path)
  if (blocks === 'lazy') await page.waitForLoadState('domcontentloaded')
  for (const { action, early } of lines) await withAction(action, early?.(page))
  release()
  for (const { action, effect } of lines) await withAction(action, effect(page, who as Person))
  await context.clearPermissions()
  await giveBack(context)
}

/** Acts after the first paint: the whole page is visible, and none of its scripts has run. */
export async function openUnready(page: Page, path: string): Promise<void> {
  await page.goto(site + path, { waitUntil: 'commit' })
  await page.locator('[data-toasts]').waitFor({ state: 'attached' })
}

/** Blocks all scripts until `release`, so the actions are early however slow the machine is. */
export async function blockScripts(page: Page, onlyLazy = false): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let isReady = false
  page.on('domcontentloaded', () => {
    isReady = true
  })
  await page.route(SCRIPTS, async (route) => {
    if (isReady || !onlyLazy) await released
    await route.continue().catch(() => {})
  })
  return release
}

async function withAction(action: string, doing: Promise<unknown> | undefined): Promise<void> {
  try {
    await doing
  } catch (error) {
    throw new Error(`${action}: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

/** Acts on each page before its scripts load; every action must take effect after they have loaded. */
export async function visitAll(visits: Visit[]): Promise<void> {
  const problems: unknown[] = []
  for (const visit of visits) await visitPage(visit, await visit.opens()).catch((error) => problems.push(error))
  expect(problems).toEqual([])
}
