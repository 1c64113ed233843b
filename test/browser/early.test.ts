import { Buffer } from 'node:buffer'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import build from '../../src/generated/build.json'
import {
  call,
  goBack,
  newBrowserOf,
  open,
  type Person,
  pageOf,
  theOwner,
} from './support/browser.ts'
import {
  ask,
  comments,
  giveEnergy,
  isSuggested,
  person,
  post,
  reading,
} from './support/community.ts'
import { dropImage, IMAGE } from './support/images.ts'
import { member } from './support/member.ts'
import { blockScripts, openUnready } from './support/network.ts'
import { andLoad, openOffice } from './support/office.ts'
import { author, WritePage } from './support/writing.ts'

const BOX = '.comments > form.composer textarea'
const LIKE = '[data-reaction=like]'
const DARK = 'footer [data-theme-choice="dark"]'
const AVATAR = '[data-avatar] input[type="file"]'
const busy = (page: Page, control: string) =>
  expect.poll(() => page.getAttribute(control, 'aria-busy'))

/** Actions before the scripts of a page are loaded, and their effect afterwards. */
interface Visit {
  opens(): Promise<[who: Person | null, path: string]>
  /** Blocks only the code that the page's own scripts load at run time. */
  blocks?: 'lazy'
  early(page: Page): Promise<unknown>
  effect(page: Page, who: Person): Promise<unknown>
}

