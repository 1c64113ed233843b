// @module-tag long
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { checkState } from './support/accessible.ts'
import { open, signIn, site } from './support/browser.ts'
import {
  actionsOf,
  ask,
  comments,
  composer,
  fillComments,
  reading,
  say,
  scene,
} from './support/community.ts'
import { loseResponse } from './support/network.ts'

const count = (page: Page) => page.locator('#comments-title [data-count]').textContent()
const replyForm = (page: Page) => page.locator('form.composer.reply')

test('a member writes, answers, deletes and mentions in comments without leaving the page', async () => {
  const { page, id, author, reader } = await reading({
    exp: 250,
    before: ({ author, id }) => say(author, id, 'What do you think?'),
  })
  const address = page.url()
  await composer(page).locator('textarea').fill('I think so, too.')
  await composer(page).locator('[type=submit]').click()
  await page.locator('.thread.fresh').waitFor()
  await expect.poll(() => comments(page)).toEqual(['I think so, too.', 'What do you think?'])
  await expect
    .poll(async () => [await count(page), await composer(page).locator('textarea').inputValue()])
    .toEqual(['2', ''])

  await page.locator('.thread').nth(1).locator('[data-reply]').click()
  await replyForm(page).waitFor()
  await checkState(page)
  await replyForm(page).locator('textarea').fill('To you')
  await page.keyboard.press('Control+Enter')
  await page.locator('.replies .fresh').waitFor()
  await expect
    .poll(() => comments(page))
    .toEqual(['I think so, too.', 'What do you think?', 'To you'])
  await expect
    .poll(async () => [await count(page), await replyForm(page).count()])
    .toEqual(['3', 0])

  await page.locator('.thread').first().locator('[data-delete]').click()
  await page.locator('dialog button[value=yes]').click()
  await expect.poll(() => comments(page)).toEqual(['What do you think?', 'To you'])
  await expect.poll(async () => [await count(page), page.url()]).toEqual(['2', address])
  const { items } = await ask(reader, 'GET', `/api/posts/${id}/comments`)
  expect(items).toMatchObject([{ body: 'What do you think?', replies: [{ body: 'To you' }] }])

  // A mention is completed by keyboard and links to the user.
  const field = composer(page).locator('textarea')
  await field.fill(`Thanks @${author.name.slice(0, -1)}`)
  await page.locator('.people-choice [role=option]').first().waitFor()
  await expect.poll(() => field.getAttribute('aria-activedescendant')).toBeTruthy()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('.people-choice').isVisible()).toBe(false)
  await page.keyboard.type(author.name.slice(-1))
  await page.locator('.people-choice [role=option]').first().waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => field.inputValue()).toBe(`Thanks @${author.name} `)
  await page.keyboard.insertText('for this')
  await page.keyboard.press('Control+Enter')
  await page.locator('.thread.fresh').waitFor()
  const link = page.locator('.thread.fresh .comment-text a')
  await expect
    .poll(async () => [await link.innerText(), await link.getAttribute('href')])
    .toEqual([`@${author.name}`, `/space/${author.uid}`])
  const { items: mentions } = await ask(author, 'GET', '/api/messages?category=mention')
  expect(mentions).toHaveLength(1)
})

test('a deleted root stays as a placeholder while it has replies, which can be answered, also after a reload', async () => {
  const { author, reader, id } = await scene()
  const root = await say(reader, id, 'A root')
  await ask(reader, 'POST', `/api/comments/${root.id}/reply`, { body: 'It stands' })
  const page = await open(author, `/posts/${id}`)
  const remove = async (selector: string) => {
    await page.locator(selector).locator('[data-delete]').first().click()
    await page.locator('dialog button[value=yes]').click()
  }
  const answer = async (text: string) => {
    // The deleted root itself cannot be answered.
    await expect.poll(() => page.locator('.thread > article [data-reply]').count()).toBe(0)
    await page.locator('.replies > li', { hasText: 'It stands' }).locator('[data-reply]').click()
    await replyForm(page).locator('textarea').fill(text)
    await page.keyboard.press('Control+Enter')
    await page.locator('.replies .fresh', { hasText: text }).waitFor()
  }
  await remove('.thread > article')
  await page.locator('.comment-deleted').waitFor()
  await expect.poll(() => comments(page)).toEqual(['It stands'])
  const isAnswer = (words: string) => expect.stringMatching(new RegExp(`${reader.name}.*${words}$`))
  await answer('At once')
  await expect.poll(() => comments(page)).toEqual(['It stands', isAnswer('At once')])
  await page.reload()
  await answer('After a reload')
  await expect
    .poll(() => comments(page))
    .toEqual(['It stands', isAnswer('At once'), isAnswer('After a reload')])
  for (const left of [2, 1, 0]) {
    await remove('.replies > li >> nth=0')
    await expect
      .poll(async () => [(await comments(page)).length, await count(page)])
      .toEqual([left, String(left)])
    await expect.poll(() => page.locator('.thread').count()).toBe(Math.min(left, 1))
  }
  await page.locator('[data-empty]').waitFor()
})

