import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { launchChromium } from './chromium.mjs'
import { setExp } from './exp.ts'
import { call, logIn, type Person, register, signIn } from './people.ts'

export const site = inject('siteUrl')
type Options = NonNullable<Parameters<Browser['newContext']>[0]>

let browser: Browser
let owner: Person
const contexts: BrowserContext[] = []
let people = 0

/** Called once by a test file: a browser for it, and nobody left in it after each test. */
export function openBrowser(): void {
  beforeAll(async () => {
    browser = await launchChromium()
    owner = await logIn(site, inject('owner'))
  })
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close()
  })
  afterAll(() => browser.close())
}

/** What the API answers, as far as these tests look into it. */
interface Answer {
  id: number
  energy: number
  folder_ids: number[]
  items: unknown[]
}

export async function ask(by: Person, method: string, path: string, body?: unknown): Promise<Answer> {
  return (await call(site, by, method, path, body)) as Answer
}

/** Somebody with a name, and with the exp and the energy that are wanted. */
export async function person(exp = 60, energy = 0): Promise<Person & { name: string }> {
  const somebody = await register(site)
  const name = `reader-${Date.now() % 1e7}-${people++}`
  await ask(somebody, 'PUT', '/api/settings/profile', { username: name })
  setExp(inject('siteData'), somebody.uid, exp)
  // The first request of the day checks in, and that pays one.
  await ask(somebody, 'GET', '/api/level/info')
  const amount = energy - 1
  if (amount !== 0)
    await ask(owner, 'POST', '/api/admin/energy/adjust', { uids: [somebody.uid], amount, reason: 'for a test' })
  return Object.assign(somebody, { name })
}

export async function post(author: Person): Promise<number> {
  const body = '<p>A few words.</p><h2>And more</h2><p>Of them.</p>'
  return (await ask(author, 'POST', '/api/studio/posts', { title: 'A post to talk about', body })).id
}

export function say(by: Person, postId: number, body: string): Promise<Answer> {
  return ask(by, 'POST', `/api/posts/${postId}/comments`, { body })
}

/** A post by somebody, open in the browser of somebody else. */
export async function reading({ exp = 60, energy = 5, options = {} as Options } = {}) {
  const [author, reader] = [await person(), await person(exp, energy)]
  const id = await post(author)
  return { author, reader, id, page: await open(reader, `/posts/${id}`, options) }
}

export async function open(who: Person | null, path: string, options: Options = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1000, height: 900 }, ...options })
  contexts.push(context)
  if (who) await signIn(context, site, who)
  const page = await context.newPage()
  await page.goto(site + path)
  return page
}

/** The texts of the comments, in the order of the page. */
export function comments(page: Page): Promise<string[]> {
  return page.locator('.comment .comment-text').allTextContents()
}