/** One visit per kind of control. */
const VISITS: Record<string, Visit> = {
  'a button of a visitor, and a shortcut with typed text': {
    async opens() {
      const by = await author()
      const written = { title: 'An ibex', body: '<p>Up there.</p>', tags: [] }
      const id = await post(by, written)
      await isSuggested(by, 'ibex', { id })
      return [null, '/help']
    },
    async early(page) {
      await page.click(DARK)
      await busy(page, DARK).toBe('true')
      await page.keyboard.type('/ibex')
      await expect.poll(() => page.inputValue('.search input')).toBe('ibex')
    },
    async effect(page) {
      await expect.poll(() => page.getAttribute('html', 'data-theme')).toBe('dark')
      await busy(page, DARK).toBe(null)
      await page.locator('.search [role=option]', { hasText: 'An ibex' }).first().waitFor()
      await expect.poll(() => page.inputValue('.search input')).toBe('ibex')
    },
  },
  'a menu, a button that is pressed twice, Ctrl+Enter, and a form whose code is loaded later': {
    opens: async () => [await person(60, 5), `/posts/${await post(await person())}`],
    async early(page) {
      const openMenus = () => page.locator('[data-menu][open]').count()
      await page.click('.top-bar [data-menu] > summary')
      await expect.poll(openMenus).toBe(1)
      await page.click('h1')
      await expect.poll(openMenus).toBe(0)
      await page.dblclick(LIKE)
      await busy(page, LIKE).toBe('true')
      await page.fill(BOX, 'Before its time')
      for (let press = 0; press < 2; press++) await page.press(BOX, 'Control+Enter')
      await page.click('[data-favorite] summary')
      await page.fill('[data-favorite] [name="name"]', 'Early ones')
      await page.press('[data-favorite] [name="name"]', 'Enter')
    },
    async effect(page, who) {
      await expect.poll(() => page.getAttribute(LIKE, 'aria-pressed')).toBe('true')
      await expect.poll(() => page.textContent(`${LIKE} [data-count]`)).toBe('1')
      await page.locator('.thread.fresh').waitFor()
      await expect.poll(() => comments(page)).toEqual(['Before its time'])
      await page.locator('.folder-list :checked').waitFor()
      await expect.poll(async () => (await ask(who, 'GET', '/api/folders')).items.length).toBe(1)
    },
  },
  'a link to a download, and a button that opens a dialog': {
    opens: async () => [await member(), '/settings?tab=account'],
    async early(page) {
      await page.click('a[href="/settings/export/json"]')
      await page.click('[data-opens]')
    },
    async effect(page) {
      await page.waitForEvent('download')
      await page.locator('dialog[open] [name="password"]').waitFor()
    },
  },
  'a link to a notice': {
    async opens() {
      const reader = await person()
      await giveEnergy(reader, 3, 'a notice')
      return [reader, '/messages']
    },
    early: (page) => page.locator('.notice-item.unread a[data-reads]').first().click(),
    async effect(page, who) {
      await page.waitForURL((url) => url.pathname !== '/messages')
      const { items } = await ask(who, 'GET', '/api/messages')
      expect((items as { read: boolean }[]).some(({ read }) => read)).toBe(true)
    },
  },
  'a switch that is pressed once, and one that is pressed twice': {
    opens: async () => [await member(), '/settings?tab=notifications'],
    async early(page) {
      for (const kind of ['like', 'comment', 'comment']) await page.click(`#notify-${kind}`)
    },
    async effect(page, who) {
      await page.locator('.toast:not([data-slow])').waitFor()
      await expect.poll(() => page.locator('.toast:not([data-slow])').count()).toBe(1)
      const shown = () =>
        Promise.all(['like', 'comment'].map((kind) => page.isChecked(`#notify-${kind}`)))
      await expect.poll(shown).toEqual([false, true])
      expect(await call(who, 'GET', '/api/settings/notify-prefs')).toMatchObject({
        like: false,
        comment: true,
      })
    },
  },
  'a radio button': {
    opens: async () => [await theOwner(), '/admin/energy'],
    early: (page) => page.check('[name="audience"][value="filter"]'),
    effect: (page) => page.locator('[data-counts-people]').waitFor(),
  },
  'a shortcut of a button': {
    async opens() {
      const office = await openOffice()
      const [id] = await office.submitted('Approved early')
      await office.tidy()
      return [office.reviewer, `/admin/posts?id=${id}`]
    },
    async early(page) {
      await page.keyboard.press('a')
      await busy(page, '[data-key="a"]').toBe('true')
    },
    effect: (page) => page.locator('.toast .undo').waitFor(),
  },
  'a file from the file dialog, and a list': {
    async opens() {
      const traveller = await member()
      await call(traveller, 'PUT', '/api/settings/time-zone', { time_zone: 'Europe/Berlin' })
      return [traveller, '/settings']
    },
    async early(page) {
      await page.fill('[name="time_zone"]', '')
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.click('[data-chooses-file]'),
      ])
      await chooser.setFiles(IMAGE)
      await busy(page, '[data-avatar] [data-chooses-file]').toBe('true')
    },
    async effect(page) {
      await page.locator('[data-avatar] dialog[open] canvas').waitFor()
      await expect.poll(() => page.inputValue('[name="time_zone"]')).toBe('')
    },
  },
  'a file, before the code of its card is loaded': {
    opens: async () => [await member(), '/settings'],
    blocks: 'lazy',
    early: (page) =>
      page.setInputFiles(AVATAR, {
        name: 'me.png',
        mimeType: 'image/png',
        buffer: Buffer.from('not a picture'),
      }),
    effect: (page) => page.locator('[data-avatar-problem]:not([hidden])').waitFor(),
  },
  'typed text with a check, and the eye button of a password': {
    opens: async () => [null, '/register'],
    async early(page) {
      await page.fill('[name="email"]', inject('owner').email)
      await page.fill('[name="password"]', 'correct horse battery')
      await page.locator('[data-shows-password]').first().click()
    },
    async effect(page) {
      await page.locator('[data-error-for="email"]:not([hidden])').waitFor()
      await page.locator('[data-strength-of]:not([hidden])').waitFor()
      await expect.poll(() => page.getAttribute('[name="password"]', 'type')).toBe('text')
      await expect.poll(() => page.inputValue('[name="password"]')).toBe('correct horse battery')
    },
  },
  'the editor: fields, Enter, a chosen and a dropped image, and Ctrl+S': {
    opens: async () => [await person(), '/studio/write'],
    async early(page) {
      await expect
        .poll(() => page.locator('[data-tool]:enabled, [data-write-action]:enabled').count())
        .toBe(0)
      await busy(page, '[data-write-body]').toBe('true')
      await page.setInputFiles('[data-cover] input[type=file]', IMAGE)
      await dropImage(page, '[data-write-body]')
      await page.fill('#tags', 'physics, light')
      await page.press('#tags', 'Enter')
      await page.click('.schedule summary')
      await page.fill('#publish_at', '2031-01-02T03:04')
      await page.fill('[name="summary"]', 'In short')
      await page.fill('[name="canonical_url"]', 'https://old.example/')
      await page.locator('[name="title"]').pressSequentially('An early tit')
      await page.keyboard.press('Control+s')
    },
    async effect(page, who) {
      await page.locator('[data-tool]:enabled').first().waitFor()
      await page.locator('[data-cover-preview]:not([hidden])').waitFor()
      await page.locator('.ProseMirror img').first().waitFor()
      await expect.poll(() => page.locator('[data-chosen] li').count()).toBe(2)
      await page.keyboard.type('le')
      const values = () =>
        Promise.all(
          ['title', 'summary', 'canonical_url', 'publish_at'].map((name) =>
            page.inputValue(`[name=${name}]`),
          ),
        )
      await expect
        .poll(values)
        .toEqual(['An early title', 'In short', 'https://old.example/', '2031-01-02T03:04'])
      await page.waitForURL(/\?id=\d+/)
      const id = new URL(page.url()).searchParams.get('id')
      const stored = async () =>
        (await call(who, 'GET', `/api/studio/posts/${id}`)) as { title: string }
      await expect.poll(async () => (await stored()).title).toBe('An early title')
    },
  },
}

