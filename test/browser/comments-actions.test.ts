import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pageOf, signIn, site } from './support/browser.ts'
import { ask, person, post, say } from './support/community.ts'
import { batch } from './support/database.ts'
import { blockScripts } from './support/early.ts'

const PHONE = { viewport: { width: 360, height: 740 } }
const NAMES = ['like', 'reply', 'edit', 'delete', 'report']

/** The actions of a comment, in page order. */
function actionsOf(page: Page, id: number): Promise<(string | undefined)[]> {
  return page
    .locator(`#comment-${id} > .comment > .comment-actions button`)
    .evaluateAll(
      (buttons, names) => buttons.map((one) => names.find((name) => one.hasAttribute(`data-${name}`))),
      NAMES,
    )
}

test('each viewer gets the actions they may use on a comment, and sees the likes of a locked post', async () => {
  const [author, writer, reader] = [await person(), await person(), await person()]
  const id = await post(author)
  const root = await say(author, id, 'By the author of the post')
  const reply = await ask(writer, 'POST', `/api/comments/${root.id}/reply`, { body: 'New' })
  const old = await say(writer, id, 'Too old to be edited')
  await ask(reader, 'POST', `/api/comments/${old.id}/like`)
  await batch([sql`UPDATE comments SET created_at = '2026-01-01T00:00:00.000Z' WHERE id = ${old.id}`])
  const others = ['like', 'reply', 'report']
  const moderated = ['like', 'reply', 'delete', 'report']
  const expected = [
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
  const [author, reader] = [await person(), await person()]
  const id = await post(author)
  const root = await say(author, id, 'A root')
  await ask(author, 'POST', `/api/comments/${root.id}/like`)
  for (const by of [author, reader]) await ask(by, 'POST', `/api/comments/${root.id}/reply`, { body: 'A reply' })
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
    await expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-paint').length)).toBe(1)
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
  const [author, reader] = [await person(), await person()]
  const id = await post(author)
  await say(author, id, 'A root')
  const page = await pageOf(reader, { javaScriptEnabled: false })
  await page.goto(`${site}/posts/${id}`)
  await page.locator('.comment').waitFor()
  await expect.poll(() => page.locator('.comment-actions').count()).toBe(0)
  const gap = await page.locator('.comment').boundingBox()
  const text = await page.locator('.comment-text').boundingBox()
  expect((gap?.y ?? 0) + (gap?.height ?? 0) - (text?.y ?? 0) - (text?.height ?? 0)).toBeLessThan(20)
})
