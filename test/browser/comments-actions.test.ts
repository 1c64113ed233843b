import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { blockScripts } from './early/visit.ts'
import { newBrowserOf, open, pageOf, site, theOwner } from './support/browser.ts'
import { ask, person, post, say } from './support/community.ts'
import { batch } from './support/database.ts'

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

const likeOf = async (page: Page, id: number) => {
  const button = page.locator(`#comment-${id} > .comment [data-like]`)
  return [await button.getAttribute('aria-pressed'), await button.locator('[data-count]').textContent()]
}

test('each viewer gets the actions they may use on a comment', async () => {
  const [author, writer, reader] = [await person(), await person(), await person()]
  const id = await post(author)
  const root = await say(author, id, 'By the author of the post')
  const reply = await ask(writer, 'POST', `/api/comments/${root.id}/reply`, { body: 'New' })
  const old = await say(writer, id, 'Too old to be edited')
  await batch([sql`UPDATE comments SET created_at = '2026-01-01T00:00:00.000Z' WHERE id = ${old.id}`])
  const others = ['like', 'reply', 'report']
  const expected = [
    [reader, others, others, others],
    [writer, others, ['like', 'reply', 'edit', 'delete'], ['like', 'reply', 'delete']],
    [
      author,
      ['like', 'reply', 'edit', 'delete'],
      ['like', 'reply', 'delete', 'report'],
      ['like', 'reply', 'delete', 'report'],
    ],
    [
      await theOwner(),
      ['like', 'reply', 'delete', 'report'],
      ['like', 'reply', 'delete', 'report'],
      ['like', 'reply', 'delete', 'report'],
    ],
    [null, [], [], []],
  ] as const
  for (const [who, ...actions] of expected) {
    const page = await open(who, `/posts/${id}`)
    for (const [at, each] of [root, reply, old].entries())
      await expect.poll(() => actionsOf(page, each.id)).toEqual(actions[at])
  }
  const page = await open(reader, `/posts/${id}`)
  await page.locator(`#comment-${reply.id} [data-reply]`).click()
  await page.getByRole('textbox', { name: `Reply to ${writer.name}` }).waitFor()
})

test('comments that load later have their actions, likes included', async () => {
  const [author, reader] = [await person(), await person()]
  const id = await post(author)
  const root = await say(author, id, 'The first')
  const replies: number[] = []
  for (let n = 1; n <= 4; n++)
    replies.push((await ask(author, 'POST', `/api/comments/${root.id}/reply`, { body: `Reply ${n}` })).id)
  for (let n = 1; n <= 20; n++) await say(author, id, `Root ${n}`)
  const last = (await say(reader, id, 'The last')).id
  const fourth = Number(replies[3])
  for (const liked of [root.id, fourth, last]) await ask(reader, 'POST', `/api/comments/${liked}/like`)
  for (const liked of [root.id, fourth]) await ask(author, 'POST', `/api/comments/${liked}/like`)
  const page = await open(reader, `/posts/${id}`)
  await expect.poll(() => likeOf(page, last)).toEqual(['true', '1'])
  await page.getByText('Show more comments').click()
  await expect.poll(() => likeOf(page, root.id)).toEqual(['true', '2'])
  await expect.poll(() => likeOf(page, Number(replies[0]))).toEqual(['false', '0'])
  await page.getByText('Show 1 more reply').click()
  await expect.poll(() => likeOf(page, fourth)).toEqual(['true', '2'])
  await expect.poll(() => actionsOf(page, fourth)).toEqual(['like', 'reply', 'report'])
  // The same comments on their own pages.
  for (const path of [`/posts/${id}/comments/${root.id}`, `/posts/${id}/comments?sort=old`]) {
    await page.goto(site + path)
    await expect.poll(() => likeOf(page, root.id)).toEqual(['true', '2'])
  }
})

test('a member who cannot like a comment of a locked post sees how many do', async () => {
  const [author, reader] = [await person(), await person()]
  const id = await post(author)
  const said = await say(reader, id, 'Before it was locked')
  await ask(reader, 'POST', `/api/comments/${said.id}/like`)
  await batch([sql`UPDATE posts SET status = 'locked', locked_from = 'approved' WHERE id = ${id}`])
  const page = await open(author, `/posts/${id}`)
  await expect.poll(() => actionsOf(page, said.id)).toEqual(['delete', 'report'])
  await expect.poll(() => page.locator('.comment-actions .comment-likes').textContent()).toBe('1')
})

test('nothing moves when the actions of comments appear', async () => {
  const [author, reader] = [await person(), await person()]
  const id = await post(author)
  const root = await say(author, id, 'A root')
  await ask(author, 'POST', `/api/comments/${root.id}/like`)
  for (const by of [author, reader]) await ask(by, 'POST', `/api/comments/${root.id}/reply`, { body: 'A reply' })
  await say(author, id, 'Another')
  for (const width of [360, 1280]) {
    const page = await (await newBrowserOf(reader, { viewport: { width, height: 900 } })).newPage()
    const places = () =>
      page.locator('.comment, .comment-text, .footer').evaluateAll((all) =>
        all.map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect()
          return [x, y, width, height]
        }),
      )
    const release = await blockScripts(page)
    await page.goto(`${site}/posts/${id}`, { waitUntil: 'commit' })
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
