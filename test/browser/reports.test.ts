import type { Locator, Response } from 'playwright-core'
import { expect, test } from 'vitest'
import { DAY } from '#kernel/clock.ts'
import { accessibilityProblems } from './support/accessible.ts'
import { browserWithAxe } from './support/axe.ts'
import { call, newBrowserOf, open, site } from './support/browser.ts'
import { ask, person, post, say } from './support/community.ts'
import { andLoad, Office } from './support/office.ts'

test('a comment is reported by keyboard with reason and note, decided in the queue, and the reporter is notified', async () => {
  const office = await Office.open()
  const [author, reader] = [await person(), await person()]
  const title = `Reported by ${reader.name}`
  const { id } = await ask(author, 'POST', '/api/studio/posts', { title, body: '<p>A few words.</p>' })
  const said = await say(author, id, 'Buy my stuff at once')
  const page = await open(reader, `/posts/${id}`)
  const address = page.url()
  await page.locator(`#comment-${said.id} [data-report]`).focus()
  await page.keyboard.press('Enter')
  await page.locator('dialog[open] h2', { hasText: `Report a comment by ${author.name}` }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('dialog[open] .field-error', { hasText: 'Choose a reason.' }).waitFor()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.type('It is everywhere')
  const { items } = await ask(office.reviewer, 'GET', '/api/admin/reports')
  expect(JSON.stringify(items)).not.toContain('Buy my stuff')
  await page.locator('dialog[open] [type=submit]').focus()
  await page.keyboard.press('Enter')
  await page.locator('.toast', { hasText: 'Report sent. Thank you.' }).waitFor()
  await expect.poll(async () => [page.url(), await page.locator('dialog[open]').count()]).toEqual([address, 0])
  await ask(reader, 'POST', '/api/reports', { post_id: id, reason: 'other', text: 'All of it is advertising' })

  const desk = await open(office.reviewer, '/admin/reports')
  await desk.locator('.queued', { hasText: 'Buy my stuff at once' }).click()
  await desk.locator('.rendered .comment-text', { hasText: 'Buy my stuff at once' }).waitFor()
  await expect.poll(() => desk.textContent('.moves')).toContain('first report')
  await desk.locator('q', { hasText: 'It is everywhere' }).waitFor()
  await desk.keyboard.press('r')
  await expect.poll(() => desk.textContent('dialog[open] h2')).toBe('Remove: Buy my stuff at once')
  await desk.click('dialog[open] [data-canned]')
  await andLoad(desk, () => desk.click('dialog[open] [type="submit"]'))
  await desk.locator('.toast', { hasText: 'Removed.' }).waitFor()
  await page.reload()
  await expect.poll(() => page.locator(`#comment-${said.id}`).count()).toBe(0)

  await desk.locator('.queued', { hasText: title }).click()
  await desk.locator('q', { hasText: 'All of it is advertising' }).waitFor()
  await andLoad(desk, () => desk.keyboard.press('a'))
  await page.goto(new URL('/messages?category=system', address).href)
  await page.locator('.notice-item', { hasText: 'took no action' }).waitFor()
  await page.locator('.notice-item', { hasText: 'We took action, thank you' }).waitFor()
})

test('the queue shows a reported post that its author edited and deleted, and a lock applies in the bin', async () => {
  const office = await Office.open()
  const [author, reader] = [await person(), await person()]
  const title = `Cheap pills by ${author.name}`
  const { id } = await ask(author, 'POST', '/api/studio/posts', { title, body: '<p>Buy them at once.</p>' })
  await ask(reader, 'POST', '/api/reports', { post_id: id, reason: 'spam' })
  await ask(author, 'PUT', `/api/studio/posts/${id}`, { title: 'A walk', body: '<p>Look at the trees.</p>' })
  const desk = await (await browserWithAxe(office.reviewer)).newPage()
  await desk.goto(`${site}/admin/reports`)
  await andLoad(desk, () => desk.locator('.queued', { hasText: title }).click())
  await desk.locator('.queued[aria-current]', { hasText: 'now “A walk”' }).waitFor()
  await desk.locator('.rendered', { hasText: 'Buy them at once.' }).waitFor()
  await desk.locator('.diff del', { hasText: 'Buy' }).waitFor()
  expect(await accessibilityProblems(desk)).toEqual([])

  await ask(author, 'DELETE', `/api/studio/posts/${id}`)
  await desk.reload()
  await desk.locator('.notice', { hasText: 'the author cannot publish it again' }).waitFor()
  await desk.keyboard.press('r')
  await desk.click('dialog[open] [data-canned]')
  await andLoad(desk, () => desk.click('dialog[open] [type="submit"]'))
  await desk.locator('.toast', { hasText: 'Removed.' }).waitFor()
  const bin = await open(author, '/studio/posts?status=deleted')
  await bin.getByRole('button', { name: 'Restore' }).click()
  await bin.locator('.toast', { hasText: 'still locked' }).waitFor()
})

test.each([
  ['pointer', (button: Locator) => button.hover()],
  ['focus', (button: Locator) => button.focus()],
])('the report dialog is loaded when the %s reaches its button', async (_, reach) => {
  const id = await post(await person())
  const page = await (await newBrowserOf(await person())).newPage()
  await page.goto(`${site}/posts/${id}`, { waitUntil: 'load' })
  const isDialog = async (response: Response) =>
    response.url().includes('/build/') && (await response.text()).includes('/api/reports')
  const loaded = page.waitForResponse(isDialog)
  await reach(page.locator('[data-report]').first())
  expect((await loaded).status()).toBe(200)
  await expect.poll(() => page.locator('dialog').count()).toBe(0)
})

interface Banned {
  ban_ends_at: string
  hiding: { posts_count: number } | null
}

test('a reported user is banned for some days, and another one is banned with all content hidden', async () => {
  const office = await Office.open()
  const [one, two, reader] = [await person(), await person(), await person()]
  const id = await post(two)
  for (const { uid } of [one, two]) await ask(reader, 'POST', '/api/reports', { uid, reason: 'spam' })
  const desk = await open(office.reviewer, '/admin/reports')
  const decide = async (name: string, dialog: string, days: string) => {
    await andLoad(desk, () => desk.locator('.queued', { hasText: name }).click())
    await desk.click(`[data-opens="${dialog}"]`)
    await desk.fill('dialog[open] [name="days"]', days)
    await andLoad(desk, () => desk.click('dialog[open] [type="submit"]'))
    await desk.locator('.toast', { hasText: 'Banned.' }).waitFor()
  }
  await decide(one.name, 'remove-dialog', '3')
  await decide(two.name, 'hide-dialog', '5')
  const stateOf = async ({ uid }: { uid: number }) => {
    const { ban_ends_at, hiding } = (await call(office.owner, 'GET', `/api/admin/users/${uid}`)) as Banned
    return [Math.round((Date.parse(ban_ends_at) - Date.now()) / DAY), hiding?.posts_count]
  }
  expect(await stateOf(one)).toEqual([3, undefined])
  expect(await stateOf(two)).toEqual([5, 1])
  expect((await (await open(null, '/')).goto(`${site}/posts/${id}`))?.status()).toBe(404)
})
