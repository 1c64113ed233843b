// @module-tag long
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { checkState } from './support/accessible.ts'
import { htmlOf, open, type Person, site } from './support/browser.ts'
import { ask, comments, person, post, reading, say } from './support/community.ts'
import { member, setExp } from './support/member.ts'
import { holdResponses, loseResponse } from './support/network.ts'
import { WritePage } from './support/writing.ts'

const PHONE = { viewport: { width: 360, height: 740 } }

test('a post is saved with one press and sorted into folders from a menu', async () => {
  // Saved and removed: the reader has a default folder with an English name.
  const before = async ({ reader, id }: { reader: Person; id: number }) => {
    for (let n = 0; n < 2; n++) await ask(reader, 'POST', `/api/posts/${id}/favorite`)
  }
  const { id, page, reader } = await reading({ look: { locale: 'zh-CN' }, before })
  const status = () => ask(reader, 'GET', `/api/posts/${id}/folder-status`)
  await page.locator('button.favorite').click()
  await expect.poll(async () => (await status()).folder_ids.length).toBe(1)
  await page.locator('.favorite-choice summary').click()
  await page.locator('.folder-list input').waitFor()
  await expect.poll(() => page.locator('.folder-list input').isChecked()).toBe(true)
  await checkState(page)
  // The client names the default folder in the language of the page.
  await expect.poll(() => page.locator('.folder-name').textContent()).toBe('默认收藏夹')
  await page.locator('.folder-menu input[name=name]').fill('Read again')
  await page.keyboard.press('Enter')
  await page.getByLabel('Read again').waitFor()
  await expect.poll(async () => (await status()).folder_ids.length).toBe(2)
  // One press removes the post from both folders, another press restores both.
  const held = await status()
  await page.locator('button.favorite').click()
  await page.locator('.toast .undo').click()
  await expect.poll(status).toEqual(held)
  // The page reloads the menu when it has the response. The old boxes cannot be used until then.
  await expect.poll(() => page.locator('button.favorite').getAttribute('aria-pressed')).toBe('true')
  const release = await holdResponses(page, '**/folder-status')
  await page.locator('.favorite-choice summary').click()
  await expect.poll(() => page.locator('[inert] .folder-list, .folder-list[inert]').count()).toBe(1)
  release()
  await expect
    .poll(() => page.locator('.folder-list input:checked').filter({ visible: true }).count())
    .toBe(2)
  await page.locator('.folder-list input').first().uncheck()
  await page.getByLabel('Read again').uncheck()
  await expect.poll(status).toEqual({ favorited: false, folder_ids: [] })
  await expect
    .poll(() => page.locator('button.favorite').getAttribute('aria-pressed'))
    .toBe('false')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('.folder-menu').isVisible()).toBe(false)
})

test('a reader follows the author, likes the post and gives energy; a lost request is reverted, and a lost response is not charged twice', async () => {
  const before = ({ author, reader }: { author: Person; reader: Person }) =>
    ask(author, 'POST', `/api/users/${reader.uid}/follow`)
  const { id, page, author, reader } = await reading({ energy: 3, before })
  await changeFollow(page, author, reader)
  await react(page, reader, id)

  const balance = async () => (await ask(reader, 'GET', '/api/energy/info')).energy
  await page.locator('[data-energize] summary').click()
  await page.locator('[data-form=heavy]').click()
  await page.locator('dialog button[value=cancel]').click()
  await expect.poll(balance).toBe(3)
  await loseResponse(page, '**/energize')
  await page.locator('[data-form=heavy]').click()
  await page.locator('dialog button[value=yes]').click()
  await expect.poll(() => page.locator('.toast.danger').count()).toBe(2)
  // The page asks for a confirmation only once.
  await page.locator('[data-form=heavy]').click()
  await page.getByText(`${author.name} received 2 energy. Thank you!`).waitFor()
  await expect.poll(() => page.locator('.ring').getAttribute('aria-label')).toBe('You gave 2 of 20')
  await expect.poll(() => page.locator('[data-post-energy]').textContent()).toBe('2')
  await expect.poll(balance).toBe(1)
  await page.locator('[data-form=light]').click()
  await page.getByText('You can give 17 more · you have 0 energy').waitFor()
  // Below a balance of 0 it asks every time.
  await page.locator('[data-form=heavy]').click()
  await expect.poll(() => page.textContent('dialog[open] p')).toMatch(/leaves you -2\..* below 0/)
  await page.locator('dialog button[value=yes]').click()
  await page.getByText('You have -2 energy.').waitFor()
  await expect.poll(() => page.locator('[data-form=light]').isDisabled()).toBe(true)
  await expect.poll(async () => (await ask(author, 'GET', `/api/posts/${id}`)).energy).toBe(5)
})

