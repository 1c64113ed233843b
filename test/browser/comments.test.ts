import { Buffer } from 'node:buffer'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ENCODED_PIXELS_MAX } from '#features/images/limits.ts'
import { open } from './support/browser.ts'
import { ask, comments, person, post, reading, say } from './support/community.ts'
import { site } from './support/site.ts'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC',
  'base64',
)

const composer = (page: Page) => page.locator('.comments > form.composer')
const count = (page: Page) => page.locator('#comments-title [data-count]').textContent()

test('a comment is written, answered and deleted without leaving the page', async () => {
  const { page, id, author } = await reading()
  await say(author, id, 'What do you think?')
  await page.reload()
  const address = page.url()
  await composer(page).locator('textarea').fill('I think so, too.')
  await composer(page).locator('[type=submit]').click()
  await page.locator('.thread.fresh').waitFor()
  await expect.poll(() => comments(page)).toEqual(['I think so, too.', 'What do you think?'])
  await expect
    .poll(async () => [await count(page), await composer(page).locator('textarea').inputValue()])
    .toEqual(['2', ''])

  await page.locator('.thread').nth(1).locator('[data-reply]').click()
  const reply = page.locator('form.composer.reply')
  await reply.locator('textarea').fill('To you')
  await page.keyboard.press('Control+Enter')
  await page.locator('.replies .fresh').waitFor()
  await expect.poll(() => comments(page)).toEqual(['I think so, too.', 'What do you think?', 'To you'])
  await expect.poll(async () => [await count(page), await reply.count()]).toEqual(['3', 0])

  await page.locator('.thread').first().locator('[data-delete]').click()
  await page.locator('dialog button[value=yes]').click()
  await expect.poll(() => comments(page)).toEqual(['What do you think?', 'To you'])
  await expect.poll(async () => [await count(page), page.url()]).toEqual(['2', address])
  await page.reload()
  await expect.poll(() => comments(page)).toEqual(['What do you think?', 'To you'])
})

test('a deleted root stays as a placeholder and goes with its last reply', async () => {
  const [author, reader] = [await person(), await person()]
  const id = await post(author)
  const root = await say(reader, id, 'A root')
  await ask(author, 'POST', `/api/comments/${root.id}/reply`, { body: 'A reply' })
  const page = await open(author, `/posts/${id}`)
  const remove = async (selector: string) => {
    await page.locator(selector).locator('[data-delete]').first().click()
    await page.locator('dialog button[value=yes]').click()
  }
  await remove('.thread > article')
  await page.locator('.comment-deleted').waitFor()
  await expect
    .poll(async () => [await comments(page), await page.locator('[data-reply]').count()])
    .toEqual([['A reply'], 0])
  await remove('.replies > li')
  await page.locator('[data-empty]').waitFor()
  await expect.poll(async () => [await page.locator('.thread').count(), await count(page)]).toEqual([0, '0'])
})

test('what could not be sent is still in the box, also after a reload', async () => {
  const { page, id } = await reading()
  await page.route('**/api/posts/*/comments', (route) => route.abort(), { times: 1 })
  const field = composer(page).locator('textarea')
  await field.fill('Do not lose me.')
  await composer(page).locator('[type=submit]').click()
  await composer(page).locator('[data-problem]').waitFor()
  await expect.poll(() => field.inputValue()).toBe('Do not lose me.')
  await page.reload()
  await expect.poll(() => field.inputValue()).toBe('Do not lose me.')
  await composer(page).locator('[type=submit]').click()
  await page.locator('.thread.fresh').waitFor()
  await expect.poll(async () => [await comments(page), await field.inputValue()]).toEqual([['Do not lose me.'], ''])
  await page.reload()
  await expect.poll(async () => [await field.inputValue(), page.url()]).toEqual(['', `${site}/posts/${id}`])
})

