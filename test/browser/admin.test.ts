import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { violations } from './support/axe.ts'
import { launchChromium } from './support/chromium.mjs'
import { call, logIn, type Person, register, signIn } from './support/people.ts'

const site = inject('siteUrl')

let browser: Browser
let owner: Person
let author: Named
let reviewer: Named
let other: Named
const contexts: BrowserContext[] = []

type Named = Person & { name: string }

beforeAll(async () => {
  browser = await launchChromium()
  owner = await logIn(site, inject('owner'))
  author = await member()
  reviewer = await admin()
  other = await admin()
})
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
  await turn('audit.enabled', false)
})
afterAll(() => browser.close())

interface Answer {
  id: number
  status: string
  email: string
  energy: number
  'comments.enabled': boolean
}

/** A call whose answer is looked into. */
const ask = async (person: Person, method: string, path: string, body?: unknown) =>
  (await call(site, person, method, path, body)) as Answer

const turn = (key: string, value: boolean) => call(site, owner, 'PUT', '/api/admin/site-settings', { key, value })

async function open(person: Person | null, path: string, options: Parameters<Browser['newContext']>[0] = {}) {
  const context = await browser.newContext({ locale: 'en', bypassCSP: true, ...options })
  contexts.push(context)
  if (person) await signIn(context, site, person)
  const page = await context.newPage()
  await page.goto(site + path)
  return page
}

/** Somebody of the first level, named, so that they can write and be told apart. */
async function member(): Promise<Named> {
  const person = await register(site)
  const name = `m${person.uid}`
  await turn('audit.enabled', false)
  await call(site, person, 'PUT', '/api/settings/profile', { username: name })
  return { ...person, name }
}

async function admin(): Promise<Named> {
  const person = await member()
  await call(site, owner, 'PUT', `/api/admin/users/${person.uid}/role`, { role: 'admin' })
  return person
}

async function written(author: Person, title: string): Promise<number> {
  return (await ask(author, 'POST', '/api/studio/posts', { title, body: `<p>The words of ${title}.</p>` })).id
}

async function submitted(author: Person, ...titles: string[]): Promise<number[]> {
  await turn('audit.enabled', true)
  const ids: number[] = []
  for (const title of titles) {
    const id = await written(author, title)
    await call(site, author, 'POST', `/api/studio/posts/${id}/submit`)
    ids.push(id)
  }
  return ids
}

const statusOf = async (id: number) => (await ask(owner, 'GET', `/api/admin/posts/${id}`)).status
const title = (page: Page) => page.textContent('.post-head h1')

/** What loads the next page: its address may be the one that is shown. */
const onwards = (page: Page, act: () => Promise<void>) => Promise.all([page.waitForEvent('load'), act()])

test('the queue is worked through by keyboard, and the next one comes by itself', async () => {
  const [one = 0, two = 0, three = 0] = await submitted(author, 'The first', 'The second', 'The third')
  const page = await open(reviewer, `/admin/posts?id=${one}`)
  expect(await title(page)).toBe('The first')
  await onwards(page, () => page.keyboard.press('a'))
  expect([await title(page), await statusOf(one)]).toEqual(['The second', 'approved'])
  await page.waitForSelector('.toast')
  await onwards(page, () => page.keyboard.press('j'))
  expect(await title(page)).toBe('The third')
  await onwards(page, () => page.keyboard.press('k'))
  await page.keyboard.press('r')
  expect(await page.textContent('dialog[open] h2')).toBe('Reject “The second”')
  // While somebody types, letters are letters.
  await page.fill('dialog[open] textarea', '')
  await page.locator('dialog[open] textarea').pressSequentially('a rare reason')
  expect(await page.inputValue('dialog[open] textarea')).toBe('a rare reason')
  await page.click('dialog[open] [data-canned]')
  expect(await page.inputValue('dialog[open] textarea')).toMatch(/^\p{Script=Han}+ \/ Advertising$/u)
  await onwards(page, () => page.click('dialog[open] [type="submit"]'))
  expect([await title(page), await statusOf(two)]).toEqual(['The third', 'rejected'])
  await page.uncheck('[data-shortcuts]')
  await page.keyboard.press('a')
  expect(await statusOf(three)).toBe('pending')
  await onwards(page, () => page.click('.decision [type="submit"]'))
  expect(await statusOf(three)).toBe('approved')
})