/** The follow button goes through its states. */
async function changeFollow(page: Page, author: Person, reader: Person): Promise<void> {
  const button = page.locator('.author-card [data-follow]')
  const label = () => button.innerText()
  await expect.poll(label).toContain('Follow back')
  await button.click()
  await expect
    .poll(() => page.locator('.author-card [data-followers-of]').textContent())
    .toBe('1 follower')
  await page.mouse.move(0, 0)
  await expect.poll(() => button.getByText('Mutual').isVisible()).toBe(true)
  for (const look of [() => button.hover(), () => button.press('Shift')]) {
    await look()
    await expect.poll(() => button.getByText('Unfollow').isVisible()).toBe(true)
    await expect.poll(() => button.getByText('Mutual').isVisible()).toBe(false)
    await page.mouse.move(0, 0)
  }
  await button.click()
  await expect.poll(label).toContain('Follow back')
  await page.locator('.toast .undo').click()
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
  await expect
    .poll(() => ask(reader, 'GET', `/api/users/${author.uid}/follow-status`))
    .toMatchObject({ i_follow: true, mutual: true })
}

/**
 * Likes and dislikes show immediately, exclude each other, and are reverted when the request fails.
 */
async function react(page: Page, reader: Person, id: number): Promise<void> {
  const [like, dislike] = [
    page.locator('[data-reaction=like]'),
    page.locator('[data-reaction=dislike]'),
  ]
  const count = like.locator('[data-count]')
  const state = async () => [
    await like.getAttribute('aria-pressed'),
    await dislike.getAttribute('aria-pressed'),
  ]
  await page.route('**/like', (route) => route.abort(), { times: 1 })
  await like.click()
  await page.locator('.toast.danger').waitFor()
  await expect
    .poll(async () => [await state(), await count.textContent()])
    .toEqual([['false', 'false'], '0'])
  await like.click()
  await expect
    .poll(async () => [await state(), await count.textContent()])
    .toEqual([['true', 'false'], '1'])
  await dislike.click()
  await expect
    .poll(async () => [await state(), await count.textContent()])
    .toEqual([['false', 'true'], '0'])
  await expect
    .poll(() => ask(reader, 'GET', `/api/posts/${id}/reaction`))
    .toEqual({ state: 'dislike', likes_count: 0 })
}

test('the daily check-in and a new level are each celebrated once', async () => {
  const reader = await person(60)
  const page = await open(reader, '/posts')
  const celebration = page.locator('.celebration')
  await expect.poll(() => celebration.textContent()).toContain('Checked in today')
  await setExp(reader.uid, 250)
  await page.reload()
  await expect.poll(() => celebration.textContent()).toBe('Congratulations, you reached Lv3!')
  await page.reload()
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await expect.poll(() => celebration.count()).toBe(0)
})

