// @module-tag long
import { Buffer } from 'node:buffer'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DECODED_SIDE_MAX } from '#kernel/sizes.ts'
import { checkState } from './support/accessible.ts'
import { open, pageOf, signIn, site, theOwner } from './support/browser.ts'
import {
  actionsOf,
  ask,
  comments,
  composer,
  person,
  post,
  reading,
  say,
  scene,
} from './support/community.ts'
import { IMAGE } from './support/images.ts'
import { batch } from './support/member.ts'
import { blockScripts, holdResponses } from './support/network.ts'

const PHONE = { viewport: { width: 360, height: 740 } }

test('each viewer gets the actions they may use on a comment, and sees the likes of a locked post', async () => {
  const [author, writer, reader] = [await person(), await person(), await person()]
  const id = await post(author)
  const root = await say(author, id, 'By the author of the post')
  const reply = await ask(writer, 'POST', `/api/comments/${root.id}/reply`, { body: 'New' })
  const old = await say(writer, id, 'Too old to be edited')
  await ask(reader, 'POST', `/api/comments/${old.id}/like`)
  await batch([
    sql`UPDATE comments SET created_at = '2026-01-01T00:00:00.000Z' WHERE id = ${old.id}`,
  ])
  const others = ['like', 'reply', 'report']
  const moderated = ['like', 'reply', 'delete', 'report']
  const expected = [
    [await theOwner(), moderated, moderated, moderated],
    [writer, others, ['like', 'reply', 'edit', 'delete'], ['like', 'reply', 'delete']],
    [reader, others, others, others],
    [author, ['like', 'reply', 'edit', 'delete'], moderated, moderated],
  ] as const
  const page = await pageOf(null)
  for (const [who, ...actions] of expected) {
    await page.context().clearCookies()
    await signIn(page.context(), who)
    await page.goto(`${site}/posts/${id}`)
    for (const [at, each] of [root, reply, old].entries())
      await expect.poll(() => actionsOf(page, each.id)).toEqual(actions[at])
  }
  await page.locator(`#comment-${reply.id} [data-reply]`).click()
  await page.getByRole('textbox', { name: `Reply to ${writer.name}` }).waitFor()
  await batch([sql`UPDATE posts SET status = 'locked', locked_from = 'approved' WHERE id = ${id}`])
  await page.reload()
  await expect.poll(() => actionsOf(page, old.id)).toEqual(['delete', 'report'])
  await expect.poll(() => page.locator('.comment-actions .comment-likes').textContent()).toBe('1')
})

test('nothing moves when the actions of comments appear', async () => {
  const { author, reader, id } = await scene()
  const root = await say(author, id, 'A root')
  await ask(author, 'POST', `/api/comments/${root.id}/like`)
  for (const by of [author, reader])
    await ask(by, 'POST', `/api/comments/${root.id}/reply`, { body: 'A reply' })
  await say(author, id, 'Another')
  for (const look of [PHONE, {}]) {
    const page = await pageOf(reader, look)
    const places = () =>
      page.locator('.comment, .comment-text, .footer').evaluateAll((all) =>
        all.map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect()
          return [x, y, width, height]
        }),
      )
    const release = await blockScripts(page)
    await page.goto(`${site}/posts/${id}`, { waitUntil: 'commit' })
    // The browser paints when the style sheets are loaded, and scripts do not delay it.
    await expect
      .poll(() => page.evaluate(() => performance.getEntriesByName('first-paint').length))
      .toBe(1)
    await page.locator('.footer').waitFor()
    // The script also rewrites times, which changes their width.
    await page.locator('.comment-time').evaluateAll((all) => {
      for (const time of all) (time as HTMLElement).style.display = 'none'
    })
    const before = await places()
    expect(before.length).toBeGreaterThan(8)
    await expect.poll(() => page.locator('.comment-actions').count()).toBe(0)
    release()
    await expect.poll(() => page.locator('.comment-actions').count()).toBe(4)
    await expect.poll(places).toEqual(before)
  }
})

test('without JavaScript comments have no actions and no space for them', async () => {
  const { author, reader, id } = await scene()
  await say(author, id, 'A root')
  const page = await pageOf(reader, { javaScriptEnabled: false })
  await page.goto(`${site}/posts/${id}`)
  await page.locator('.comment').waitFor()
  await expect.poll(() => page.locator('.comment-actions').count()).toBe(0)
  const gap = await page.locator('.comment').boundingBox()
  const text = await page.locator('.comment-text').boundingBox()
  expect((gap?.y ?? 0) + (gap?.height ?? 0) - (text?.y ?? 0) - (text?.height ?? 0)).toBeLessThan(20)
})

const form = (page: Page) => page.locator('form.composer.reply')