test('a rejection without a reason stays in its dialog', async () => {
  const [id] = await submitted(author, 'Reasons matter')
  const page = await open(reviewer, `/admin/posts?id=${id}`)
  await page.keyboard.press('r')
  await page.click('dialog[open] [type="submit"]')
  await page.waitForSelector('dialog[open] [data-error-for="reason"]:not([hidden])')
  await page.keyboard.press('Escape')
  expect(await statusOf(id ?? 0)).toBe('pending')
})

test('a locked post is gone for readers at once', async () => {
  const id = await written(author, 'Here today')
  const reader = await open(null, `/posts/${id}`)
  expect(await reader.textContent('h1')).toBe('Here today')
  const page = await open(reviewer, `/admin/posts?view=all&q=${id}`)
  await page.click(`[data-post="${id}"] [data-opens="lock-dialog"]`)
  await page.fill('dialog[open] textarea', 'Not today')
  await onwards(page, () => page.click('dialog[open] [type="submit"]'))
  const answer = await reader.reload()
  expect(answer?.status()).toBe(404)
  await page.click(`[data-post="${id}"] form[data-api$="/unlock"] button`)
  await onwards(page, () => page.click('dialog[open] [value="yes"]'))
  expect((await reader.reload())?.status()).toBe(200)
})

test('the second of two admins is told who was faster and what they did', async () => {
  const [id = 0] = await submitted(author, 'Wanted by two')
  const [first, second] = [await open(other, `/admin/posts?id=${id}`), await open(reviewer, `/admin/posts?id=${id}`)]
  await onwards(first, () => first.click('.decision [type="submit"]'))
  await second.keyboard.press('r')
  await second.fill('dialog[open] textarea', 'Too late')
  await second.click('dialog[open] [type="submit"]')
  await second.waitForSelector('dialog[open] #confirm-body')
  expect(await second.textContent('dialog[open] #confirm-body')).toContain(`${other.name} has approved this post`)
  await onwards(second, () => second.click('dialog[open] [value="yes"]'))
  expect(await statusOf(id)).toBe('approved')
})

test('an edit after approval is shown word by word until it has been seen', async () => {
  const id = await written(author, 'A calm title')
  await turn('audit.enabled', true)
  await call(site, author, 'PUT', `/api/studio/posts/${id}`, { title: 'A wild title' })
  const page = await open(reviewer, `/admin/posts?view=edited&id=${id}`)
  expect(await page.locator('.diff del').allTextContents()).toEqual(['Removed: calm'])
  expect(await page.locator('.diff ins').allTextContents()).toEqual(['Added: wild'])
  await onwards(page, () => page.keyboard.press('s'))
  await page.goto(`${site}/admin/posts?view=edited&id=${id}`)
  expect(await page.locator(`.review[data-post="${id}"]`).count()).toBe(0)
})

test('a ban ends the session, and whoever is banned reads why', async () => {
  const person = await member()
  const { email } = await ask(owner, 'GET', `/api/admin/users/${person.uid}`)
  const theirs = await open(person, '/settings')
  const page = await open(reviewer, `/admin/users/${person.uid}`)
  await page.click('[data-opens="status-dialog"]')
  await page.fill('dialog[open] textarea', 'Spam, again and again')
  await onwards(page, () => page.click('dialog[open] [type="submit"]'))
  expect(await page.textContent('.person-page > .notice')).toContain('Spam, again and again')
  await theirs.reload()
  expect(new URL(theirs.url()).pathname).toBe('/login')
  // The same account, logged in anew.
  const again = await open(null, '/login')
  await again.fill('[name="email"]', email)
  await again.fill('[name="password"]', 'a long password')
  await onwards(again, () => again.click('form [type="submit"]'))
  expect(await again.textContent('.banner')).toContain('Spam, again and again')
  await page.click('[data-opens="status-dialog"]')
  await onwards(page, () => page.click('dialog[open] [type="submit"]'))
  await again.reload()
  expect(await again.locator('.banner').count()).toBe(0)
})

test('an owner turns a switch; for an admin the page is not there', async () => {
  const page = await open(owner, '/admin/site-settings')
  await page.click('#comments-enabled')
  await page.waitForSelector('.toast')
  expect((await ask(owner, 'GET', '/api/admin/site-settings'))['comments.enabled']).toBe(false)
  await page.click('#comments-enabled')
  await expect.poll(async () => (await ask(owner, 'GET', '/api/admin/site-settings'))['comments.enabled']).toBe(true)
  const theirs = await open(other, '/admin/site-settings')
  expect(await theirs.textContent('.eyebrow')).toBe('404')
})

