import type { Page, WebSocket } from 'playwright-core'
import { expect, test } from 'vitest'
import { newBrowserOf, type Person, pageOf, site } from './support/browser.ts'
import { ask, comments, say, scene } from './support/community.ts'
import { advanceTimers } from './support/time.ts'

const bell = (page: Page) => page.locator('.top-bar [data-unread-of=all]')

/** An open post with a live connection, and its sockets. */
async function listening(who: Person, path: string): Promise<{ page: Page; sockets: WebSocket[] }> {
  const page = await pageOf(who)
  const sockets: WebSocket[] = []
  page.on('websocket', (socket) => sockets.push(socket))
  const debug = await page.context().newCDPSession(page)
  await debug.send('Network.enable')
  // The site sends live messages from here on.
  let accepted = 0
  debug.on('Network.webSocketHandshakeResponseReceived', () => accepted++)
  await page.goto(site + path)
  await advanceTimers(page)
  await expect.poll(() => accepted).toBe(2)
  return { page, sockets }
}

test('the bell updates without a reload, an open post announces and shows new comments, and a hidden tab has no socket', async () => {
  const { author, reader, id } = await scene()
  const root = await say(reader, id, 'First')
  const { page, sockets } = await listening(author, `/posts/${id}`)
  const before = Number(await bell(page).getAttribute('data-unreadcount'))
  await say(reader, id, 'Heard')
  const button = page.locator('[data-new-comments] button')
  await expect.poll(() => button.textContent()).toBe('1 new comment')
  await expect
    .poll(async () => Number(await bell(page).getAttribute('data-unreadcount')))
    .toBeGreaterThan(before)
  await ask(reader, 'POST', `/api/comments/${root.id}/reply`, { body: 'An answer' })
  await say(reader, id, 'Another')
  await expect.poll(() => button.textContent()).toBe('3 new comments')
  await button.click()
  await expect
    .poll(() => comments(page))
    .toEqual(expect.arrayContaining(['Another', 'Heard', 'An answer']))
  await expect.poll(() => page.locator('[data-new-comments]').isVisible()).toBe(false)
  await expect
    .poll(() => page.locator('#comments-title [data-count]').textContent())
    .toBe(String(await page.locator('.comment-list article').count()))

  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(() => sockets.map((socket) => socket.isClosed())).toEqual([true, true])
  await ask(author, 'POST', '/api/messages/read-all')
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: false, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(() => bell(page).isVisible()).toBe(false)
  await expect.poll(() => sockets.length).toBe(4)
})

test('without WebSockets a page polls once a minute, and an expired session causes no redirect', async () => {
  const { author, reader, id } = await scene()
  const context = await newBrowserOf(author)
  await context.addInitScript('delete window.WebSocket')
  const page = await context.newPage()
  await page.clock.install()
  await page.goto(`${site}/posts/${id}`)
  await say(reader, id, 'Unheard')
  await expect
    .poll(async () => {
      await page.clock.runFor(61_000)
      return page.locator('[data-new-comments] button').textContent()
    })
    .toBe('1 new comment')
  await expect.poll(() => bell(page).isVisible()).toBe(true)
  await context.clearCookies()
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/auth/refresh'))
  await page.clock.runFor(61_000)
  expect((await answered).status()).toBeGreaterThanOrEqual(400)
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/posts/${id}`)
})