test('a comment that was sent although the answer got lost is not sent twice', async () => {
  const { page, author, id } = await reading()
  await page.route(
    '**/api/posts/*/comments',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await composer(page).locator('textarea').fill('Once.')
  await composer(page).locator('[type=submit]').click()
  await composer(page).locator('[data-problem]').waitFor()
  await composer(page).locator('[type=submit]').click()
  await page.locator('.thread.fresh').waitFor()
  await expect.poll(async () => (await ask(author, 'GET', `/api/posts/${id}/comments`)).items).toHaveLength(1)
})

test('a name is completed by keyboard, and the mention links to the person', async () => {
  const { page, author } = await reading({ exp: 250 })
  const field = composer(page).locator('textarea')
  await field.click()
  await page.keyboard.type(`Thanks @${author.name.slice(0, -1)}`)
  await page.locator('.people-choice [role=option]').first().waitFor()
  await expect.poll(() => field.getAttribute('aria-activedescendant')).toBeTruthy()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('.people-choice').isVisible()).toBe(false)
  await page.keyboard.type(author.name.slice(-1))
  await page.locator('.people-choice [role=option]').first().waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => field.inputValue()).toBe(`Thanks @${author.name} `)
  await page.keyboard.type('for this')
  await page.keyboard.press('Control+Enter')
  await page.locator('.thread.fresh').waitFor()
  const link = page.locator('.comment-text a')
  await expect
    .poll(async () => [await link.innerText(), await link.getAttribute('href')])
    .toEqual([`@${author.name}`, `/space/${author.uid}`])
  const { items } = await ask(author, 'GET', '/api/messages?category=mention')
  expect(items).toHaveLength(1)
})

test('an image is made small enough, shown before and after it is sent', async () => {
  const { page } = await reading({ exp: 1600 })
  await composer(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PIXEL })
  await composer(page).locator('.attachment img').waitFor()
  await composer(page).locator('textarea').fill('Look!')
  await composer(page).locator('[type=submit]').click()
  await page.locator('.thread.fresh .comment-image img').waitFor()
  await expect.poll(() => composer(page).locator('.attachment').isVisible()).toBe(false)
  const big = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 3000, height: 1500 })
    canvas.getContext('2d')?.fillRect(0, 0, 3000, 1500)
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
  })
  const file = { name: 'b.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(big, 'base64') }
  await composer(page).locator('input[type=file]').setInputFiles(file)
  await composer(page).locator('textarea').fill('A big one')
  await composer(page).locator('[type=submit]').click()
  const shown = page.locator('.thread.fresh', { hasText: 'A big one' }).locator('.comment-image img')
  await shown.waitFor()
  const size = async () =>
    [Number(await shown.getAttribute('width')), Number(await shown.getAttribute('height'))] as const
  await expect.poll(async () => (await size())[0] / (await size())[1]).toBeCloseTo(2, 2)
  await expect.poll(async () => (await size())[0] * (await size())[1]).toBeLessThanOrEqual(ENCODED_PIXELS_MAX.opaque)
})

test('more replies and more comments come in below, each once', async () => {
  const { page, id, author, reader } = await reading()
  const root = await say(author, id, 'The first')
  for (let n = 1; n <= 5; n++) await ask(reader, 'POST', `/api/comments/${root.id}/reply`, { body: `Reply ${n}` })
  for (let n = 1; n <= 21; n++) await say(reader, id, `Root ${n}`)
  await page.goto(`${site}/posts/${id}?comments=old`)
  await page.locator('.thread').first().locator('[data-reply]').first().click()
  await page.locator('form.reply textarea').fill('Reply 6')
  await page.keyboard.press('Control+Enter')
  await page.locator('.replies .fresh').waitFor()
  await page.getByText('Show 2 more replies').click()
  await page.getByText('Reply 5', { exact: true }).waitFor()
  await expect.poll(() => page.locator('.replies').first().locator('> li').count()).toBe(6)
  await expect.poll(() => page.locator('.thread').count()).toBe(20)
  await page.getByText('Show more comments').click()
  await page.getByText('Root 21', { exact: true }).waitFor()
  await expect.poll(() => page.locator('.thread').count()).toBe(22)
})
