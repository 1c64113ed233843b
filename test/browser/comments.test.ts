import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { open, signIn, site } from './support/browser.ts'
import { ask, comments, composer, person, post, reading, say } from './support/community.ts'

const count = (page: Page) => page.locator('#comments-title [data-count]').textContent()

test('a member writes, answers and deletes comments without leaving the page', async () => {
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

test('a deleted root comment stays as a placeholder until its last reply is deleted', async () => {
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
  await expect.poll(() => comments(page)).toEqual(['A reply'])
  await remove('.replies > li')
  await page.locator('[data-empty]').waitFor()
  await expect.poll(async () => [await page.locator('.thread').count(), await count(page)]).toEqual([0, '0'])
})

test('a reply below a deleted root can be answered, immediately and after a reload', async () => {
  const { page, id, author, reader } = await reading()
  const root = await say(reader, id, 'A root')
  await ask(author, 'POST', `/api/comments/${root.id}/reply`, { body: 'It stands' })
  await page.reload()
  await page.locator('.thread > article [data-delete]').click()
  await page.locator('dialog button[value=yes]').click()
  await page.locator('.comment-deleted').waitFor()
  for (const answer of ['At once', 'After a reload']) {
    // The deleted root itself cannot be answered.
    await expect.poll(() => page.locator('.thread > article [data-reply]').count()).toBe(0)
    await page.locator('.replies > li', { hasText: 'It stands' }).locator('[data-reply]').click()
    await page.locator('form.composer.reply textarea').fill(answer)
    await page.keyboard.press('Control+Enter')
    await page.locator('.replies .fresh', { hasText: answer }).waitFor()
    await page.reload()
  }
  const isAnswer = (words: string) => expect.stringMatching(new RegExp(`${author.name}.*${words}$`))
  await expect.poll(() => comments(page)).toEqual(['It stands', isAnswer('At once'), isAnswer('After a reload')])
})

test('a comment that could not be sent stays in the box, also after a reload', async () => {
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

test('a comment is kept when the session ends while its author writes, and the page says so', async () => {
  const { page, author, reader, id } = await reading()
  const { id: root } = await say(author, id, 'Answer me')
  await page.reload()
  const field = composer(page).locator('textarea')
  for (const [open, send] of [
    [async () => field.fill('To all'), composer(page).locator('[type=submit]')],
    [
      async () => {
        await page.locator(`#comment-${root} [data-reply]`).first().click()
        await page.locator('form.reply textarea').fill('To you')
      },
      page.locator('form.reply [type=submit]'),
    ],
  ] as const) {
    await open()
    await page.context().clearCookies()
    await send.click()
    await page.waitForURL((url) => url.pathname === '/login')
    await page.getByText('Your session has expired').waitFor()
    await signIn(page.context(), reader)
    await page.goto(site + new URL(page.url()).searchParams.get('next'))
    await page.locator('.toast', { hasText: 'Your comment is still here' }).waitFor()
    await expect
      .poll(() => send.evaluate((button) => button.closest('form')?.contains(document.activeElement)))
      .toBe(true)
    await send.click()
    await page.locator('.fresh').waitFor()
  }
  await expect
    .poll(() => comments(page))
    .toEqual(['To all', expect.stringContaining('Answer me'), expect.stringContaining('To you')])
})

test('a comment whose response was lost is not sent twice', async () => {
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

test('a mention is completed by keyboard and links to the user', async () => {
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

test('more replies and more comments load below, each once', async () => {
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