test('a comment that could not be sent stays in the box, also after a reload, and is not sent twice', async () => {
  const { page, author, id } = await reading()
  await loseResponse(page, '**/api/posts/*/comments')
  const field = composer(page).locator('textarea')
  await field.fill('Do not lose me.')
  await composer(page).locator('[type=submit]').click()
  await composer(page).locator('[data-problem]').waitFor()
  await expect.poll(() => field.inputValue()).toBe('Do not lose me.')
  await page.reload()
  await expect.poll(() => field.inputValue()).toBe('Do not lose me.')
  await composer(page).locator('[type=submit]').click()
  await page.locator('.thread.fresh').waitFor()
  await expect.poll(() => field.inputValue()).toBe('')
  await expect
    .poll(async () => (await ask(author, 'GET', `/api/posts/${id}/comments`)).items)
    .toHaveLength(1)
  // A draft in the storage would return after a reload.
  await expect
    .poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage })))
    .not.toContain('Do not lose me.')
})

test('a comment stays in its field when the session ends while its author writes, and the page says that the session has ended', async () => {
  const { page, reader } = await reading({
    before: ({ author, id }) => say(author, id, 'Answer me'),
  })
  const field = composer(page).locator('textarea')
  for (const [open, send] of [
    [async () => field.fill('To all'), composer(page).locator('[type=submit]')],
    [
      async () => {
        await page.locator('.thread', { hasText: 'Answer me' }).locator('[data-reply]').click()
        await page.locator('form.reply textarea').fill('To you')
      },
      page.locator('form.reply [type=submit]'),
    ],
  ] as const) {
    await open()
    await page.context().clearCookies()
    await send.click()
    await page.waitForURL((url) => url.pathname === '/login', { waitUntil: 'commit' })
    await page.getByText('Your session has expired').waitFor()
    await signIn(page.context(), reader)
    await page.goto(site + new URL(page.url()).searchParams.get('next'))
    await page.locator('.toast', { hasText: 'Your comment is still here' }).waitFor()
    await send.and(page.locator('form:focus-within [type=submit]')).waitFor()
    await send.click()
    await page.locator('.fresh').waitFor()
  }
  await expect
    .poll(() => comments(page))
    .toEqual(['To all', expect.stringContaining('Answer me'), expect.stringContaining('To you')])
})

test('more replies and more comments load below, each once, with their actions and likes, and a link to a deep comment scrolls to it', async () => {
  const { author, reader, id } = await scene()
  const [root = 0] = await fillComments(author, id, 'Root', 1)
  const replies = await fillComments(author, id, 'Reply', 5, root)
  const fifth = replies[4] ?? 0
  const roots = await fillComments(author, id, 'Later root', 21)
  const last = roots[20] ?? 0
  for (const liked of [root, fifth, last]) await ask(reader, 'POST', `/api/comments/${liked}/like`)
  for (const liked of [root, fifth]) await ask(author, 'POST', `/api/comments/${liked}/like`)
  const page = await open(reader, `/posts/${id}?comments=old`)
  const likeOf = async (comment: number | undefined) => {
    const button = page.locator(`#comment-${comment} > .comment [data-like]`)
    return [
      await button.getAttribute('aria-pressed'),
      await button.locator('[data-count]').textContent(),
    ]
  }
  await page.locator('.thread').first().locator('[data-reply]').first().click()
  await replyForm(page).locator('textarea').fill('Reply 6')
  await page.keyboard.press('Control+Enter')
  await page.locator('.replies .fresh').waitFor()
  await expect.poll(() => likeOf(root)).toEqual(['true', '2'])
  await page.getByText('Show 2 more replies').click()
  await page.getByText('Reply 5', { exact: true }).waitFor()
  await expect.poll(() => page.locator('.replies').first().locator('> li').count()).toBe(6)
  await expect.poll(() => likeOf(replies[3])).toEqual(['false', '0'])
  await expect.poll(() => likeOf(fifth)).toEqual(['true', '2'])
  await expect.poll(() => actionsOf(page, fifth)).toEqual(['like', 'reply', 'report'])
  await expect.poll(() => page.locator('.thread').count()).toBe(20)
  await page.getByText('Show more comments').click()
  await page.getByText('Later root 21', { exact: true }).waitFor()
  await expect.poll(() => page.locator('.thread').count()).toBe(22)
  await expect.poll(() => likeOf(last)).toEqual(['true', '1'])

  // The page of the link does not have the comment, so its script opens the page that has it.
  await page.goto(`${site}/posts/${id}#comment-${fifth}`)
  await page.locator('li:target', { hasText: 'Reply 5' }).waitFor()
  await expect
    .poll(() =>
      page.evaluate(() => document.querySelector('li:target')?.getBoundingClientRect().top),
    )
    .toBeGreaterThanOrEqual(0)
})