test('comments are found, chosen and deleted together, and what was gone already is said', async () => {
  const post = await written(author, 'Much discussed')
  const word = `w${Date.now()}`
  const ids: number[] = []
  for (let n = 0; n < 3; n++) {
    ids.push((await ask(author, 'POST', `/api/posts/${post}/comments`, { body: `${word} ${n}` })).id)
  }
  const page = await open(reviewer, '/admin/comments')
  await page.fill('.admin-filter [name="q"]', word)
  await onwards(page, () => page.press('.admin-filter [name="q"]', 'Enter'))
  expect(await page.locator('mark').count()).toBe(3)
  await page.check('[data-selects-all]')
  expect(await page.textContent('[data-selected]')).toBe('3 selected')
  await call(site, reviewer, 'DELETE', `/api/admin/comments/${ids[1]}`)
  await page.click('[data-batch-asks]')
  await page.click('[data-batch-form] [type="submit"]')
  await page.waitForSelector('[data-batch-dialog] li')
  expect(await page.locator('[data-batch-dialog] li').allTextContents()).toEqual([
    `#${ids[1]}: We could not find what you asked for.`,
  ])
  await onwards(page, () => page.click('[data-batch-dialog] .primary'))
  expect(await page.locator('.admin-row').count()).toBe(0)
})

test('an owner adjusts energy by a list and by a filter, after seeing how many it is about', async () => {
  const [one, two] = [author, reviewer]
  const page = await open(owner, '/admin/energy')
  await page.fill('#uids', `${one.uid}, ${two.uid} nobody`)
  await page.fill('#amount', '7')
  await page.fill('#reason', 'A gift')
  await page.click('.adjust [type="submit"]')
  expect(await page.textContent('[data-error-for="uids"]')).toContain('nobody')
  await page.fill('#uids', `${one.uid}\n${two.uid}`)
  await page.click('.adjust [type="submit"]')
  expect(await page.textContent('dialog[open] h2')).toBe('+7 energy for 2 people?')
  await page.click('dialog[open] [value="yes"]')
  await page.waitForSelector('.toast')
  const before = (await ask(owner, 'GET', `/api/admin/users/${one.uid}`)).energy
  await page.check('[value="filter"]')
  await page.fill('#amount', '-1')
  await page.fill('#reason', 'Back again')
  await page.click('.adjust [type="submit"]')
  await page.waitForSelector('[data-form-error]:not([hidden])')
  await page.selectOption('#level_min', '1')
  await page.click('[data-counts-people]')
  await expect.poll(() => page.textContent('[data-people-count]')).toMatch(/^This is about \d+ people/)
  await page.click('.adjust [type="submit"]')
  await page.click('dialog[open] [value="yes"]')
  await expect.poll(async () => (await ask(owner, 'GET', `/api/admin/users/${one.uid}`)).energy).toBe(before - 1)
})

test('the check of the data is run from the overview', async () => {
  const page = await open(other, '/admin')
  await onwards(page, () => page.click('[data-checks-invariants]'))
  expect(await page.textContent('[aria-labelledby="check"] .notice')).toContain('found no difference')
})

const PAGES = [
  '/admin',
  '/admin/posts',
  '/admin/posts?view=edited',
  '/admin/posts?view=all',
  '/admin/comments',
  '/admin/users',
  '/admin/profiles',
  '/admin/energy',
  '/admin/energy/logs',
  '/admin/site-settings',
  '/admin/audit-log',
  '/moderation',
]

test('nothing hinders anybody, in any theme, language and width', async () => {
  const id = await written(author, '公开的文章')
  await call(site, author, 'POST', `/api/posts/${id}/comments`, { body: '一条评论' })
  await submitted(author, 'It waits')
  await call(site, author, 'PUT', `/api/studio/posts/${id}`, { title: '改过的文章' })
  await call(site, author, 'PUT', '/api/settings/profile', { signature: 'new' })
  for (const options of [
    { colorScheme: 'light', locale: 'zh-CN', viewport: { width: 360, height: 740 } },
    { colorScheme: 'dark', locale: 'en', viewport: { width: 1280, height: 900 } },
  ] as const) {
    const page = await open(owner, '/admin', options)
    for (const path of [...PAGES, `/admin/users/${author.uid}`]) {
      await page.goto(site + path)
      expect(await violations(page), path).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true)
    }
  }
})