test('a refused edit restores the old text and keeps the new text, and an accepted edit shows immediately', async () => {
  let own = 0
  const { page, author } = await reading({
    before: async ({ author, reader, id }) => {
      const root = await say(author, id, 'A root')
      own = (await ask(reader, 'POST', `/api/comments/${root.id}/reply`, { body: 'Frist\nline' }))
        .id
    },
  })
  const item = page.locator(`#comment-${own}`)
  const field = form(page).locator('textarea')
  const text = () => item.locator('.comment-text').innerText()
  const corrected = `First line, @${author.name}`
  // Other users have no edit button.
  await expect.poll(() => page.locator('[data-edit]').count()).toBe(1)
  await item.locator('[data-edit]').click()
  await expect.poll(() => field.inputValue()).toBe('Frist\nline')
  await checkState(page)
  await page.route(`**/api/comments/${own}`, (route) => route.abort(), { times: 1 })
  await field.fill(corrected)
  await page.keyboard.press('Control+Enter')
  await form(page).locator('[data-problem]').filter({ hasText: /./ }).waitFor()
  await expect.poll(text).toBe('Frist\nline')
  await expect.poll(() => field.inputValue()).toBe(corrected)

  await page.reload()
  await item.locator('[data-edit]').click()
  await expect.poll(() => field.inputValue()).toBe(corrected)
  const release = await holdResponses(page, `**/api/comments/${own}`)
  await form(page).locator('[type=submit]').click()
  await expect.poll(text).toBe(corrected)
  await expect.poll(() => form(page).isVisible()).toBe(false)
  await expect.poll(() => item.locator('.comment-by', { hasText: 'edited' }).count()).toBe(0)
  release()
  await item.locator('.comment-by', { hasText: 'edited' }).waitFor()
  await expect.poll(() => item.locator('.comment-text a').textContent()).toBe(`@${author.name}`)
  await expect.poll(() => form(page).count()).toBe(0)
})

test('a like of a comment shows immediately and then follows the response; top comments are listed first, on a narrow page too', async () => {
  const { author, reader, id } = await scene()
  const [good, better] = [await say(author, id, 'Good'), await say(author, id, 'Better')]
  await ask(author, 'POST', `/api/comments/${better.id}/like`)
  await say(author, id, 'Newest')
  const page = await open(reader, `/posts/${id}?comments=top`, {
    viewport: { width: 360, height: 740 },
  })
  await expect.poll(() => comments(page)).toEqual(['Better', 'Newest', 'Good'])
  const like = page.locator(`#comment-${good.id} [data-like]`)
  const shown = async () => [
    await like.getAttribute('aria-pressed'),
    await like.locator('[data-count]').textContent(),
  ]
  await like.click()
  await expect.poll(shown).toEqual(['true', '1'])
  await ask(author, 'POST', `/api/comments/${good.id}/like`)
  await like.click()
  // Another reader liked the comment meanwhile: the response contains that like.
  await expect.poll(shown).toEqual(['false', '1'])
  await page.route('**/api/comments/*/like', (route) => route.abort(), { times: 1 })
  await like.click()
  await expect.poll(shown).toEqual(['false', '1'])
  await expect.poll(() => page.locator('.segmented [aria-current]').textContent()).toBe('Top')
  const newest = page.locator('.segmented a', { hasText: 'Newest' })
  await expect.poll(() => newest.getAttribute('href')).toBe(`/posts/${id}?comments=new#comments`)
  // An anonymous reader sees the number of likes.
  const anonymous = await (await fetch(`${site}/posts/${id}`)).text()
  const likes = [...anonymous.matchAll(/class="comment-likes".*?<\/svg>(\d+)<\/span>/g)].map(
    ([, count]) => count,
  )
  expect(likes).toEqual(['1', '1'])
})

test('a comment can consist of an image alone, and an image that is too wide is scaled down before the upload', async () => {
  const { page, id, author } = await reading({ exp: 1600 })
  const [file, send] = [
    composer(page).locator('input[type=file]'),
    composer(page).locator('[type=submit]'),
  ]
  await expect.poll(() => send.isDisabled()).toBe(true)
  await file.setInputFiles(IMAGE)
  await composer(page).locator('.attachment img').waitFor()
  await send.click()
  await page.locator('.thread.fresh .comment-image img').waitFor()
  await expect.poll(() => composer(page).locator('.attachment').isVisible()).toBe(false)
  await expect.poll(() => comments(page)).toEqual([])

  const wide = await page.evaluate(async (width) => {
    const canvas = Object.assign(document.createElement('canvas'), { width, height: width / 32 })
    canvas.getContext('2d')?.fillRect(0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
  }, DECODED_SIDE_MAX + 32)
  await file.setInputFiles({
    name: 'b.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from(wide, 'base64'),
  })
  await composer(page).locator('textarea').fill('A wide one')
  await send.click()
  await page
    .locator('.thread.fresh', { hasText: 'A wide one' })
    .locator('.comment-image img')
    .waitFor()
  const { items } = await ask(author, 'GET', `/api/posts/${id}/comments`)
  expect(items).toMatchObject([
    { body: 'A wide one', image: { width: DECODED_SIDE_MAX, height: DECODED_SIDE_MAX / 32 } },
    { body: '', image: { width: 10, height: 10 } },
  ])
})
