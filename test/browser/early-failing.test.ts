import { expect, test } from 'vitest'
import build from '../../src/generated/build.json'
import { IMAGE } from './early/images.ts'
import { blockScripts, openUnready } from './early/visit.ts'
import { goBack, newBrowserOf, open, pageOf } from './support/browser.ts'
import { person, post, reading } from './support/community.ts'
import { member } from './support/member.ts'
import { WritePage } from './support/writing.ts'

const MEMBER = build.assets['member.js']
const FAILED = '[data-toasts] .toast.danger:has(a)'
const BOX = '.comments > form.composer textarea'

test('a page reports a script that cannot load, and stops waiting for it', async () => {
  const page = await pageOf(await person(60, 5))
  const id = await post(await person())
  const release = await blockScripts(page)
  await page.route(`**${MEMBER}`, (route) => route.abort())
  await openUnready(page, `/posts/${id}`)
  await page.click('[data-reaction=like]')
  await expect.poll(() => page.getAttribute('[data-reaction=like]', 'aria-busy')).toBe('true')
  await page.click('footer [data-theme-choice="dark"]')
  release()
  await page.locator(FAILED).waitFor()
  await expect.poll(() => page.getAttribute('[data-reaction=like]', 'aria-busy')).toBe(null)
  await expect.poll(() => page.getAttribute('[data-reaction=like]', 'aria-pressed')).toBe('false')
  // The scripts that did load work.
  await expect.poll(() => page.getAttribute('html', 'data-theme')).toBe('dark')
  await page.unrouteAll()
  await Promise.all([page.waitForEvent('load'), page.click(`${FAILED} a`)])
  await page.click('[data-reaction=like]')
  await expect.poll(() => page.getAttribute('[data-reaction=like]', 'aria-pressed')).toBe('true')
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
  await page.setInputFiles('[data-avatar] input[type="file"]', IMAGE)
  await page.locator(FAILED).waitFor()
  await expect.poll(() => page.getAttribute('[data-avatar] [data-chooses-file]', 'aria-busy')).toBe(null)
})

test('after ten seconds a page says that it is still loading, and then completes the action', async () => {
  const page = await (await newBrowserOf(null)).newPage()
  await page.clock.install()
  const release = await blockScripts(page)
  await openUnready(page, '/help')
  await page.click('footer [data-theme-choice="dark"]')
  await page.clock.fastForward(10_500)
  await page.getByText('The page is still loading.').waitFor()
  release()
  await expect.poll(() => page.getAttribute('html', 'data-theme')).toBe('dark')
  await expect.poll(() => page.getByText('The page is still loading.').count()).toBe(0)
})

test('text typed early is added below the draft that this tab had saved', async () => {
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

test('a title typed early is not overwritten by the copy saved in this browser', async () => {
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