test('a Lv0 author starts a post in the browser, chooses a name on the write page and publishes the post', async () => {
  const taken = await person()
  const page = await open(await member(), '/posts', PHONE)
  await expect
    .poll(async () => (await page.locator('.first-steps').boundingBox())?.y)
    .toBeLessThan(300)
  await page.locator('.first-steps a[href="/studio/write"]').click()
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
  const editor = page.locator('.ProseMirror')
  await editor.waitFor()
  await page.fill('[name="title"]', 'Written before the name')
  await editor.focus()
  await page.keyboard.insertText('Kept in this browser.')
  await page.locator('[data-state="kept"]').waitFor()
  await page.keyboard.press('Control+s')
  const tab = new WritePage(page)
  await tab.storedLocally('Kept in this browser.')
  expect(sent).toEqual([])
  await page.getByRole('link', { name: 'Choose a name to publish' }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('username')
  await page.keyboard.insertText(taken.name)
  await page.keyboard.press('Enter')
  await page.locator('#username-error', { hasText: 'taken' }).waitFor()
  await expect.poll(() => page.inputValue('[name="title"]')).toBe('Written before the name')
  await page.fill('#username', `w-${taken.name}`.slice(0, 20))
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.locator('.celebration', { hasText: 'You can publish now' }).waitFor()
  await tab.state('saved')
  await expect.poll(() => page.inputValue('[name="title"]')).toBe('Written before the name')
  await tab.publish()
  await page.waitForURL(/\/posts\/\d+$/, { waitUntil: 'commit' })
  expect((await htmlOf(null, new URL(page.url()).pathname)).html).toContain('Kept in this browser.')
})

test('an anonymous visitor with a narrow phone can read everything, actions lead to the login, and the menu of the bar to posts and tags', async () => {
  const author = await person()
  const id = await post(author)
  await say(author, id, 'For everybody')
  const page = await open(null, `/posts/${id}`, { viewport: { width: 320, height: 640 } })
  await expect.poll(() => comments(page)).toEqual(['For everybody'])
  await expect
    .poll(() => page.evaluate(() => document.querySelector('.brand svg')?.clientWidth))
    .toBe(32)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  const tops = () =>
    page.evaluate(() => {
      const all = [...document.querySelectorAll('.comment-invitation .button')]
      return all.map((one) => one.getBoundingClientRect().top)
    })
  await expect.poll(async () => [(await tops()).length, new Set(await tops()).size]).toEqual([2, 1])
  await page.locator('.reaction.like').click()
  await page.waitForURL(`${site}/login?next=${encodeURIComponent(`/posts/${id}`)}`)
  await page.getByRole('button', { name: 'Menu' }).click()
  const link = (name: string) => page.locator('#top-menu').getByRole('link', { name })
  await expect.poll(() => link('Posts').getAttribute('href')).toBe('/posts')
  await link('Tags').click()
  await page.waitForURL(`${site}/tags`)
})

test('on a phone the hint and the counter of a reply are one line each, and an @ shows when names are completed', async () => {
  const { page } = await reading({
    look: PHONE,
    before: ({ author, id }) => say(author, id, 'What do you think?'),
  })
  await page.getByRole('button', { name: 'Reply' }).first().click()
  const field = page.locator('form.composer.reply textarea')
  await field.fill('A lot of it. '.repeat(40))
  for (const part of ['a', '.counter']) {
    await expect
      .poll(() => page.evaluate(linesOf, `form.composer.reply .composer-foot ${part}`))
      .toBe(1)
  }
  await field.fill('Hi @so')
  await page.getByText('Username completion is available from Lv3').waitFor()
})

function linesOf(selector: string): number {
  const element = document.querySelector(selector)
  const range = document.createRange()
  if (element) range.selectNodeContents(element)
  return new Set([...range.getClientRects()].map(({ top }) => top)).size
}

test('the links of the bar are at the same place on the search page, and a page without posts is centred', async () => {
  const page = await open(null, '/posts')
  const left = () =>
    page.evaluate(
      () =>
        document.querySelector('.top-bar a.button[href="/posts"]')?.getBoundingClientRect().left,
    )
  const before = await left()
  expect(before).toBeGreaterThan(0)
  const margins = await page.evaluate(() => {
    document.querySelector('.side')?.replaceChildren()
    const { left = 0, right = 0 } = document.querySelector('main')?.getBoundingClientRect() ?? {}
    return [left, document.documentElement.clientWidth - right]
  })
  expect(margins[0]).toBe(margins[1])
  await page.goto(`${site}/search`)
  await expect.poll(left).toBe(before)
})