test.each(Object.entries(VISITS))(
  'an action before the scripts have loaded takes effect: %s',
  async (_, { opens, blocks, early, effect }) => {
    const [who, path] = await opens()
    const page = await pageOf(who)
    const release = await blockScripts(page, blocks === 'lazy')
    await openUnready(page, path)
    if (blocks === 'lazy') await page.waitForLoadState('domcontentloaded')
    await early(page)
    release()
    await effect(page, who as Person)
  },
)

const FAILED = '[data-toasts] .toast.danger:has(a)'

test('a page reports a script that cannot load, and stops waiting for it', async () => {
  const page = await pageOf(await person(60, 5))
  const id = await post(await person())
  const release = await blockScripts(page)
  await page.route(`**${build.assets['member.js']}`, (route) => route.abort())
  await openUnready(page, `/posts/${id}`)
  await page.click(LIKE)
  await busy(page, LIKE).toBe('true')
  await page.click(DARK)
  release()
  await page.locator(FAILED).waitFor()
  await busy(page, LIKE).toBe(null)
  await expect.poll(() => page.getAttribute(LIKE, 'aria-pressed')).toBe('false')
  // The scripts that did load work.
  await expect.poll(() => page.getAttribute('html', 'data-theme')).toBe('dark')
  await page.unrouteAll()
  await andLoad(page, () => page.click(`${FAILED} a`))
  await page.click(LIKE)
  await expect.poll(() => page.getAttribute(LIKE, 'aria-pressed')).toBe('true')
})

test('a page reports lazily loaded code that cannot load', async () => {
  const page = await pageOf(await member())
  let isReady = false
  page.on('domcontentloaded', () => {
    isReady = true
  })
  await page.route('**/build/*.js', (route) => (isReady ? route.abort() : route.continue()))
  await openUnready(page, '/settings')
  await page.waitForLoadState('domcontentloaded')
  await page.setInputFiles(AVATAR, IMAGE)
  await page.locator(FAILED).waitFor()
  await busy(page, '[data-avatar] [data-chooses-file]').toBe(null)
})

test('after ten seconds a page says that it is still loading, and then completes the action', async () => {
  const page = await (await newBrowserOf(null)).newPage()
  await page.clock.install()
  const release = await blockScripts(page)
  await openUnready(page, '/help')
  await page.click(DARK)
  await page.clock.fastForward(10_500)
  await page.getByText('The page is still loading.').waitFor()
  release()
  await expect.poll(() => page.getAttribute('html', 'data-theme')).toBe('dark')
  await expect.poll(() => page.getByText('The page is still loading.').count()).toBe(0)
})

test('text typed before the editor has loaded is added below the draft that this tab had saved', async () => {
  const { page } = await reading()
  await page.fill(BOX, 'From before.')
  const release = await blockScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await page.locator('[data-toasts]').waitFor({ state: 'attached' })
  await page.locator(BOX).pressSequentially('From now')
  release()
  await expect.poll(() => page.inputValue(BOX)).toBe('From before.\nFrom now')
  await page.keyboard.type('.')
  await expect.poll(() => page.inputValue(BOX)).toBe('From before.\nFrom now.')
})

test('a title typed before the editor has loaded is not overwritten by the copy saved in this browser', async () => {
  const page = await open(await person(), '/studio/write')
  await page.locator('.ProseMirror').fill('Words that stay')
  await new WritePage(page).state('saved')
  const release = await blockScripts(page)
  await page.goto('about:blank')
  await goBack(page)
  await page.locator('[data-toasts]').waitFor({ state: 'attached' })
  await page.locator('[name="title"]').fill('Typed early')
  release()
  await expect.poll(() => page.locator('.ProseMirror').innerText()).toContain('Words that stay')
  await expect.poll(() => page.inputValue('[name="title"]')).toBe('Typed early')
})
